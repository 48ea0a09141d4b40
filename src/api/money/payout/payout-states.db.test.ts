// Whatever a shop, the staff, the bank and the clock do to payouts, in whatever order: none takes a step that their table does not have
// (test databases refuse it), nothing fails, and the books are in order.
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PayoutState } from '#contract/money/payout.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { earn } from '../../../../test/parts/earning.ts';
import { faultLog, someSteps, takeSteps } from '../../../../test/parts/random-steps.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let faults: string[];

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  const kept = faultLog();
  faults = kept.faults;
  shop = await startBuying(database, { log: kept.log });
});
afterEach(() => shop.close());
afterAll(() => database.close());

const as = (account: string) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] },
  );

async function open() {
  await emptyDatabase(database);
  await storeSeller(database, { seller_id: 'ours', name: 'Data Forge', address: 'data-forge' }, { owner: 'owner' });
  await storeStaff(database, 'staff', 'admin');
  const [owner, staff] = [await as('owner'), await as('staff')];
  const bank_account = { kind: 'iban', holder: 'Data Forge GmbH', iban: 'DE89 3704 0044 0532 0130 00' };
  const settings = { method: 'bank', schedule: 'none', day: null, minimum: 25, bank_account };
  expect((await owner.put('/seller/ours/payout-settings', settings)).status).toBe(200);
  let key = 0;
  const latest = () =>
    database.kysely.selectFrom('api.payout').selectAll().orderBy('created_at', 'desc').executeTakeFirst();
  const ofLatest = async (verb: string, body: object = {}) => {
    const payout = await latest();
    return payout ? staff.post(`/admin/payout/${payout.payout_id}/${verb}`, body) : null;
  };
  const ofBatch = async (verb: 'sent' | 'discard') => {
    const batch = (await latest())?.batch_id;
    return batch ? staff.post(`/admin/payout-batch/${batch}/${verb}`, {}) : null;
  };
  const reason = 'The bank knows no such account.';
  const verbs = {
    earn: async () => {
      await earn(database.kysely, { sellerId: 'ours', cents: 5_000, fee: 500, name: 'Bird songs', at: new Date() });
      return null;
    },
    ask: () => owner.post('/seller/ours/payout', {}, { 'idempotency-key': `key-${++key}` }),
    hold: () => ofLatest('hold', { reason }),
    release: () => ofLatest('release'),
    takeIntoFile: async () => {
      const payout = await latest();
      return payout ? staff.post('/admin/payout-batch', { payouts: [payout.payout_id] }) : null;
    },
    takeOutOfFile: () => ofLatest('take-out'),
    discardFile: () => ofBatch('discard'),
    sendFile: () => ofBatch('sent'),
    markPaid: () => ofLatest('paid'),
    markFailed: () => ofLatest('failed', { reason }),
    retry: () => ofLatest('retry'),
    suspend: () => staff.post('/admin/seller/ours/suspend', { reason: 'It sold what was not theirs.' }),
    reinstate: () => staff.post('/admin/seller/ours/reinstate', {}),
  };
  return { verbs, latest };
}

type Verb = keyof Awaited<ReturnType<typeof open>>['verbs'];

const begin: Verb[] = ['earn', 'ask'];
const fitting: Record<PayoutState, Verb[]> = {
  pending: [
    'hold',
    'release',
    'takeIntoFile',
    'takeIntoFile',
    'takeOutOfFile',
    'discardFile',
    'sendFile',
    'markFailed',
  ],
  sent: ['markPaid', 'markFailed'],
  paid: ['markFailed', ...begin],
  failed: ['retry', ...begin],
  returned: ['retry', ...begin],
};

test('payouts take no step that their table does not have, whatever is done to them', async () => {
  await fc.assert(
    fc.asyncProperty(someSteps(24), async (steps) => {
      const { verbs, latest } = await open();
      const fit = async () => {
        const payout = await latest();
        return payout ? fitting[payout.state] : begin;
      };
      await verbs.earn();
      await takeSteps(steps, { verbs, fitting: fit, faults });
      expect((await database.kysely.transaction().execute(verifyLedger)).faults).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 180_000);
