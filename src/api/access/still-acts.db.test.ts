// Members who lost their role since the route checked it: the verbs check once more, where the shop is locked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../test/factories/seller.ts';
import { startApi, testSecrets } from '../../../test/parts/api.ts';
import { putEndpoint, removeEndpoint, rotateEndpointSecret } from '../goods/provision/manage-endpoint.ts';
import type { PayoutService } from '../money/payout/payout-service.ts';
import { putSettings } from '../money/payout/settings/save-settings.ts';
import type { Acting } from '../selling/listing/acting.ts';
import { changeStatus } from '../selling/listing/change-status.ts';
import { discardDraft, saveDraft } from '../selling/listing/draft/save-draft.ts';
import { submitListing, withdrawListing } from '../selling/listing/draft/submit-listing.ts';
import { changeOffers } from '../selling/listing/offer/change-offers.ts';
import { restoreVersion } from '../selling/listing/version/versions.ts';
import {
  discardApplication,
  mailSupportAddress,
  saveSeller,
  submitApplication,
  withdrawApplication,
} from '../selling/seller/application/application.ts';
import type { SellerService } from '../selling/seller/seller-service.ts';
import { makeKey, revokeKey, takeOverKey } from '../selling/seller-key/seller-keys.ts';
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  rotateSecret,
  type Webhooks,
} from '../selling/webhook/manage-webhooks.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  await api?.close();
  api = await startApi(database);
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { ada: 'owner', bob: 'owner' });
});
afterAll(() => api.close());

const now = () => new Date();
const signIn = (account: string) =>
  api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000) },
  );

/** The acting member, with the things that Ada has made. */
function given(by: string, { keyId, webhookId }: { keyId: string; webhookId: string }) {
  const db = database.kysely;
  const member = { sellerId: 'ours', by };
  const service = { db, secrets: testSecrets, now } as unknown as Webhooks;
  const applications = { db, now, shop } as unknown as SellerService;
  return { db, by, member, keyId, own: { ...member, webhookId }, service, applications };
}
const customerOf = (by: string) =>
  ({ userId: by, email: addressOf(by), name: by }) as unknown as Parameters<typeof saveSeller>[2];
type Given = ReturnType<typeof given>;

const key = { name: 'Robot', scopes: ['refundOrders' as const], expires_at: null };
const hook = { url: 'https://evil.example/', events: ['order.paid' as const], enabled: true };
const bank_account = { kind: 'iban', holder: 'Bob', iban: 'DE89370400440532013000' } as const;
const settings = { method: 'bank', schedule: 'none', day: null, minimum: 25, bank_account } as const;
const shop = { name: 'Hearth', origin: 'https://shop.test' };

const verbs = {
  'making a key': ({ db, member }: Given) => makeKey(db, member, key, now()),
  'taking a key over': ({ db, member, keyId }: Given) => takeOverKey(db, member, keyId),
  'revoking a key': ({ db, member, keyId }: Given) => revokeKey(db, member, keyId),
  'adding a webhook': ({ service, member }: Given) => addWebhook(service, member, hook),
  'changing a webhook': ({ service, own }: Given) => changeWebhook(service, own, hook),
  'a new secret of a webhook': ({ service, own }: Given) => rotateSecret(service, own),
  'removing a webhook': ({ service, own }: Given) => removeWebhook(service, own),
  'another endpoint': ({ service, member }: Given) => putEndpoint(service, member, 'https://evil.example/'),
  'a new secret of the endpoint': ({ service, member }: Given) => rotateEndpointSecret(service, member),
  'removing the endpoint': ({ service, member }: Given) => removeEndpoint(service, member),
  'another payout account'({ db, by }: Given) {
    const service = { db, secrets: testSecrets, now, shop, sendMail: async () => {}, waitDays: 0 };
    return putSettings(service as unknown as PayoutService, 'ours', settings, { by, email: addressOf(by) });
  },
  'another support address': ({ by, applications }: Given) =>
    saveSeller(applications, 'ours', customerOf(by), { support_email: addressOf(by) }),
  'submitting the application': ({ by, applications }: Given) =>
    submitApplication(applications, 'ours', customerOf(by)),
  'taking the application back': ({ by, applications }: Given) =>
    withdrawApplication(applications, 'ours', customerOf(by)),
  'discarding the application': ({ by, applications }: Given) =>
    discardApplication(applications, 'ours', customerOf(by)),
  'mailing the support address': ({ by, applications }: Given) =>
    mailSupportAddress(applications, 'ours', { by, counted: '' }),
};

