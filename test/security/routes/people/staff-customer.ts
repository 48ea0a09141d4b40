import { listAudit, recordAudit } from '#platform/audit/audit-log.ts';
import { storeGift } from '../../../factories/entitlement.ts';
import type { RouteRow } from '../selling/marketplace.ts';

const reason = 'Pays with cards of others.';
const path = '/admin/customer/customer-account';

/** Whom the staff look at, as they were when they came. */
async function customer(
  { database: { kysely } }: Parameters<RouteRow['request']>[0],
  given: { suspended?: true } = {},
) {
  await kysely
    .insertInto('api.user')
    .values({
      user_id: 'customer@example.com',
      username: 'Customer',
      account_id: 'customer-account',
      account_since: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await kysely.deleteFrom('api.suspended_customer').execute();
  if (given.suspended)
    await kysely
      .insertInto('api.suspended_customer')
      .values({ account_id: 'customer-account', reason, suspended_by: null })
      .execute();
}

export const staffCustomerRoutes: RouteRow[] = [
  {
    route: 'GET /api/admin/customer/{userId}',
    async request(made) {
      await customer(made);
      return { path };
    },
  },
  {
    route: 'GET /api/admin/customer/{userId}/event',
    async request(made) {
      await customer(made);
      return { path: `${path}/event` };
    },
  },
  {
    route: 'POST /api/admin/customer/{userId}/suspend',
    async request(made) {
      await customer(made);
      return { path: `${path}/suspend`, body: { reason } };
    },
  },
  {
    route: 'POST /api/admin/customer/{userId}/restore',
    async request(made) {
      await customer(made, { suspended: true });
      return { path: `${path}/restore` };
    },
  },
  {
    // Another service keeps the accounts of this test.
    route: 'POST /api/admin/customer/{userId}/sign-out',
    async request(made) {
      await customer(made);
      return { path: `${path}/sign-out` };
    },
    passed: 409,
  },
  {
    route: 'POST /api/admin/customer/{userId}/export',
    async request(made) {
      await customer(made);
      return { path: `${path}/export` };
    },
  },
  {
    route: 'GET /api/admin/customer/{userId}/gift',
    async request(made) {
      await customer(made);
      return { path: `${path}/gift` };
    },
  },
  {
    // There is no such product: who may give is told so.
    route: 'POST /api/admin/customer/{userId}/gift',
    async request(made) {
      await customer(made);
      const headers = { 'idempotency-key': 'once' };
      return { path: `${path}/gift`, headers, body: { product_id: 'no-such-product' } };
    },
    passed: 409,
  },
  {
    route: 'POST /api/admin/customer/{userId}/gift/{entitlementId}/withdraw',
    async request(made) {
      await customer(made);
      const { kysely } = made.database;
      await kysely.deleteFrom('api.entitlement').where('entitlement_id', '=', 'GIFT-1').execute();
      await storeGift(kysely, { id: 'GIFT-1', account: 'customer-account', goods: {}, at: new Date() });
      return { path: `${path}/gift/GIFT-1/withdraw`, body: { reason } };
    },
  },
  {
    route: 'GET /api/admin/customer/{userId}/deletion',
    async request(made) {
      await customer(made);
      return { path: `${path}/deletion` };
    },
  },
  {
    route: 'POST /api/admin/customer/{userId}/deletion',
    async request(made) {
      await customer(made);
      return { path: `${path}/deletion`, body: { email: 'customer@example.com' } };
    },
  },
  {
    route: 'GET /api/admin/audit/{entryId}',
    // An entry is numbered anew in every database.
    async request({ database: { kysely } }) {
      await recordAudit(
        kysely,
        { kind: 'job' },
        { action: 'catalogue.imported', subject: { kind: 'catalogue', id: 'all' } },
      );
      const [entry] = await listAudit(kysely, { limit: 1 });
      return { path: `/admin/audit/${entry?.id}` };
    },
  },
];
