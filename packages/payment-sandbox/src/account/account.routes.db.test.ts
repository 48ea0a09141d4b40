import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { aSeller, eachWithPayments, origin, type TestPayments } from '../../../../test/parts/payments.ts';

let payments: TestPayments;
let core: Stripe['v2']['core'];
eachWithPayments((started) => {
  payments = started;
  core = started.stripe.v2.core;
});

const include = ['configuration.recipient', 'requirements'] as const;
const look = (id: string) => core.accounts.retrieve(id, { include: [...include] });
const transfersOf = (account: Stripe.V2.Core.Account) =>
  account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers;
const thinTypes = async (object_id: string) =>
  (await core.events.list({ object_id, limit: 100 })).data.map(({ type }) => type).reverse();

test('[W-08] an account is made, asks for what is missing, and is ready when the seller has told it', async () => {
  const made = await core.accounts.create({ ...aSeller(), metadata: { seller: '7' } });
  expect(made).toMatchObject({
    id: expect.stringMatching(/^acct_/),
    object: 'v2.core.account',
    applied_configurations: ['recipient'],
    closed: false,
    contact_email: 'mara@example.com',
    livemode: false,
    metadata: { seller: '7' },
    identity: null,
  });
  expect(Date.parse(made.created)).toBeGreaterThan(0);
  expect(transfersOf(made)).toEqual({
    status: 'restricted',
    status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
  });
  expect(made.requirements?.entries?.[0]).toMatchObject({
    awaiting_action_from: 'user',
    errors: [],
    impact: { restricts_capabilities: [{ capability: 'stripe_balance.stripe_transfers' }] },
    minimum_deadline: { status: 'past_due' },
  });

  await payments.atProvider.onboard(made.id);
  const ready = await look(made.id);
  expect(transfersOf(ready)).toEqual({ status: 'active', status_details: [] });
  expect(ready.requirements).toEqual({ entries: [], summary: null });
  expect(await thinTypes(made.id)).toEqual([
    'v2.core.account.created',
    'v2.core.account[requirements].updated',
    'v2.core.account.updated',
    'v2.core.account[requirements].updated',
    'v2.core.account[configuration.recipient].capability_status_updated',
    'v2.core.account[configuration.recipient].capability_status_updated',
  ]);
  expect((await payments.atProvider.eventsOf(made.id)).map(({ type, account }) => [type, account])).toEqual([
    ['account.updated', made.id],
  ]);
  expect(await payments.stripe.accounts.retrieve(made.id)).toMatchObject({
    object: 'account',
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
  });
});

test('[W-08] a document that is missing is asked for with its reason, and a seller who is rejected stays so', async () => {
  const account = await payments.seller({ onboarded: false });
  await payments.atProvider.onboard(account, { document: 'missing' });
  const waiting = await look(account);
  expect(transfersOf(waiting)?.status).toBe('restricted');
  expect(waiting.requirements?.entries).toMatchObject([
    {
      description: 'identity.individual.documents.primary_verification',
      errors: [{ code: 'verification_document_not_uploaded' }],
    },
  ]);
  await payments.atProvider.onboard(account, { document: 'rejected' });
  expect(transfersOf(await look(account))).toEqual({
    status: 'rejected',
    status_details: [{ code: 'rejected_other', resolution: 'contact_stripe' }],
  });
});

test('[W-08] an account is changed, keeps what is not named, and loses metadata that is unset', async () => {
  const { id } = await core.accounts.create({ ...aSeller(), metadata: { a: '1', b: '2' } });
  const changed = await core.accounts.update(id, {
    display_name: 'Mara Cloud',
    metadata: { a: null as never, c: '3' },
  });
  expect(changed).toMatchObject({
    display_name: 'Mara Cloud',
    contact_email: 'mara@example.com',
    metadata: { b: '2', c: '3' },
    configuration: null,
    requirements: null,
  });
  await expect(core.accounts.update(id, { identity: { country: 'gb' } })).rejects.toMatchObject({ statusCode: 400 });
});

test('[W-08] accounts are listed a page at a time, the newest first, and closed ones by themselves', async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index++) made.push(await payments.seller({ onboarded: false }));
  const first = await core.accounts.list({ limit: 2 });
  expect(first.data.map(({ id }) => id)).toEqual([made[4], made[3]]);
  expect(first).toMatchObject({
    next_page_url: expect.stringContaining('/v2/core/accounts?'),
    previous_page_url: null,
  });
  const all = await core.accounts.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(made.toReversed());
  const second = await payments.request(first.next_page_url ?? '');
  expect(second.body).toMatchObject({ previous_page_url: '/v2/core/accounts?limit=2' });

  await core.accounts.close(made[0] ?? '', { applied_configurations: ['recipient'] });
  expect((await core.accounts.list({ closed: true })).data.map(({ id, closed }) => [id, closed])).toEqual([
    [made[0], true],
  ]);
  expect((await core.accounts.list()).data).toHaveLength(4);
  expect((await core.accounts.list({ applied_configurations: ['merchant'] })).data).toEqual([]);
});

