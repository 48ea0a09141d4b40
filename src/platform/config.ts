// The only reader of the environment: every variable is read once, every fault is reported at once.
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsUnset, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((given) => emptyIsUnset(given) ?? value, schema);

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const postgresUrl = optional(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'));
const count = z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1');
const poolIdShape = 'must look like region_Name, letters and digits after the underscore';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const environmentSchema = z.object({
  PORT: withDefault(z.coerce.number('must be a number').int().min(0).max(65535, 'must be at most 65535'), 3000),
  HOST: withDefault(z.string(), '127.0.0.1'),
  DATA_DIR: withDefault(z.string(), '.data'),
  DATABASE_URL: postgresUrl,
  DATABASE_READ_URL: postgresUrl,
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .refine((text) => /^https?:\/\/[^/?#]+\/?$/.test(text), 'must be an address without a path'),
  ),
  STORE_FILE: withDefault(z.string(), 'store.json'),
  PAGES_DIR: withDefault(z.string(), 'pages'),
  RECEIPT_FONT: optional(z.string()),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'warn'),
  CACHE_MB: withDefault(z.coerce.number('must be a number').min(0).max(65536), 64),
  WORKERS: withDefault(z.string().regex(/^(auto|[1-9]\d?)$/, 'must be auto, or a number from 1 to 99'), '1'),
  DEMO_CATALOGUE: withDefault(z.enum(['on', 'off']), 'on'),
  MAX_CONNECTIONS: withDefault(z.coerce.number('must be a number').int().min(1), 20_000),
  SHUTDOWN_DELAY: withDefault(z.coerce.number('must be a number of seconds').min(0).max(300), 0),
  TRUSTED_PROXIES: withDefault(z.coerce.number('must be a number').int().min(0).max(10), 0),
  SECRETS_KEY: optional(z.string()),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')),
  MAIL_FROM: optional(z.string()),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^(sk|rk)_(test|live)_/, 'must start with sk_test_, sk_live_ or rk_')),
  STRIPE_WEBHOOK_SECRET: optional(
    z
      .string()
      .regex(/^\S+(\s*,\s*\S+)*$/, 'must be one secret, or several with commas between them, and none of them blank'),
  ),
  ORDERS_OPEN_PER_ACCOUNT: withDefault(count.max(100, 'must be at most 100'), 10),
  ORDERS_PLACED_PER_ACCOUNT: withDefault(count, 30),
  ORDERS_PLACED_PER_NETWORK: withDefault(count, 3_000),
  ORDERS_HELD_PERCENT: withDefault(count.max(100, 'must be at most 100'), 50),
  ORDERS_HELD_PERCENT_BILLED: withDefault(count.max(100, 'must be at most 100'), 25),
  ORDERS_BILLED_DAYS: withDefault(count.max(365, 'must be at most 365'), 14),
  STRIPE_PUBLIC_KEY: optional(z.string().regex(/^pk_(test|live)_/, 'must start with pk_test_ or pk_live_')),
  STORE_PRESET: withDefault(z.enum(['specification', 'live']), 'specification'),
  STORE_OVERALL_RATING: optional(z.enum(['four', 'average'])),
  STORE_CART: optional(z.enum(['memory', 'account'])),
  STORE_CONTACT_FORM: optional(z.enum(['log', 'deliver'])),
  STORE_BILLING_FORM: optional(z.enum(['inert', 'order'])),
  STORE_UNVERIFIED_PAYMENT: optional(z.enum(['complete', 'unconfirmed'])),
  STORE_PROFILE_SIDEBAR: optional(z.enum(['literal', 'actual'])),
  METRICS_PORT: optional(z.coerce.number('must be a number').int().min(0).max(65535, 'must be at most 65535')),
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
  ACCOUNTS_POOL_ID: withDefault(z.string().regex(/^[\w-]+_[0-9A-Za-z]+$/, poolIdShape), 'local_hearth'),
  ACCOUNTS_CLIENT_ID: withDefault(z.string().regex(/^\w+$/, 'must be letters and digits'), 'hearthstorefront'),
  ACCOUNTS_ENDPOINT: withDefault(z.union([z.enum(['embedded', 'hosted']), url]), 'embedded'),
  ACCOUNTS_ISSUER: optional(url),
  ACCOUNTS_IDENTITY_POOL_ID: withDefault(
    z.string().regex(/^[\w-]+:[0-9a-f-]{36}$/, 'must look like region:11111111-2222-3333-4444-555555555555'),
    'local:6ea7c0de-0000-4000-8000-000000000001',
  ),
  ACCOUNTS_GUEST_ACCESS: withDefault(z.enum(['on', 'off']), 'off'),
  ACCOUNTS_LOGIN_DOMAIN: optional(z.string().regex(/^[\w.-]+$/, 'must be a host name')),
  ACCOUNTS_PASSWORD_POLICY: withDefault(
    z
      .string()
      .regex(/^(\d+)( (lowercase|uppercase|number|symbol))*$/, 'must be like: 8 lowercase uppercase number symbol'),
    '8',
  ),
  ACCOUNTS_SECOND_FACTOR: withDefault(z.enum(['optional', 'required']), 'optional'),
  ACCOUNTS_REDIRECT_URIS: optional(z.string()),
  ACCOUNTS_LOGOUT_URIS: optional(z.string()),
});

