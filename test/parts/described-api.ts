import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { createLog } from '#platform/observability/log.ts';
import type { ApiDeps } from '../../src/api/api-deps.ts';
import { defaultUnpaidOrderLimits } from '../../src/api/ordering/order/unpaid-order-limits.rules.ts';
import type { ApiTables } from '../../src/api/schema/schema.ts';
import { createApi } from '../../src/api/server.ts';
import { aShop } from '../factories/shop.ts';

/** The API of a shop that has everything which is mounted only where it is switched on, and nothing to work with: no call is made. */
export function describeApi() {
  const kysely = new Kysely<ApiTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const deps: ApiDeps = {
    database: { ...unused<ApiDeps['database']>(), kysely, kind: 'embedded', counters: null, listen: async () => {} },
    catalogue: kysely,
    version: unused(),
    authenticate: unused(),
    storage: unused(),
    secrets: unused(),
    sendMail: unused(),
    shop: aShop(),
    checkout: { provider: unused(), limits: defaultUnpaidOrderLimits, takesBilledOrders: true, walletIsOpen: true },
    connect: unused(),
    balance: unused(),
    customers: { accounts: unused(), sentMails: unused() },
    storesCarts: true,
    contactMailBox: 'support@shop.example',
    webhooks: { isTrial: true },
    log: createLog('silent'),
  };
  return createApi(deps);
}

/** Stands for a part that is never called. */
function unused<T extends object>(): T {
  const refuse = () => {
    throw new Error('This API is only described, and answers no call.');
  };
  return refuse as unknown as T;
}