test('[W-08] an account with money cannot be closed, and one that is closed cannot be changed', async () => {
  const account = await payments.seller();
  await payments.atProvider.adjust(500, account);
  await expect(core.accounts.close(account)).rejects.toThrow('its balance is not zero');
  await payments.atProvider.adjust(-500, account);
  expect(await core.accounts.close(account)).toMatchObject({ closed: true });
  await expect(core.accounts.update(account, { display_name: 'Again' })).rejects.toMatchObject({ statusCode: 400 });
  await expect(payments.stripe.transfers.create({ amount: 1, currency: 'usd', destination: account })).rejects.toThrow(
    `No such destination: '${account}'`,
  );
});

test.each<[string, object, string]>([
  ['a field that is not known', { colour: 'red' }, 'Invalid value for colour: this field is unknown'],
  ['an address that is none', { contact_email: 'mara' }, 'Invalid value for contact_email'],
  ['a country that is none', { identity: { country: 'xx' } }, 'Invalid value for identity.country'],
  ['a configuration that the sandbox lacks', { configuration: { merchant: {} } }, 'configuration.merchant'],
  ['text where yes or no is asked', requested('yes'), 'stripe_transfers.requested'],
])('[W-08] %s is refused with its name', async (_what, params, message) => {
  await expect(core.accounts.create(params as Stripe.V2.Core.AccountCreateParams)).rejects.toMatchObject({
    statusCode: 400,
    code: 'invalid_fields',
    message: expect.stringContaining(message),
  });
});

function requested(value: unknown) {
  return {
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: value } } } } },
  };
}

test('[W-08] an account that is not there is 404, and a body that is no JSON 400', async () => {
  await expect(core.accounts.retrieve('acct_none')).rejects.toMatchObject({ statusCode: 404, code: 'not_found' });
  await expect(core.events.retrieve('evt_none')).rejects.toMatchObject({ statusCode: 404, code: 'not_found' });
  const post = (headers: Record<string, string>, body: string) =>
    payments.request('/v2/core/accounts', { method: 'POST', headers, body });
  expect(await post({ 'content-type': 'application/json' }, '{"a":')).toMatchObject({ status: 400 });
  expect(await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=1')).toMatchObject({ status: 400 });
  expect((await payments.request('/v2/core/nothing')).body.error?.message).toContain('Unrecognized request URL');
});

test('[W-08] a key makes one account; what was refused under it may be tried again', async () => {
  const options = { idempotencyKey: 'seller-7' };
  const first = await core.accounts.create(aSeller(), options);
  expect((await core.accounts.create(aSeller(), options)).id).toBe(first.id);
  await expect(core.accounts.create({ display_name: 'Other' }, options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
  await payments.atProvider.adjust(1, first.id);
  const close = { idempotencyKey: 'close-7' };
  await expect(core.accounts.close(first.id, {}, close)).rejects.toMatchObject({ statusCode: 400 });
  await payments.atProvider.adjust(-1, first.id);
  expect(await core.accounts.close(first.id, {}, close)).toMatchObject({ closed: true });
});

test('[W-08] a link to the onboarding is for accounts that are there, and expires', async () => {
  const account = await payments.seller({ onboarded: false });
  const purpose = {
    refresh_url: `${origin}/seller/payouts`,
    return_url: `${origin}/seller/payouts`,
  };
  const link = await core.accountLinks.create({
    account,
    use_case: { type: 'account_onboarding', account_onboarding: purpose },
  });
  expect(link).toMatchObject({
    object: 'v2.core.account_link',
    account,
    livemode: false,
    url: expect.stringMatching(/^https:\/\/shop\.example\/pay\/onboarding\/acctlink_\w{58}$/),
    use_case: { type: 'account_onboarding', account_onboarding: purpose },
  });
  expect(Date.parse(link.expires_at) - Date.parse(link.created)).toBe(600_000);
  const refused = { statusCode: 400, code: 'invalid_fields' };
  const create = (params: unknown) => core.accountLinks.create(params as Stripe.V2.Core.AccountLinkCreateParams);
  await expect(create({ account, use_case: { type: 'account_onboarding' } })).rejects.toMatchObject(refused);
  await expect(
    create({ account, use_case: { type: 'account_update', account_onboarding: purpose } }),
  ).rejects.toMatchObject(refused);
  const merchant = { ...purpose, configurations: ['merchant'] };
  await expect(
    create({ account, use_case: { type: 'account_update', account_update: merchant } }),
  ).rejects.toMatchObject(refused);
  await expect(
    create({ account: 'acct_none', use_case: { type: 'account_update', account_update: purpose } }),
  ).rejects.toMatchObject({ statusCode: 404 });
});

test('[W-08] thin events reach the shop signed, and lead to the event and to the account', async () => {
  await payments.start();
  const account = await payments.seller();
  await expect
    .poll(() => payments.shop.takenThin.map(({ type }) => type), { timeout: 10_000 })
    .toContain('v2.core.account[configuration.recipient].capability_status_updated');
  const event = payments.shop.takenThin.find(({ type }) => type.endsWith('capability_status_updated'));
  if (event?.type !== 'v2.core.account[configuration.recipient].capability_status_updated') throw new Error('not told');
  expect(event.related_object).toMatchObject({ id: account, type: 'v2.core.account' });
  expect(event).not.toHaveProperty('data');
  expect(await event.fetchEvent()).toMatchObject({
    data: { updated_capability: expect.stringMatching(/^stripe_balance/) },
  });
  expect(await event.fetchRelatedObject()).toMatchObject({ id: account, object: 'v2.core.account' });
});