/** Of a PostgreSQL that takes 100, for work: two more for each process, and some for who else asks it, are left. */
const ALL_CONNECTIONS = 72;
const FEWEST_CONNECTIONS = 4;

export const environmentNames = Object.keys(environmentSchema.shape);

export type Config = {
  port: number;
  host: string;
  /** Absolute; holds the embedded database when no `databaseUrl` is given. */
  dataDir: string;
  databaseUrl: string | null;
  /** A streaming replica of `databaseUrl`, for reads of the catalogue. */
  databaseReadUrl: string | null;
  /** Where visitors reach the shop, without a trailing slash; null while only the local address is known. */
  publicUrl: string | null;
  storeFile: string;
  /** Where the operator's own pages are. */
  pagesDir: string;
  /** A font file for what the shop's own fonts cannot write on receipts; null: none. */
  receiptFont: string | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Bytes of rendered pages and answers kept in memory; 0 turns the cache off. */
  cacheBytes: number;
  fillEmptyCatalogue: boolean;
  /** Processes that serve visitors on this machine. */
  workers: number;
  /** Which of several this process is, from 0, and where the first of them is reached, once it is open; null: the only one. */
  worker: { slot: number; address: string | null } | null;
  /** Connections to the primary for work, of this process. */
  databaseConnections: number;
  /** The descriptor of a socket that a supervisor opened for this process and keeps; null: `host` and `port` are opened. */
  inheritedSocket: number | null;
  /** Of visitors, to this process. */
  maxConnections: number;
  /** How long the process goes on serving after it was told to end, in milliseconds. */
  shutdownDelayMs: number;
  /** Proxies in front of the shop whose X-Forwarded-For entry counts. */
  trustedProxies: number;
  /** Keys in base64, newest first; null: a file in `dataDir`. */
  secretsKey: string | null;
  mail: {
    /** smtp:// or smtps:// with user and password; null: messages become files in `dataDir`. */
    smtpUrl: string | null;
    /** The sender, as in 'Hearth <shop@example.com>'; null: the store's own address. */
    from: string | null;
  };
  payments: {
    /** The card payment provider's secret key; null: the embedded sandbox. */
    secretKey: string | null;
    /** Two while one is exchanged for the other; empty: the sandbox's. */
    webhookSecrets: string[];
    publicKey: string | null;
  };
  /** What one customer may keep from the others without paying. */
  orders: {
    openPerAccount: number;
    placedPerAccount: number;
    placedPerNetwork: number;
    heldPercent: number;
    heldPercentBilled: number;
    billedDays: number;
  };
  store: {
    preset: 'specification' | 'live';
    /** What is set by itself, whatever the preset says. */
    overallRating?: 'four' | 'average' | undefined;
    cart?: 'memory' | 'account' | undefined;
    contactForm?: 'log' | 'deliver' | undefined;
    billingForm?: 'inert' | 'order' | undefined;
    unverifiedPayment?: 'complete' | 'unconfirmed' | undefined;
    profileSidebar?: 'literal' | 'actual' | undefined;
  };
  /** The exporters of OpenTelemetry read their own variables (OTEL_EXPORTER_OTLP_*) once they are loaded. */
  telemetry: {
    /** Where the figures are served; null: nowhere. */
    metrics: { host: string; port: number } | null;
    /** Whether the figures are sent to a collector. */
    pushesMetrics: boolean;
    /** How the traces are chosen that are sent to a collector; null: none is taken. */
    traces: { sampler: (typeof samplers)[number]; ratio: number } | null;
  };
  accounts: {
    poolId: string;
    clientId: string;
    /** 'embedded': this process; 'hosted': the cloud service of the pool id; otherwise the address of a service. */
    endpoint: string;
    /** Who signs the tokens; null: as `endpoint` says. */
    issuer: string | null;
    identityPoolId: string;
    guestAccess: boolean;
    /** Host name of the hosted login page, where the login page offers one. */
    loginDomain: string | null;
    passwordPolicy: { minimumLength: number; required: Array<'lowercase' | 'uppercase' | 'number' | 'symbol'> };
    secondFactorRequired: boolean;
    /** Addresses that the embedded hosted login may send people to, matched exactly. */
    redirectUris: string[];
    logoutUris: string[];
  };
};

