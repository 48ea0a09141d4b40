// The only reader of the environment: every variable is read once, every fault is told at once. Each room says which
// variables are its own.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ShopConfig, shopConfig, shopVariables } from '#api/config.ts';
import type { ChosenSettings } from '#contract/store-settings.ts';
import { type AccountServiceConfig, accountsConfig, accountsVariables } from '#identity/config.ts';
import { type MailConfig, mailConfig, mailVariables } from '#mail/config.ts';
import { type PlatformConfig, platformConfig, platformVariables } from '#platform/config/platform-config.ts';
import { StartError } from '#platform/config/start-error.ts';
import { withDefault } from '#platform/config/variables.ts';
import { storeConfig, storeVariables } from './store-config.ts';

const environmentSchema = z.object({
  ...platformVariables,
  ...mailVariables,
  ...accountsVariables,
  ...shopVariables,
  ...storeVariables,
  STORE_FILE: withDefault(z.string(), 'store.json'),
  PAGES_DIR: withDefault(z.string(), 'pages'),
});

export const environmentNames = Object.keys(environmentSchema.shape);

export type Config = PlatformConfig &
  ShopConfig & {
    storeFile: string;
    /** Where the operator's own pages are. */
    pagesDir: string;
    mail: MailConfig;
    accounts: AccountServiceConfig;
    store: ChosenSettings;
  };

/** The variables of the process, with those of a `.env` file in the working directory where the process has none. */
export function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Throws a StartError that names every fault. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new StartError(`The configuration is not valid: ${faults.join('; ')}. See .env.example for every variable.`);
  }
  const values = parsed.data;
  const shop = shopConfig(values);
  const config = {
    ...platformConfig(values, environment),
    ...shop,
    receiptFonts: shop.receiptFonts.map((file) => resolve(file)),
    storeFile: resolve(values.STORE_FILE),
    pagesDir: resolve(values.PAGES_DIR),
    mail: mailConfig(values),
    accounts: accountsConfig(values),
    store: storeConfig(values),
  };
  checkPayments(config);
  checkFiles(config);
  return config;
}

function checkFiles({ files, storage, trustedProxies }: Config) {
  if (files.accel && (storage.kind !== 'folder' || trustedProxies === 0))
    throw new StartError(
      'GOODS_ACCEL is set: nginx sends files of a folder (STORAGE=folder), and stands in front of the shop (TRUSTED_PROXIES=1).',
    );
  if (files.bucket && storage.kind !== 's3')
    throw new StartError('GOODS_S3_DIRECT is on: STORAGE=s3 is needed too, the bucket that readers are sent to.');
}

function checkPayments({ payments, databaseUrl }: Config) {
  if (payments.secretKey && payments.webhookSecrets.length === 0)
    throw new StartError('STRIPE_SECRET_KEY is set: STRIPE_WEBHOOK_SECRET is needed too, to know the provider by.');
  if (payments.secretKey?.includes('_live_') && !databaseUrl)
    throw new StartError(
      'STRIPE_SECRET_KEY is a live key: DATABASE_URL is needed, because the embedded database can lose the latest orders in a power cut.',
    );
}
