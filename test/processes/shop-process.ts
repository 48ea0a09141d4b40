// The shop in a process of its own, as npm start runs it.
import { join } from 'node:path';
import { shopFlags, shopMemory } from '../../scripts/bootstrap.mjs';
import { type ServerProcess, type StartingProcess, startProcess } from './server-process.ts';

const root = join(import.meta.dirname, '../..');

/** Arguments of Node that run the shop from its sources. */
export const shopProgram = [...shopFlags, join(root, 'src/main/start.ts')];
/** The same of the bundle that `buildServer` makes, which is what npm start runs. */
export const bundledShop = [...shopFlags, join(root, 'build/shop/start.js')];

/** Default variables of a shop or one of its commands: of the surroundings only where programs are. */
export const quietEnvironment = {
  ...shopMemory,
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  // Most of what a command takes is reading its modules: only the first one of its kind does that.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  PORT: '0',
  // Empty rather than absent: a developer's own .env must not reach these processes.
  DATABASE_URL: '',
  DATABASE_DIRECT_URL: '',
  DATABASE_READ_URL: '',
  PUBLIC_URL: '',
  SECRETS_KEY: '',
  SMTP_URL: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  WORKERS: '',
  ROLE: '',
  MIGRATIONS: '',
  // Tests say themselves who is there.
  DEMO_MARKETPLACE: 'off',
};

/** A handful of buyers at one address stand for many: the limits of one would be all that is met. */
export const limitsOfMany = {
  ORDERS_OPEN_PER_ACCOUNT: '100',
  ORDERS_PLACED_PER_ACCOUNT: '100000',
  ORDERS_PLACED_PER_NETWORK: '10000000',
  ORDERS_HELD_PERCENT: '100',
  ORDERS_HELD_PERCENT_BILLED: '100',
  ACCOUNTS_MAILS_PER_NETWORK: '100000',
  WORK_PERCENT_PER_NETWORK: '100000',
};

/** Variables that every process of a shop needs: where its data is. */
export type ShopEnvironment = { DATA_DIR: string; [name: string]: string };

/** Starts the shop without waiting for it. Free port, embedded database, unless `environment` says otherwise. */
export function launchShop(
  environment: ShopEnvironment,
  { program = shopProgram, socket }: { program?: string[]; socket?: number } = {},
): StartingProcess {
  return startProcess(program, { environment: { ...quietEnvironment, ...environment }, socket });
}

/** The shop, open. Rejects with what it wrote when it does not open. */
export function startShop(environment: ShopEnvironment, program?: string[]): Promise<ServerProcess> {
  return launchShop(environment, program && { program }).opened;
}