/** A fault of the operator's making: shown as one sentence, without a stack, and the process ends with code 1. */
export class StartError extends Error {}

/** The variables of the process, with those of a `.env` file in the working directory where the process has none. */
export function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new StartError(`The configuration is not valid: ${faults.join('; ')}. See .env.example for every variable.`);
  }
  const env = parsed.data;
  const workers = countWorkers(env);
  const worker = thisWorker(environment);
  if (env.DATABASE_READ_URL && !env.DATABASE_URL)
    throw new StartError('DATABASE_READ_URL is set: DATABASE_URL is needed too, the database that it is a replica of.');
  if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET)
    throw new StartError('STRIPE_SECRET_KEY is set: STRIPE_WEBHOOK_SECRET is needed too, to know the provider by.');
  if (env.STRIPE_SECRET_KEY?.includes('_live_') && !env.DATABASE_URL)
    throw new StartError(
      'STRIPE_SECRET_KEY is a live key: DATABASE_URL is needed, because the embedded database can lose the latest orders in a power cut.',
    );
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    storeFile: resolve(env.STORE_FILE),
    pagesDir: resolve(env.PAGES_DIR),
    receiptFont: env.RECEIPT_FONT ? resolve(env.RECEIPT_FONT) : null,
    logLevel: env.LOG_LEVEL,
    cacheBytes: env.CACHE_MB * 1024 * 1024,
    fillEmptyCatalogue: env.DEMO_CATALOGUE === 'on',
    workers,
    worker,
    databaseConnections: Math.max(FEWEST_CONNECTIONS, Math.min(10, Math.floor(ALL_CONNECTIONS / workers))),
    inheritedSocket: inheritedSocket(environment),
    maxConnections: worker ? Math.ceil(env.MAX_CONNECTIONS / workers) : env.MAX_CONNECTIONS,
    shutdownDelayMs: env.SHUTDOWN_DELAY * 1_000,
    trustedProxies: env.TRUSTED_PROXIES,
    secretsKey: env.SECRETS_KEY ?? null,
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? null },
    payments: {
      secretKey: env.STRIPE_SECRET_KEY ?? null,
      webhookSecrets: words(env.STRIPE_WEBHOOK_SECRET),
      publicKey: env.STRIPE_PUBLIC_KEY ?? null,
    },
    orders: {
      openPerAccount: env.ORDERS_OPEN_PER_ACCOUNT,
      placedPerAccount: env.ORDERS_PLACED_PER_ACCOUNT,
      placedPerNetwork: env.ORDERS_PLACED_PER_NETWORK,
      heldPercent: env.ORDERS_HELD_PERCENT,
      heldPercentBilled: env.ORDERS_HELD_PERCENT_BILLED,
      billedDays: env.ORDERS_BILLED_DAYS,
    },
    store: {
      preset: env.STORE_PRESET,
      overallRating: env.STORE_OVERALL_RATING,
      cart: env.STORE_CART,
      contactForm: env.STORE_CONTACT_FORM,
      billingForm: env.STORE_BILLING_FORM,
      unverifiedPayment: env.STORE_UNVERIFIED_PAYMENT,
      profileSidebar: env.STORE_PROFILE_SIDEBAR,
    },
    telemetry: telemetry(env, worker?.slot ?? 0),
    accounts: {
      poolId: env.ACCOUNTS_POOL_ID,
      clientId: env.ACCOUNTS_CLIENT_ID,
      endpoint: env.ACCOUNTS_ENDPOINT,
      issuer: env.ACCOUNTS_ISSUER?.replace(/\/+$/, '') ?? null,
      identityPoolId: env.ACCOUNTS_IDENTITY_POOL_ID,
      guestAccess: env.ACCOUNTS_GUEST_ACCESS === 'on',
      loginDomain: env.ACCOUNTS_LOGIN_DOMAIN ?? null,
      passwordPolicy: passwordPolicy(env.ACCOUNTS_PASSWORD_POLICY),
      secondFactorRequired: env.ACCOUNTS_SECOND_FACTOR === 'required',
      redirectUris: words(env.ACCOUNTS_REDIRECT_URIS),
      logoutUris: words(env.ACCOUNTS_LOGOUT_URIS),
    },
  };
}

