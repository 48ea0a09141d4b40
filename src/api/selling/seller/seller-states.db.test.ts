// Whatever its people and the staff do to a shop and to what it lists, in whatever order: nothing takes a step that the tables do not
// have (test databases refuse it), and nothing fails.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListingState } from '#contract/selling/listing/listing-labels.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeStaff } from '../../../../test/factories/seller.ts';
import { aContent, openListings } from '../../../../test/parts/listings.ts';
import { someSteps, takeSteps } from '../../../../test/parts/random-steps.ts';
import { startSelling } from '../../../../test/parts/selling.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let selling: Awaited<ReturnType<typeof startSelling>>;

beforeAll(async () => {
  database = await openTestDatabase();
  selling = await startSelling(database);
});
afterAll(async () => {
  await selling.close();
  await database.close();
});

async function open() {
  await emptyDatabase(database);
  const shop = await openListings(database, selling.api);
  await storeStaff(database, 'staff', 'admin');
  const staff = await selling.as('staff');
  const { product_id: productId } = await shop.create();
  const ofListing = `${shop.base}/${productId}`;
  const listing = async () => (await shop.owner.get(ofListing)).body;
  const write = async (name: string) => {
    const { revision } = await listing();
    return shop.save(productId, revision ?? 0, aContent({ product_name: name }));
  };
  const decide = async (verb: 'approve' | 'return', subject: string) => {
    const waits = await database.kysely
      .selectFrom('api.approval')
      .select('approval_id')
      .where('subject_id', '=', subject)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    return waits ? staff.post(`/admin/approval/${waits.approval_id}/${verb}`, { reason: 'Say more of it.' }) : null;
  };
  const ofShop = (verb: string, body: object = {}) => shop.owner.post(`/seller/ours/${verb}`, body);
  const verbs = {
    write: () => write('Kitchen Voices'),
    writeOther: () => write('Bathroom Voices'),
    writeBack: () => write('Kitchen Voice Commands'),
    submit: () => shop.submit(productId),
    withdraw: () => shop.owner.post(`${ofListing}/withdraw`, {}),
    discard: () => shop.owner.delete(`${ofListing}/draft`),
    changePrice: () => shop.owner.put(`${ofListing}/offer`, { price: 130 }),
    pause: () => shop.owner.post(`${ofListing}/pause`, {}),
    resume: () => shop.owner.post(`${ofListing}/resume`, {}),
    archive: () => shop.owner.post(`${ofListing}/archive`, {}),
    restoreFromArchive: () => shop.owner.post(`${ofListing}/restore-from-archive`, {}),
    restoreVersion: () => shop.owner.post(`${ofListing}/version/1/restore`, {}),
    approve: () => decide('approve', productId),
    return: () => decide('return', productId),
    hide: () => staff.post(`/admin/listing/${productId}/hide`, { reason: 'It is not as described.' }),
    unhide: () => staff.post(`/admin/listing/${productId}/unhide`, {}),
    suspend: () => staff.post('/admin/seller/ours/suspend', { reason: 'It sold what was not theirs.' }),
    reinstate: () => staff.post('/admin/seller/ours/reinstate', {}),
    close: () => ofShop('close'),
    reopen: () => ofShop('reopen'),
    finish: () => ofShop('finish'),
    submitShop: () => ofShop('submit'),
    withdrawShop: () => ofShop('withdraw'),
  };
  return { verbs, listing };
}

type Verb = keyof Awaited<ReturnType<typeof open>>['verbs'];

const always: Verb[] = ['write', 'writeOther', 'writeBack', 'submit', 'discard', 'restoreVersion', 'changePrice'];
const onSale: Verb[] = [...always, 'pause', 'archive', 'hide', 'suspend', 'close'];
const fitting: Record<ListingState, Verb[]> = {
  draft: always,
  waiting: ['approve', 'return', 'withdraw', 'write', 'writeBack', 'close', 'archive'],
  returned: [...always, 'archive'],
  on_sale: onSale,
  changes_waiting: ['approve', 'return', 'withdraw', 'writeBack', 'write', 'close', 'archive', 'pause', 'suspend'],
  paused: [...onSale, 'resume', 'approve', 'return'],
  archived: ['restoreFromArchive', 'reopen', 'reinstate', 'finish'],
  hidden: [...onSale, 'unhide', 'approve', 'return'],
};

test('a shop, its drafts and what asks for a decision take no step that their tables do not have, whatever is done to them', async () => {
  await fc.assert(
    fc.asyncProperty(someSteps(24), async (steps) => {
      const { verbs, listing } = await open();
      const fit = async () => {
        const { state } = await listing();
        return state ? fitting[state as ListingState] : [];
      };
      await takeSteps(steps, { verbs, fitting: fit });
      const { draft_state: state, draft } = (await database.kysely
        .selectFrom('api.listing')
        .selectAll()
        .where('seller_id', '=', 'ours')
        .executeTakeFirst()) ?? { draft_state: null, draft: null };
      // A listing with something written has a draft, and no other but one that waits as it was submitted.
      expect(state !== null, `${state} ${JSON.stringify(draft)}`).toBe(draft !== null || state === 'waiting');
    }),
    { numRuns: 40 },
  );
}, 180_000);