type Verb = keyof typeof verbs;

async function madeByAda() {
  const ada = await signIn('ada');
  const key = { name: 'Warehouse', scopes: ['readOrders'] };
  const { key_id: keyId } = (await ada.post('/seller/ours/key', key)).body;
  const hook = { url: 'https://hooks.example/', events: ['order.paid'] };
  const { webhook_id: webhookId } = (await ada.post('/seller/ours/webhook', hook)).body;
  await ada.put('/seller/ours/provision-endpoint', { url: 'https://machines.example/' });
  return { keyId, webhookId };
}

describe('[S-13] whoever is an owner no more once it is their turn', () => {
  test.each(Object.keys(verbs) as Verb[])('is refused %s', async (verb) => {
    const made = await madeByAda();
    await database.kysely
      .updateTable('api.seller_member')
      .set({ role: 'editor' })
      .where('account_id', '=', 'bob')
      .execute();
    for (const by of ['bob', 'mallory', 'key:gone'])
      await expect(verbs[verb](given(by, made)), by).rejects.toMatchObject({ status: 404 });
    await database.kysely
      .updateTable('api.seller_member')
      .set({ role: 'owner' })
      .where('account_id', '=', 'bob')
      .execute();
    await verbs[verb](given('bob', made));
  });

  test('has no key that does more than the new role, however many were asked for at the same moment', async () => {
    const [ada, bob] = [await signIn('ada'), await signIn('bob')];
    const key = { name: 'Robot', scopes: ['refundOrders', 'readWallet'] };
    await Promise.all([
      ...Array.from({ length: 6 }, () => bob.post('/seller/ours/key', key)),
      ada.put('/seller/ours/member/bob', { role: 'editor' }),
      ...Array.from({ length: 6 }, () => bob.post('/seller/ours/key', key)),
    ]);
    const keys = await database.kysely.selectFrom('api.seller_key').select('revoked_at').execute();
    expect(keys.filter(({ revoked_at: at }) => at === null)).toEqual([]);
  });
});

describe('[S-05] whoever writes no products any more once it is their turn', () => {
  const verbs = {
    'saving a draft': (acting: Acting) => saveDraft(acting, 'p', { revision: 1, content: {} }),
    'discarding a draft': (acting: Acting) => discardDraft(acting, 'p'),
    'submitting a product': (acting: Acting) => submitListing(acting, 'p', 1),
    'taking it back': (acting: Acting) => withdrawListing(acting, 'p'),
    'restoring a version': (acting: Acting) => restoreVersion(acting, 'p', 1),
    'changing a price': (acting: Acting) =>
      changeOffers(acting, [{ productId: 'p', change: { price: 1 } }], { priceWaitPercent: null }),
    'pausing a product': (acting: Acting) => changeStatus(acting, ['p'], 'pause'),
  };

  test.each(Object.keys(verbs) as Array<keyof typeof verbs>)('is refused %s', async (verb) => {
    const acting = { db: database.kysely, sellerId: 'ours', accountId: 'bob' };
    // There is no such product: they are told so while they may ask.
    await expect(verbs[verb](acting)).resolves.toBeTruthy();
    await database.kysely
      .updateTable('api.seller_member')
      .set({ role: 'finance' })
      .where('account_id', '=', 'bob')
      .execute();
    for (const accountId of ['bob', 'mallory', 'key:gone'])
      await expect(verbs[verb]({ ...acting, accountId }), accountId).rejects.toMatchObject({ status: 404 });
  });
});