/** As many as there are processors by WORKERS=auto, where the database takes more than one process. */
function countWorkers({ WORKERS, DATABASE_URL }: z.output<typeof environmentSchema>): number {
  if (WORKERS === 'auto') return DATABASE_URL ? availableParallelism() : 1;
  if (WORKERS !== '1' && !DATABASE_URL)
    throw new StartError(
      `WORKERS is ${WORKERS}: DATABASE_URL is needed, because the embedded database belongs to one process.`,
    );
  return Number(WORKERS);
}

/** The variables are the supervisor's (supervisor.ts). */
function thisWorker({ HEARTH_WORKER, HEARTH_ADDRESS }: Record<string, string | undefined>): Config['worker'] {
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

/** Each worker has its figures for itself, at ports that follow each other. */
function telemetry(env: z.output<typeof environmentSchema>, slot: number): Config['telemetry'] {
  if (env.OTEL_SDK_DISABLED === 'true') return { metrics: null, pushesMetrics: false, traces: null };
  const sends = (endpoint: string | undefined) => Boolean(endpoint ?? env.OTEL_EXPORTER_OTLP_ENDPOINT);
  return {
    metrics:
      env.METRICS_PORT === undefined
        ? null
        : { host: env.METRICS_HOST, port: env.METRICS_PORT && env.METRICS_PORT + slot },
    pushesMetrics: sends(env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT),
    traces: sends(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
      ? { sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG }
      : null,
  };
}

function words(text: string | undefined): string[] {
  return text?.split(/[\s,]+/).filter(Boolean) ?? [];
}

/** Such as '8 lowercase number': the shortest length, and the kinds of characters that must be there. */
function passwordPolicy(text: string): Config['accounts']['passwordPolicy'] {
  const [minimumLength, ...required] = text.split(' ');
  return {
    minimumLength: Number(minimumLength),
    required: required as Config['accounts']['passwordPolicy']['required'],
  };
}
