// The only reader of the environment: every variable is read once, every fault is reported at once.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsUnset, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((given) => emptyIsUnset(given) ?? value, schema);

const environmentSchema = z.object({
  PORT: withDefault(z.coerce.number('must be a number').int().min(0).max(65535, 'must be at most 65535'), 3000),
  HOST: withDefault(z.string(), '127.0.0.1'),
  DATA_DIR: withDefault(z.string(), '.data'),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')),
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .refine((text) => /^https?:\/\/[^/?#]+\/?$/.test(text), 'must be an address without a path'),
  ),
  STORE_FILE: withDefault(z.string(), 'store.json'),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'warn'),
  CACHE_MB: withDefault(z.coerce.number('must be a number').min(0).max(65536), 64),
  DEMO_CATALOGUE: withDefault(z.enum(['on', 'off']), 'on'),
});

export const environmentNames = Object.keys(environmentSchema.shape);

export type Config = {
  port: number;
  host: string;
  /** Absolute; holds the embedded database when no `databaseUrl` is given. */
  dataDir: string;
  databaseUrl: string | null;
  /** Where visitors reach the shop, without a trailing slash; null while only the local address is known. */
  publicUrl: string | null;
  storeFile: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Bytes of rendered pages and answers kept in memory; 0 turns the cache off. */
  cacheBytes: number;
  fillEmptyCatalogue: boolean;
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
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    storeFile: resolve(env.STORE_FILE),
    logLevel: env.LOG_LEVEL,
    cacheBytes: env.CACHE_MB * 1024 * 1024,
    fillEmptyCatalogue: env.DEMO_CATALOGUE === 'on',
  };
}
