// Settings that every part needs: where visitors reach the shop, its database, its processes, its log and telemetry.
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Role, roles } from '../processes/role.ts';
import type { S3Config } from '../storage/s3-client.ts';
import { StartError } from './start-error.ts';
import { optional, port, url, type Values, withDefault } from './variables.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const postgresUrl = optional(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'));

export const platformVariables = {
  PORT: withDefault(port, 3000),
  HOST: withDefault(z.string(), '127.0.0.1'),
  DATA_DIR: withDefault(z.string(), '.data'),
  STORAGE: withDefault(z.enum(['folder', 's3']), 'folder'),
  STORAGE_DIR: optional(z.string()),
  STORAGE_ENDPOINT: optional(url),
  STORAGE_REGION: withDefault(z.string(), 'us-east-1'),
  STORAGE_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  STORAGE_KEY_ID: optional(z.string()),
  STORAGE_SECRET_KEY: optional(z.string()),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_READ_URL: postgresUrl,
  PUBLIC_URL: optional(url.refine((text) => /^https?:\/\/[^/?#]+\/?$/.test(text), 'must be an address without a path')),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'warn'),
  CACHE_MB: withDefault(z.coerce.number('must be a number').min(0).max(65536), 64),
  ROLE: withDefault(z.enum(roles), 'all'),
  MIGRATIONS: withDefault(z.enum(['run', 'wait']), 'run'),
  WORKERS: withDefault(z.string().regex(/^(auto|[1-9]\d?)$/, 'must be auto, or a number from 1 to 99'), '1'),
  MAX_CONNECTIONS: withDefault(z.coerce.number('must be a number').int().min(1), 20_000),
  WORK_PERCENT_PER_NETWORK: withDefault(z.coerce.number('must be a number').int().min(1), 40),
  SHUTDOWN_DELAY: withDefault(z.coerce.number('must be a number of seconds').min(0).max(300), 0),
  TRUSTED_PROXIES: withDefault(z.coerce.number('must be a number').int().min(0).max(10), 0),
  SECRETS_KEY: optional(z.string()),
  METRICS_PORT: optional(port),
  METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
  OTEL_SDK_DISABLED: withDefault(
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['true', 'false'])),
    'false',
  ),
  OTEL_SERVICE_NAME: optional(z.string()),
  OTEL_RESOURCE_ATTRIBUTES: optional(z.string()),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(url),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(url),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: optional(url),
  OTEL_EXPORTER_OTLP_HEADERS: optional(z.string()),
  OTEL_TRACES_SAMPLER: withDefault(z.enum(samplers), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: withDefault(z.coerce.number('must be a number').min(0).max(1), 1),
};

type PlatformValues = Values<typeof platformVariables>;

/** Connections for work, out of 100 that PostgreSQL takes: two more for each process, and some for other clients, are left. */
const ALL_CONNECTIONS = 72;
const FEWEST_CONNECTIONS = 4;
const MOST_CONNECTIONS = 10;

export type PlatformConfig = {
  port: number;
  host: string;
  /** Absolute; holds the embedded database when no `databaseUrl` is given. */
  dataDir: string;
  databaseUrl: string | null;
  /** The same database past a pooler that lends its connections for one transaction each; null: `databaseUrl` has no such pooler. */
  databaseDirectUrl: string | null;
  storage: StorageConfig;
  /** A streaming replica of `databaseUrl`, for reads that may be a little late. */
  databaseReadUrl: string | null;
  /** Where visitors reach the shop, without a trailing slash; null while only the local address is known. */
  publicUrl: string | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Bytes of rendered pages and answers cached in memory; 0 turns the cache off. */
  cacheBytes: number;
  /** Work of each of these processes. */
  role: Role;
  /** True if the start leaves the migrations to another process, and waits until they are done. */
  waitsForMigrations: boolean;
  /** Processes of this role on this machine. */
  workers: number;
  /** Which of several this process is, from 0, and where the first of them is reached, once it is open; null: the only one. */
  worker: { slot: number; address: string | null } | null;
  /** Connections to the primary for work, of this process. */
  databaseConnections: number;
  /** The descriptor of a socket that a supervisor opened for this process and keeps; null: `host` and `port` are opened. */
  inheritedSocket: number | null;
  /** Connections of visitors to this process. */
  maxConnections: number;
  /** Percent of a processor's time for which one network may have dear answers made, by this process. */
  workPerNetwork: number;
  /** How long the process goes on serving after it was told to end, in milliseconds. */
  shutdownDelayMs: number;
  /** Proxies in front of the shop whose X-Forwarded-For entry counts. */
  trustedProxies: number;
  /** Keys in base64, newest first; null: a file in `dataDir`. */
  secretsKey: string | null;
  telemetry: TelemetryConfig;
};

/** Where bytes lie that are too many for the database. */
export type StorageConfig = { kind: 'folder'; folder: string } | { kind: 's3'; s3: S3Config };

/** The exporters of OpenTelemetry read their own variables (OTEL_EXPORTER_OTLP_*) once they are loaded. */
export type TelemetryConfig = {
  /** Where the metrics are served; null: nowhere. */
  metrics: { host: string; port: number } | null;
  /** True if the metrics are sent to a collector. */
  pushesMetrics: boolean;
  /** How the traces are chosen that are sent to a collector; null: none is taken. */
  traces: { sampler: (typeof samplers)[number]; ratio: number } | null;
};

/** `environment` as the process has it: what its supervisor says is no variable of the operator's. */
export function platformConfig(
  values: PlatformValues,
  environment: Record<string, string | undefined>,
): PlatformConfig {
  const workers = countWorkers(values);
  const worker = thisWorker(environment);
  checkEmbedded(values);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    storage: storageConfig(values),
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    logLevel: values.LOG_LEVEL,
    cacheBytes: values.CACHE_MB * 1024 * 1024,
    role: values.ROLE,
    waitsForMigrations: values.MIGRATIONS === 'wait',
    workers,
    worker,
    databaseConnections: shareOfConnections(workers),
    inheritedSocket: inheritedSocket(environment),
    maxConnections: worker ? Math.ceil(values.MAX_CONNECTIONS / workers) : values.MAX_CONNECTIONS,
    workPerNetwork: values.WORK_PERCENT_PER_NETWORK,
    shutdownDelayMs: values.SHUTDOWN_DELAY * 1_000,
    trustedProxies: values.TRUSTED_PROXIES,
    secretsKey: values.SECRETS_KEY ?? null,
    telemetry: telemetryConfig(values, worker?.slot ?? 0),
  };
}

function storageConfig(values: PlatformValues): StorageConfig {
  if (values.STORAGE === 'folder')
    return { kind: 'folder', folder: resolve(values.STORAGE_DIR ?? join(values.DATA_DIR, 'storage')) };
  const { STORAGE_ENDPOINT, STORAGE_BUCKET, STORAGE_KEY_ID, STORAGE_SECRET_KEY } = values;
  if (!STORAGE_ENDPOINT || !STORAGE_BUCKET || !STORAGE_KEY_ID || !STORAGE_SECRET_KEY) {
    const needed = { STORAGE_ENDPOINT, STORAGE_BUCKET, STORAGE_KEY_ID, STORAGE_SECRET_KEY };
    const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
    throw new StartError(`STORAGE is s3: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} needed too.`);
  }
  return {
    kind: 's3',
    s3: {
      endpoint: STORAGE_ENDPOINT,
      region: values.STORAGE_REGION,
      bucket: STORAGE_BUCKET,
      accessKeyId: STORAGE_KEY_ID,
      secretAccessKey: STORAGE_SECRET_KEY,
    },
  };
}

/** The embedded database has one process, which does all the work. */
function checkEmbedded({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL, ROLE, MIGRATIONS }: PlatformValues) {
  if (DATABASE_URL) return;
  if (DATABASE_READ_URL)
    throw new StartError('DATABASE_READ_URL is set: DATABASE_URL is needed too, the database that it is a replica of.');
  if (DATABASE_DIRECT_URL)
    throw new StartError(
      'DATABASE_DIRECT_URL is set: DATABASE_URL is needed too, the same database through its pooler.',
    );
  if (ROLE !== 'all')
    throw new StartError(
      `ROLE is ${ROLE}: DATABASE_URL is needed, because the embedded database belongs to one process, which does all the work.`,
    );
  if (MIGRATIONS === 'wait')
    throw new StartError(
      'MIGRATIONS is wait: DATABASE_URL is needed, because the embedded database belongs to one process, and nobody else can migrate it.',
    );
}

/** As many as there are processors by WORKERS=auto, where the database takes more than one process. */
function countWorkers({ WORKERS, DATABASE_URL }: PlatformValues): number {
  if (WORKERS === 'auto') return DATABASE_URL ? availableParallelism() : 1;
  if (WORKERS !== '1' && !DATABASE_URL)
    throw new StartError(
      `WORKERS is ${WORKERS}: DATABASE_URL is needed, because the embedded database belongs to one process.`,
    );
  return Number(WORKERS);
}

function shareOfConnections(workers: number): number {
  return Math.max(FEWEST_CONNECTIONS, Math.min(MOST_CONNECTIONS, Math.floor(ALL_CONNECTIONS / workers)));
}

/** The variables are the supervisor's (processes/supervisor.ts). */
function thisWorker({ HEARTH_WORKER, HEARTH_ADDRESS }: Record<string, string | undefined>): PlatformConfig['worker'] {
  return cluster.isWorker && HEARTH_WORKER ? { slot: Number(HEARTH_WORKER), address: HEARTH_ADDRESS || null } : null;
}

/**
 * systemd's socket activation: see sd_listen_fds(3). The variables are the supervisor's, not the operator's. A worker's
 * descriptors are those of the process above it.
 */
function inheritedSocket({ LISTEN_PID, LISTEN_FDS }: Record<string, string | undefined>): number | null {
  const FIRST_DESCRIPTOR = 3;
  const owner = cluster.isWorker ? process.ppid : process.pid;
  return Number(LISTEN_PID) === owner && Number(LISTEN_FDS) > 0 ? FIRST_DESCRIPTOR : null;
}

/** Each worker has its metrics for itself, at ports that follow each other. */
function telemetryConfig(values: PlatformValues, slot: number): TelemetryConfig {
  if (values.OTEL_SDK_DISABLED === 'true') return { metrics: null, pushesMetrics: false, traces: null };
  const sends = (endpoint: string | undefined) => Boolean(endpoint ?? values.OTEL_EXPORTER_OTLP_ENDPOINT);
  return {
    metrics:
      values.METRICS_PORT === undefined
        ? null
        : { host: values.METRICS_HOST, port: values.METRICS_PORT && values.METRICS_PORT + slot },
    pushesMetrics: sends(values.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT),
    traces: sends(values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
      ? { sampler: values.OTEL_TRACES_SAMPLER, ratio: values.OTEL_TRACES_SAMPLER_ARG }
      : null,
  };
}
