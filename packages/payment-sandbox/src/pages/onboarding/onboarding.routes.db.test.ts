import { expect, test } from 'vitest';
import { eachWithPayments, HOUR, origin, type TestPayments } from '../../../../../test/parts/payments.ts';

let payments: TestPayments;
eachWithPayments((started) => {
  payments = started;
});

const answers = {
  entity: 'individual',
  given: 'Mara',
  surname: 'Lind',
  birth: '1990-04-01',
  country: 'US',
  routing: '110000000',
  account: '000123456789',
  document: 'accepted',
  terms: 'yes',
};
const refresh_url = `${origin}/seller/payouts?again=1`;
const return_url = `${origin}/seller/payouts`;

async function linkFor(account: string, type: 'account_onboarding' | 'account_update' = 'account_onboarding') {
  const purpose = { refresh_url, return_url };
  const { url } = await payments.stripe.v2.core.accountLinks.create({ account, use_case: { type, [type]: purpose } });
  return new URL(url).pathname;
}

async function stateOf(account: string) {
  const { configuration } = await payments.stripe.v2.core.accounts.retrieve(account, {
    include: ['configuration.recipient'],
  });
  return configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status;
}

test('[W-08] a seller tells who they are, is sent back, and can be paid', async () => {
  await payments.start();
  const account = await payments.seller({ onboarded: false });
  const path = await linkFor(account);
  const page = await payments.page(path);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Sandbox: no money moves.');
  for (const label of ['First name', 'Date of birth', 'Account number', 'Identity document'])
    expect(page.text).toContain(label);
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${origin}`);
  const sent = await payments.submit(path, answers);
  expect(sent).toMatchObject({ status: 303, location: return_url });
  expect(await stateOf(account)).toBe('active');
  // The shop has heard of it before the seller is back.
  expect(payments.shop.takenThin.map(({ type }) => type)).toContain('v2.core.account_link.returned');
  const returned = payments.shop.takenThin.find(({ type }) => type === 'v2.core.account_link.returned');
  if (returned?.type !== 'v2.core.account_link.returned') throw new Error('not told');
  expect(await returned.fetchEvent()).toMatchObject({
    data: { account_id: account, configurations: ['recipient'], use_case: 'account_onboarding' },
  });
  expect(await payments.stripe.v2.core.accounts.retrieve(account, { include: ['identity'] })).toMatchObject({
    identity: { country: 'us', individual: { given_name: 'Mara', surname: 'Lind' } },
  });
});

test('[W-08] a document that is missing is the only thing asked for the next time', async () => {
  const account = await payments.seller({ onboarded: false });
  await payments.submit(await linkFor(account), { ...answers, document: 'missing' });
  expect(await stateOf(account)).toBe('restricted');
  const path = await linkFor(account);
  const page = await payments.page(path);
  expect(page.text).toContain('A document is missing');
  expect(page.text).not.toContain('Account number');
  expect(await payments.submit(path, { document: 'accepted' })).toMatchObject({ status: 303 });
  expect(await stateOf(account)).toBe('active');
});

test('[W-08] a seller who is rejected is told so, and where to go', async () => {
  const account = await payments.seller({ onboarded: false });
  await payments.submit(await linkFor(account), { ...answers, document: 'rejected' });
  expect(await stateOf(account)).toBe('rejected');
  const page = await payments.page(await linkFor(account));
  expect(page.text).toContain('You cannot be paid');
  expect(page.text).toContain(`href="${return_url}"`);
});

test('[W-08] a bank account is changed by a link for that, and payouts go there', async () => {
  const account = await payments.seller();
  const path = await linkFor(account, 'account_update');
  expect((await payments.page(path)).text).toContain('Where you are paid out');
  await payments.submit(path, { routing: '110000000', account: '000111111113' });
  await payments.atProvider.adjust(1_000, account);
  const { id } = await payments.stripe.payouts.create({ amount: 1_000, currency: 'usd' }, { stripeAccount: account });
  expect(await payments.atProvider.failPayout(id)).toMatchObject({ failure_code: 'account_closed' });
});

test('[W-08] a link is good once, and says where a new one is had', async () => {
  const account = await payments.seller({ onboarded: false });
  const path = await linkFor(account);
  const at = await Promise.all(Array.from({ length: 5 }, () => payments.submit(path, answers)));
  expect(at.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410]);
  const used = await payments.page(path);
  expect(used.status).toBe(410);
  expect(used.text).toContain('This link has been used');
  expect(used.text).toContain(`href="${refresh_url}"`);
});

test('[W-08] a link expires after minutes unopened and an hour opened; one that never was is 404', async () => {
  const account = await payments.seller({ onboarded: false });
  const [unopened, opened] = [await linkFor(account), await linkFor(account)];
  expect((await payments.page(opened)).status).toBe(200);
  payments.clock.ahead += 11 * 60_000;
  const late = await payments.page(unopened);
  expect(late).toMatchObject({ status: 410 });
  expect(late.text).toContain('This link has expired');
  expect((await payments.submit(unopened, answers)).status).toBe(410);
  expect((await payments.page(opened)).status).toBe(200);
  payments.clock.ahead += HOUR;
  expect((await payments.page(opened)).status).toBe(410);
  expect((await payments.page('/pay/onboarding/acctlink_none')).status).toBe(404);
});

test('[W-08] who leaves is sent back and can go on with the same link', async () => {
  const account = await payments.seller({ onboarded: false });
  const path = await linkFor(account);
  expect(await payments.submit(path, { leave: 'yes' })).toMatchObject({ status: 303, location: return_url });
  expect(await stateOf(account)).toBe('restricted');
  expect((await payments.page(path)).status).toBe(200);
});

test.each([
  ['given', '', 'Type your first name.'],
  ['surname', '4242424242424242', 'Type your last name.'],
  ['birth', '2024-01-01', 'You must be 18 to be paid.'],
  ['birth', 'yesterday', 'Type your date of birth.'],
  ['routing', '123', 'use 110000000.'],
  ['account', '123', 'use one of the test accounts.'],
  ['document', '', 'Choose what becomes of your document.'],
  ['terms', '', 'Agree to the terms to be paid.'],
])('[W-08] %s that is %j is asked for again, with what was typed', async (name, value, fault) => {
  const account = await payments.seller({ onboarded: false });
  const path = await linkFor(account);
  const page = await payments.submit(path, { ...answers, [name]: value });
  expect(page.status).toBe(400);
  expect(page.text).toContain(fault);
  if (name !== 'given') expect(page.text).toContain('value="Mara"');
  expect(page.text).not.toContain(`value="${answers.account}"`);
  expect(await stateOf(account)).toBe('restricted');
});
