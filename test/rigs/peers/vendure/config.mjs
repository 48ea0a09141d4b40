// Settings of Vendure as its guide to production has them, with what every shop of its getting-started project has: the job queue in the
// database, the scheduler, and the search of the same database. No emails, no pictures, no harden plugin.
import { createRequire } from 'node:module';

// The packages stand in the folder that this file is copied to, not in the repository.
const load = createRequire(import.meta.url);
const core = load('@vendure/core');

/** `isNew`: the tables are made first. A started shop finds them made, as by migrations. */
export function configOf({ isNew }) {
  const { DATABASE_URL: url, PORT: port } = process.env;
  return {
    apiOptions: { hostname: '127.0.0.1', port: Number(port), adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
    authOptions: {
      tokenMethod: ['bearer', 'cookie'],
      superadminCredentials: { identifier: 'superadmin', password: 'a password of the bench' },
      cookieOptions: { secret: 'a secret of the bench' },
    },
    dbConnectionOptions: { type: 'postgres', url, synchronize: isNew, logging: false },
    logger: new core.DefaultLogger({ level: core.LogLevel.Warn }),
    paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
    plugins: [
      core.DefaultSchedulerPlugin.init(),
      core.DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true, ...(isNew && { pollInterval: 5 }) }),
      core.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
    ],
  };
}

export { core };
