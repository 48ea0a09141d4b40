import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { earn, giveMoneyBack } from '../../../../test/parts/earning.ts';
import {
  payoutDetailSchema,
  payoutLinesSchema,
  payoutSchema,
  payoutSettingsSchema,
  type StaffPayout,
  staffPayoutDetailSchema,
} from '../../../contract/money/payout.schema.ts';
import { payoutGroups } from '../../../contract/money/payout.ts';
import { findBalances } from '../../../ledger/entry.store.ts';
import { verifyLedger } from '../../../ledger/verify.store.ts';
import { createSecrets } from '../../../platform/secrets.ts';
import { requestPayout } from './make-payout.ts';
import { payBySchedule } from './pay-by-schedule.ts';
import type { PayoutService } from './payout-service.ts';
import { payoutsNeedOlderKey, reEncryptPayouts } from './re-encrypt-payouts.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let service: PayoutService;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  shop = await startBuying(database);
  service = shop.api.payouts;
  await storeSeller(database, { seller_id: 'ours', name: 'Data Forge', address: 'data-forge' }, members);
  await storeSeller(database, { seller_id: 'theirs', name: 'Other' }, { stranger: 'owner' });
  await storeStaff(database, 'money', 'finance');
});
afterEach(async () => {
  expect((await verifyLedger(database.kysely)).faults).toEqual([]);
  await shop.close();
});
afterAll(() => database.close());

const members = { owner: 'owner', editor: 'editor', finance: 'finance' } as const;
const iban = { kind: 'iban', holder: 'Data Forge GmbH', iban: 'DE89 3704 0044 0532 0130 00' };
const weekly = { method: 'bank', schedule: 'none', day: null, minimum: 25, bank_account: iban } as const;

const as = (account: string, claims: object = {}) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(service.now().getTime() / 1_000), amr: ['pwd', 'mfa'], ...claims },
  );
let keys = 0;
const ask = async (amount?: number, key = `key-${++keys}`, by = 'finance') =>
  (await as(by)).post('/seller/ours/payout', amount === undefined ? {} : { amount }, { 'idempotency-key': key });
const settings = async (more: object = {}) =>
  (await as('owner')).put('/seller/ours/payout-settings', { ...weekly, ...more });
const readSettings = async () =>
  payoutSettingsSchema.parse((await (await as('owner')).get('/seller/ours/payout-settings')).body);
const staff = () => as('money');
const detail = async (id: string) =>
  payoutDetailSchema.parse((await (await as('finance')).get(`/seller/ours/payout/${id}`)).body);
const balances = async () => {
  const all = await findBalances(database.kysely, [
    'seller:ours:available',
    'seller:ours:in_transit',
    'seller:ours:owed',
    'external:bank',
  ]);
  return {
    available: all.get('seller:ours:available') ?? 0,
    inTransit: all.get('seller:ours:in_transit') ?? 0,
    owed: all.get('seller:ours:owed') ?? 0,
    bank: all.get('external:bank') ?? 0,
  };
};
const earned = (cents: number, fee = 0, name = 'Bird songs') =>
  earn(database.kysely, { sellerId: 'ours', cents, fee, name, at: service.now() });

/** Puts the requested payout in a file that the bank has. */
async function sent(payoutId: string): Promise<string> {
  const finance = await staff();
  const made = await finance.post('/admin/payout-batch', { payouts: [payoutId] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect((await finance.post(`/admin/payout-batch/${made.body.batch_id}/sent`, {})).status).toBe(200);
  return made.body.batch_id;
}

const linesOf = async (payoutId: string, query = '') =>
  payoutLinesSchema.parse((await (await as('finance')).get(`/seller/ours/payout/${payoutId}/line${query}`)).body);
const cents = (dollars: number) => Math.round(dollars * 100);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0);

/** opening + lines = what was paid + what is left: on the page, by groups, in each group, and in the file. */
async function addsUp(payoutId: string) {
  const shown = await detail(payoutId);
  const lines = await linesOf(payoutId);
  expect(lines).toHaveLength(shown.line_count);
  expect(sumOf(lines.map(({ amount }) => amount))).toBe(cents(shown.lines_sum));
  expect(cents(shown.opening) + cents(shown.lines_sum) - cents(shown.amount)).toBe(cents(shown.left));
  expect(sumOf([shown.opening, ...shown.groups.map(({ amount }) => amount), -shown.left])).toBe(cents(shown.amount));
  for (const { price, fee, tax, amount } of lines)
    expect(cents(price ?? 0) + cents(fee ?? 0) + cents(tax ?? 0)).toBe(cents(amount));
  for (const { group, amount } of shown.groups) {
    const part = { fees: 'fee', taxes: 'tax' }[group as 'fees'] ?? 'price';
    const amounts = (await linesOf(payoutId, `?group=${group}`)).map((line) => line[part as 'fee'] ?? 0);
    expect([group, sumOf(amounts)]).toEqual([group, cents(amount)]);
  }
  // Without an order, it is of a payout that is listed here, or says by which rule it is.
  for (const line of [...lines, ...shown.came_back.flatMap((came) => came.lines)])
    expect(
      line.order_id ?? line.reason ?? shown.came_back.find((came) => came.payout_id === line.payout_id),
    ).toBeTruthy();
  for (const { opening, carried_from: from } of [shown, ...shown.came_back]) expect(from.length > 0).toBe(opening > 0);
  const answer = await (await as('finance')).get(`/seller/ours/payout/${payoutId}/statement`);
  const rows: Array<Record<string, string>> = parse(String(answer.body), { columns: true });
  const last = rows.pop();
  expect(last).toMatchObject({ what: 'payout', payout: payoutId, amount: shown.amount.toFixed(2) });
  expect(sumOf(rows.map((row) => Number(row.amount)))).toBe(cents(shown.amount));
  // From nothing else than the file: the opening first, numbered lines whose parts are their amount, what is left, what was paid.
  const numbered = rows.filter(({ number }) => number !== '');
  expect(rows.map(({ what }) => what)).toEqual(['opening', ...numbered.map(({ what }) => what), 'left in the balance']);
  expect(numbered.map(({ number }) => number)).toEqual(numbered.map((_, index) => String(index + 1)));
  for (const row of numbered)
    expect(sumOf(payoutGroups.map((group) => Number(row[group])))).toBe(cents(Number(row.amount)));
  for (const group of payoutGroups)
    expect([group, sumOf(rows.map((row) => Number(row[group])))]).toEqual([
      group,
      cents(shown.groups.find((one) => one.group === group)?.amount ?? 0),
    ]);
  // As on the page: lines of orders counted from 1, and the orders that netting is for.
  expect(numbered.map(({ line, owed_for }) => [line, owed_for])).toEqual(
    lines.map(({ line, owed_for }) => [line === null ? '' : String(line + 1), owed_for.join(' ')]),
  );
  return { ...shown, lines };
}

describe('an account that was changed', () => {
  const other = { ...iban, iban: 'FR14 2004 1010 0505 0001 3M02 606' };
  /** The account as the owner sees it now. */
  const shown = async () => ({ changed_at: (await readSettings()).changed_at });
  const confirm = async (who: string, seen?: object) =>
    (await as(who)).post('/seller/ours/payout-settings/confirm', seen ?? (await shown()));
  const byStaff = async (who = 'money', seen?: object) =>
    (await as(who)).post('/admin/seller/ours/payout-settings/confirm', seen ?? (await shown()));
  beforeEach(async () => {
    service.waitDays = 3;
    await earned(10_000);
    expect((await settings()).status).toBe(200);
    await since(new Date(Date.now() - 30 * 86_400_000));
  });
  const since = (role_since: Date, ...accounts: string[]) =>
    database.kysely
      .updateTable('api.seller_member')
      .set({ role_since })
      .$if(accounts.length > 0, (query) => query.where('account_id', 'in', accounts))
      .execute();
  const addOwner = (account: string) =>
    database.kysely
      .insertInto('api.seller_member')
      .values({ seller_id: 'ours', account_id: account, user_id: addressOf(account), role: 'owner' })
      .execute();
  afterEach(() => {
    service.waitDays = 0;
  });

  test('[W-07] is paid nothing for some days, by request or by schedule, and the owners are told; the first one waits for nothing', async () => {
    expect(await readSettings()).toMatchObject({ hindrance: null, waits_until: null });
    shop.mails.length = 0;
    await settings({ bank_account: other, schedule: 'weekly', day: 1 });
    const messages = shop.mails.map(({ to, paragraphs }) => [to, paragraphs.join(' ')]);
    expect(messages).toEqual([[addressOf('owner'), expect.stringContaining('Payouts wait 3 days')]]);
    expect(await readSettings()).toMatchObject({
      hindrance: expect.stringContaining('The account was changed: payouts wait until'),
      waits_until: expect.any(String),
    });
    expect((await ask(50)).status).toBe(409);
    // Other settings begin no other time, and end none.
    await settings({ bank_account: undefined, schedule: 'none', day: null });
    shop.wait(3 * 86_400 - 60);
    expect((await ask(50)).status).toBe(409);
    shop.wait(120);
    expect((await ask(50)).status).toBe(201);
  });

  test('[W-07] is confirmed by another owner or the staff, never by who has changed it, and that is in the audit log', async () => {
    await settings({ bank_account: other });
    expect((await confirm('owner')).status).toBe(409);
    expect((await confirm('finance')).status).toBe(409);
    expect((await confirm('editor')).status).toBe(404);
    expect((await byStaff('stranger')).status).toBe(404);
    expect((await ask(50)).status).toBe(409);
    await addOwner('second');
    await since(new Date(Date.now() - 4 * 86_400_000), 'second');
    const mayConfirm = async (who: string) =>
      payoutSettingsSchema.parse((await (await as(who)).get('/seller/ours/payout-settings')).body).may_confirm;
    expect([await mayConfirm('owner'), await mayConfirm('finance'), await mayConfirm('second')]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await confirm('second')).body).toMatchObject({ waits_until: null, may_confirm: false, hindrance: null });
    expect((await confirm('second')).status).toBe(409);
    expect((await ask(50)).status).toBe(201);
    await settings({ bank_account: iban });
    expect((await ask(25)).status).toBe(409);
    const account = async (who = 'money') => (await as(who)).get('/admin/seller/ours/payout-settings');
    expect((await account()).body).toMatchObject({ method: 'bank', last4: '3000', waits_until: expect.any(String) });
    expect((await byStaff()).status).toBe(204);
    expect((await account()).body).toMatchObject({ changed_at: expect.any(String), waits_until: null });
    expect((await account('owner')).status).toBe(404);
    expect((await (await as('money')).get('/admin/seller/nobody/payout-settings')).status).toBe(404);
    expect((await ask(25)).status).toBe(201);
    const { rows } = await sql<{ by: string }>`select details ->> 'by' as by from platform.audit_entry
      where action = 'seller.payout_account_confirmed' order by 1`.execute(database.kysely);
    expect(rows.map(({ by }) => by)).toEqual(['money', 'second']);
  });

  test('[W-07] is confirmed as it was looked at: not another one that stands there by now, nor without saying which', async () => {
    await addOwner('second');
    await since(new Date(Date.now() - 30 * 86_400_000), 'second');
    await settings({ bank_account: other });
    const seen = await shown();
    const { body } = await (await as('money')).get('/admin/seller/ours/payout-settings');
    expect(body.changed_at).toBe(seen.changed_at);
    shop.wait(60);
    await settings({ bank_account: iban });
    for (const stale of [await confirm('second', seen), await byStaff('money', seen)]) {
      expect(stale.status).toBe(409);
      expect(stale.body.message).toMatch(/changed again since you have looked at it/);
    }
    expect([(await confirm('second', {})).status, (await byStaff('money', {})).status]).toEqual([400, 400]);
    expect((await ask(25)).status).toBe(409);
    expect((await byStaff('money', await shown())).status).toBe(204);
    expect((await ask(25)).status).toBe(201);
  });

  test('[W-07] is confirmed by nobody who became an owner a moment ago, nor where such a one has changed it', async () => {
    await settings({ bank_account: other });
    await addOwner('mallory');
    expect((await confirm('mallory')).status).toBe(409);
    expect((await byStaff()).status).toBe(204);
    await (await as('mallory')).put('/seller/ours/payout-settings', { ...weekly, bank_account: iban });
    expect((await confirm('owner')).status).toBe(409);
    // The person who changed it may be gone by then.
    await (await as('owner')).delete('/seller/ours/member/mallory');
    expect((await confirm('owner')).status).toBe(409);
    expect((await ask(50)).status).toBe(409);
    // A role that was changed begins anew.
    await settings({ bank_account: other });
    await (await as('owner')).put('/seller/ours/member/editor', { role: 'owner' });
    expect((await confirm('editor')).status).toBe(409);
    expect((await byStaff()).status).toBe(204);
  });

  test('[W-07] at Stripe instead of the bank waits too, and the owners are told', async () => {
    await database.kysely
      .updateTable('api.payout_settings')
      .set({ connect_account: 'acct_other', connect_ready: true })
      .execute();
    shop.mails.length = 0;
    await settings({ method: 'connect', bank_account: undefined });
    expect((await readSettings()).waits_until).not.toBeNull();
    expect(shop.mails.map(({ to, paragraphs }) => [to, paragraphs.join(' ')])).toEqual([
      [addressOf('owner'), expect.stringMatching(/go to an account at Stripe\..*Payouts wait 3 days/)],
    ]);
    shop.mails.length = 0;
    await settings({ bank_account: undefined });
    expect(shop.mails.map(({ paragraphs }) => paragraphs.join(' '))).toEqual([
      expect.stringMatching(/go to the account ending in 3000\..*Payouts wait 3 days/),
    ]);
  });

  test('[W-07] just before the day of a schedule is paid when the wait is over, not the next time', async () => {
    await settings({ schedule: 'monthly', day: 15 });
    const day = new Date((await readSettings()).next_payout_at ?? '');
    shop.wait((day.getTime() - service.now().getTime()) / 1_000 - 86_400);
    await settings({ schedule: 'monthly', day: 15, bank_account: other });
    shop.wait(86_400 + 60);
    await payBySchedule(service);
    const { waits_until: until, next_payout_at: next } = await readSettings();
    expect(next).toBe(until);
    shop.wait(2 * 86_400);
    await payBySchedule(service);
    expect(await balances()).toMatchObject({ available: 0, inTransit: 10_000 });
    expect(new Date((await readSettings()).next_payout_at ?? '').getUTCDate()).toBe(15);
  });
});

describe('where the money goes to', () => {
  test('[W-07] is said by owners and finance who have just signed in, is told as its last four characters, and is mailed to the owners', async () => {
    expect((await settings()).status).toBe(200);
    const answer = await readSettings();
    expect(answer).toMatchObject({
      method: 'bank',
      minimum: 25,
      bank_account: { last4: '3000' },
      next_payout_at: null,
    });
    expect(JSON.stringify(answer)).not.toContain('37040044');
    const { rows } = await sql<{ bank: Uint8Array }>`select bank from api.payout_settings`.execute(database.kysely);
    expect(Buffer.from(rows[0]?.bank ?? []).toString('latin1')).not.toContain('37040044');
    expect(shop.mails.filter(({ subject }) => subject.includes('account that payouts')).map(({ to }) => to)).toEqual([
      addressOf('owner'),
    ]);
    const { bank_account: _same, ...others } = weekly;
    const owner = await as('owner');
    expect(
      (await owner.put('/seller/ours/payout-settings', { ...others, schedule: 'weekly', day: 1 })).body,
    ).toMatchObject({ bank_account: { last4: '3000' }, next_payout_at: expect.stringMatching(/T06:00:00/) });
    expect(shop.mails.filter(({ subject }) => subject.includes('account that payouts'))).toHaveLength(1);
    const old = await as('owner', { auth_time: 1_700_000_000 });
    expect((await old.put('/seller/ours/payout-settings', weekly)).body).toMatchObject({ refusal: 'sign_in_again' });
    expect((await (await as('editor')).put('/seller/ours/payout-settings', weekly)).status).toBe(404);
    expect((await settings({ bank_account: { ...iban, iban: 'DE00' } })).status).toBe(400);
    expect((await settings({ method: 'connect' })).status).toBe(409);
  });

  test('[W-07] is sealed anew with a new key', async () => {
    await settings();
    await earned(5_000);
    expect((await ask()).status).toBe(201);
    const sealed = await sql`select bank from api.payout_settings union all select bank from api.payout`.execute(
      database.kysely,
    );
    expect(sealed.rows).toHaveLength(2);
    const { secrets } = service;
    const newer = createSecrets([Buffer.alloc(32, 9), Buffer.alloc(32, 5)]);
    expect(await payoutsNeedOlderKey(database.kysely, newer)).toBe(true);
    expect(await reEncryptPayouts(database.kysely, newer)).toBe(2);
    expect(await reEncryptPayouts(database.kysely, newer)).toBe(0);
    expect(await payoutsNeedOlderKey(database.kysely, newer)).toBe(false);
    expect(await payoutsNeedOlderKey(database.kysely, secrets)).toBe(true);
  });
});

describe('asking for a payout', () => {
  test('[W-07] pays all that is available, or a part of it, never below the minimum, and says why not', async () => {
    expect((await ask()).body.message).toContain('Nobody has said where');
    await settings();
    await earned(2_499);
    expect(await ask()).toMatchObject({ status: 409, body: { message: expect.stringContaining('$24.99') } });
    await earned(10_000, 830);
    expect((await ask(200)).status).toBe(409);
    expect((await ask(10)).status).toBe(409);
    expect((await ask(-1)).status).toBe(400);
    expect((await ask(30.005)).status).toBe(400);
    const part = await ask(30);
    expect(part).toMatchObject({ status: 201, body: { amount: 30, state: 'pending', last4: '3000' } });
    expect(await balances()).toMatchObject({ available: 8_669, inTransit: 3_000 });
    expect(await addsUp(part.body.payout_id)).toMatchObject({ opening: 0, lines_sum: 116.69, left: 86.69 });
    const rest = payoutSchema.parse((await ask()).body);
    expect(await addsUp(rest.payout_id)).toMatchObject({ opening: 86.69, lines_sum: 0, left: 0, amount: 86.69 });
    expect((await ask(undefined, 'again')).status).toBe(409);
    const list = (await (await as('owner')).get('/seller/ours/payout')).body;
    expect(list.map((one: { payout_id: string }) => one.payout_id)).toEqual([rest.payout_id, part.body.payout_id]);
  });

  test('[W-07] with the same key is the same payout, and with another amount it is refused', async () => {
    await settings();
    await earned(10_000);
    const first = await ask(40, 'once');
    expect((await ask(40, 'once')).body).toEqual(first.body);
    expect((await ask(50, 'once')).body).toMatchObject({ refusal: 'request_key_reused' });
    expect(await balances()).toMatchObject({ available: 6_000, inTransit: 4_000 });
    const owner = await as('owner');
    expect((await owner.post('/seller/ours/payout', {})).status).toBe(400);
  });

  test('[W-07] is refused while something is owed, and what comes in pays that first', async () => {
    await settings();
    const order = await earned(10_000, 800);
    await ask();
    await giveMoneyBack(database.kysely, { sellerId: 'ours', cents: 10_000, fee: 800 }, order);
    expect(await balances()).toMatchObject({ available: 0, owed: -9_200 });
    expect((await readSettings()).owed).toBe(92);
    expect((await ask()).body.message).toContain('$92.00 is owed');
    await earned(20_000);
    const { body } = await ask();
    expect(body).toMatchObject({ amount: 108 });
    expect((await addsUp(body.payout_id)).lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['fee_returned', 8],
      ['refund', -8],
      ['release', 200],
      ['netting', -92],
    ]);
  });

  test('[W-07] tells each line with its order and its fee with its rule', async () => {
    await settings();
    const order = await earned(12_000, 990, '=HYPERLINK("http://x")');
    const { body } = await ask();
    const shown = await addsUp(body.payout_id);
    expect(shown.lines).toEqual([
      expect.objectContaining({ order_id: order, price: 120, fee: -9.9, fee_rule: 'Everybody', amount: 110.1 }),
    ]);
    const table = String((await (await as('owner')).get(`/seller/ours/payout/${body.payout_id}/statement`)).body);
    expect(table).toContain(`"'=HYPERLINK(""http://x"")"`);
    const stranger = await as('stranger');
    expect((await stranger.get(`/seller/ours/payout/${body.payout_id}`)).status).toBe(404);
    expect((await stranger.get(`/seller/theirs/payout/${body.payout_id}`)).status).toBe(404);
    expect((await stranger.get(`/seller/theirs/payout/${body.payout_id}/statement`)).status).toBe(404);
  });

  test('[W-06] leads from every cent to an order or a rule, through payouts that left something and payouts that came back twice', async () => {
    await settings();
    const finance = await staff();
    const sale = await earned(10_000, 830);
    const part = (await ask(30)).body.payout_id;
    await sent(part);
    const rest = (await ask(40)).body.payout_id;
    expect(await addsUp(rest)).toMatchObject({ opening: 61.7, carried_from: [part], lines: [], groups: [] });
    await sent(rest);
    const reason = 'The account is closed.';
    for (const id of [part, rest]) await finance.post(`/admin/payout/${id}/failed`, { reason });
    const third = (await ask()).body.payout_id;
    await sent(third);
    expect(await addsUp(third)).toMatchObject({
      opening: 21.7,
      carried_from: [part],
      groups: [{ group: 'other', amount: 70 }],
      left: 0,
    });
    await finance.post(`/admin/payout/${third}/failed`, { reason });
    await earned(5_000, 430);
    await giveMoneyBack(database.kysely, { sellerId: 'ours', cents: 10_000, fee: 830 }, sale);
    const last = (await ask()).body.payout_id;
    const shown = await addsUp(last);
    expect(shown.came_back.map(({ payout_id: id }) => id)).toEqual([third, part, rest]);
    expect(shown.came_back[1]?.lines).toMatchObject([{ kind: 'release', order_id: sale, amount: 91.7 }]);
    expect(shown).toMatchObject({
      amount: 45.7,
      groups: [
        { group: 'sales', amount: 50 },
        { group: 'refunds', amount: -100 },
        { group: 'fees', amount: 4 },
        { group: 'other', amount: 91.7 },
      ],
    });
    const page = await (await as('finance')).get(`/seller/ours/payout/${last}/line?limit=1`);
    expect(page.body).toHaveLength(1);
    expect(page.headers.get('link')).toContain('rel="next"');
    expect((await (await as('finance')).get(`/seller/ours/payout/${last}/line?group=gifts`)).status).toBe(400);
    const pdf = await (await as('owner')).get(`/seller/ours/payout/${last}/statement?format=pdf`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toContain(`${last}.pdf`);
  });

  test('[W-06] says for which orders a line pays what was owed', async () => {
    await settings();
    const order = await earned(10_000, 800);
    await ask();
    await giveMoneyBack(database.kysely, { sellerId: 'ours', cents: 10_000, fee: 800 }, order);
    await earned(20_000);
    const { lines, groups } = await addsUp((await ask()).body.payout_id);
    expect(lines.find(({ kind }) => kind === 'netting')).toMatchObject({ owed_for: [order], amount: -92 });
    expect(groups).toContainEqual({ group: 'netting', amount: -92 });
  });

  onPostgres('[W-07] [W-16] of eight at once no two pay the same cent', async () => {
    await settings();
    await earned(10_000);
    const asked = (n: number, cents: number | null) =>
      requestPayout(service, { sellerId: 'ours', requestKey: `r${n}`, cents, by: 'owner', bySchedule: false });
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => asked(n, n % 2 ? 3_000 : null)));
    const paid = made.flatMap((one) => (one.ok ? [one.payout.amount_cents] : []));
    expect(paid.length).toBeGreaterThan(0);
    const { available, inTransit } = await balances();
    expect(inTransit).toBe(paid.reduce((sum, cents) => sum + cents, 0));
    expect(available + inTransit).toBe(10_000);
    expect(available).toBeLessThan(2_500);
    await earned(9_000);
    const same = await Promise.all(Array.from({ length: 8 }, () => asked(100, null)));
    expect(new Set(same.map((one) => one.ok && one.payout.payout_id)).size).toBe(1);
  });
});

describe('by schedule', () => {
  test('[W-07] is paid once when it is due, whatever number of processes, and what is below the minimum waits', async () => {
    await settings({ schedule: 'weekly', day: 1 });
    await settings({ schedule: 'weekly', day: 1 });
    await earned(4_000);
    await payBySchedule(service);
    expect(await balances()).toMatchObject({ inTransit: 0 });
    shop.wait(7 * 24 * 3_600);
    await Promise.all([payBySchedule(service), payBySchedule(service), payBySchedule(service)]);
    expect(await balances()).toMatchObject({ available: 0, inTransit: 4_000 });
    const list = (await (await as('owner')).get('/seller/ours/payout')).body;
    expect(list).toMatchObject([{ amount: 40, by_schedule: true }]);
    await earned(2_000);
    shop.wait(7 * 24 * 3_600);
    await payBySchedule(service);
    expect(await balances()).toMatchObject({ available: 2_000 });
    await earned(600);
    shop.wait(7 * 24 * 3_600);
    await payBySchedule(service);
    expect(await balances()).toMatchObject({ available: 0, inTransit: 6_600 });
  });
});

describe('as a bank file', () => {
  test('[W-07] goes to the bank, fails, comes back with its reason, and is paid with what came after it', async () => {
    await settings();
    await earned(10_000, 830);
    const first = (await ask()).body.payout_id;
    const batch = await sent(first);
    expect(await detail(first)).toMatchObject({ state: 'sent', sent_at: expect.any(String) });
    const finance = await staff();
    expect((await finance.post(`/admin/payout/${first}/failed`, { reason: 'x' })).status).toBe(400);
    const reason = 'The account is closed.';
    expect((await finance.post(`/admin/payout/${first}/failed`, { reason })).body).toMatchObject({
      state: 'failed',
      failure: reason,
    });
    expect(await balances()).toEqual({ available: 9_170, inTransit: 0, owed: 0, bank: 0 });
    expect(shop.mails.at(-1)).toMatchObject({ to: addressOf('owner'), paragraphs: expect.arrayContaining([reason]) });
    expect((await finance.post(`/admin/payout/${first}/failed`, { reason })).status).toBe(409);
    expect((await finance.post(`/admin/payout/${first}/paid`, {})).status).toBe(409);
    await earned(5_000);
    const second = (await ask()).body.payout_id;
    await sent(second);
    expect((await finance.post(`/admin/payout/${second}/paid`, {})).body).toMatchObject({ state: 'paid' });
    expect(await balances()).toEqual({ available: 0, inTransit: 0, owed: 0, bank: 14_170 });
    const shown = await addsUp(second);
    expect(shown.came_back).toMatchObject([{ payout_id: first, lines: [{ kind: 'release', amount: 91.7 }] }]);
    expect(shown.lines.map(({ kind, payout_id: id, reason: why }) => [kind, id, why])).toEqual([
      ['payout_failed', first, reason],
      ['release', null, null],
    ]);
    await addsUp(first);
    const file = async () => (await finance.get(`/admin/payout-batch/${batch}/pain001`)).body;
    expect(await file()).toContain(first);
  });

  test('[W-07] comes back also after it was paid, and pays first what is owed meanwhile', async () => {
    await settings();
    const order = await earned(10_000);
    const { payout_id: id } = (await ask()).body;
    await sent(id);
    const finance = await staff();
    await finance.post(`/admin/payout/${id}/paid`, {});
    await giveMoneyBack(database.kysely, { sellerId: 'ours', cents: 10_000 }, order);
    expect(await balances()).toEqual({ available: 0, inTransit: 0, owed: -10_000, bank: 10_000 });
    const back = await finance.post(`/admin/payout/${id}/failed`, { reason: 'Sent back by the bank.' });
    expect(back.body).toMatchObject({ state: 'returned', paid_at: expect.any(String), ended_at: expect.any(String) });
    expect(await balances()).toEqual({ available: 0, inTransit: 0, owed: 0, bank: 0 });
  });

  test('[W-07] is the same file each time, also after the bank account was changed, with the right sums', async () => {
    await settings();
    await earned(10_000);
    await ask(30);
    await ask();
    const finance = await staff();
    const pending = (await finance.get('/admin/payout?state=pending')).body;
    const payouts = pending.map((one: { payout_id: string }) => one.payout_id);
    expect((await finance.post('/admin/payout-batch', { payouts: [...payouts, 'PO-NONE'] })).status).toBe(404);
    const { body: batch, status } = await finance.post('/admin/payout-batch', { payouts });
    expect({ status, batch }).toMatchObject({ status: 201, batch: { payouts: 2, open: 2, amount: 100 } });
    const files = async () =>
      Promise.all(
        ['pain001', 'csv'].map(async (one) => (await finance.get(`/admin/payout-batch/${batch.batch_id}/${one}`)).body),
      );
    const before = await files();
    const other = { ...iban, iban: 'FR1420041010050500013M02606' };
    await settings({ bank_account: other });
    shop.wait(60);
    expect(await files()).toEqual(before);
    const header = new XMLParser({ parseTagValue: false }).parse(String(before[0])).Document.CstmrCdtTrfInitn.GrpHdr;
    expect(header).toMatchObject({ NbOfTxs: '2', CtrlSum: '100.00' });
    expect((await finance.post('/admin/payout-batch', { payouts })).status).toBe(409);
    const early = await finance.post(`/admin/payout/${payouts[0]}/failed`, { reason: 'Not wanted any more.' });
    expect(early).toMatchObject({ status: 409, body: { message: expect.stringContaining('Take it out of the file') } });
    expect((await finance.post(`/admin/payout-batch/${batch.batch_id}/sent`, {})).status).toBe(200);
    expect((await finance.post(`/admin/payout-batch/${batch.batch_id}/sent`, {})).status).toBe(409);
    expect((await finance.get('/admin/payout-batch')).body).toMatchObject([{ sent_at: expect.any(String), open: 2 }]);
    expect((await finance.get(`/admin/payout?batch=${batch.batch_id}`)).body).toHaveLength(2);
  });

  test('[W-07] can be discarded before it is sent, and a payout taken out of it', async () => {
    await settings();
    await earned(10_000);
    for (const dollars of [30, 30, 40]) await ask(dollars);
    const finance = await staff();
    const pending = async (): Promise<Array<{ payout_id: string; batch: string | null }>> =>
      (await finance.get('/admin/payout?state=pending')).body;
    const [first, second, third] = (await pending()).map(({ payout_id: id }) => id);
    const made = await finance.post('/admin/payout-batch', { payouts: [first, second, third] });
    const { batch_id: batch } = made.body;
    expect(made.body).toMatchObject({ state: 'unsent', payouts: 3, failed: 0 });
    expect((await finance.post(`/admin/payout/${second}/hold`, { reason: 'A name is looked at.' })).status).toBe(409);
    const taken = await finance.post(`/admin/payout/${second}/take-out`, {});
    expect(taken).toMatchObject({ status: 200, body: { batch_id: null, steps: ['hold', 'failed'] } });
    expect((await finance.post(`/admin/payout/${second}/take-out`, {})).status).toBe(409);
    // A file never changes: the others are in another one.
    expect((await finance.get(`/admin/payout-batch/${batch}/pain001`)).status).toBe(404);
    const [other] = (await finance.get('/admin/payout-batch')).body;
    expect(other).toMatchObject({ payouts: 2, state: 'unsent' });
    const file = String((await finance.get(`/admin/payout-batch/${other.batch_id}/pain001`)).body);
    expect([first, second, third].map((id) => file.includes(String(id)))).toEqual([true, false, true]);
    expect((await finance.post(`/admin/payout-batch/${other.batch_id}/discard`, {})).status).toBe(204);
    expect((await finance.get('/admin/payout-batch')).body).toEqual([]);
    expect((await pending()).map(({ batch: of }) => of)).toEqual([null, null, null]);
    const kept = await sent(String(first));
    expect((await finance.post(`/admin/payout-batch/${kept}/discard`, {})).status).toBe(409);
    expect((await finance.post(`/admin/payout/${first}/take-out`, {})).status).toBe(409);
    const alone = (await finance.post('/admin/payout-batch', { payouts: [third] })).body.batch_id;
    expect((await finance.post(`/admin/payout/${third}/take-out`, {})).status).toBe(200);
    expect((await finance.get(`/admin/payout-batch/${alone}/csv`)).status).toBe(404);
    await storeStaff(database, 'owner', 'admin');
    const { batch_id: last } = (await finance.post('/admin/payout-batch', { payouts: [second] })).body;
    for (const path of [`payout-batch/${last}/discard`, `payout/${second}/take-out`])
      expect((await (await as('owner')).post(`/admin/${path}`, {})).body).toMatchObject({ refusal: 'own_shop' });
  });

  test('[W-07] stands as its payouts do: failed where all of them are, and as both where some are', async () => {
    await settings();
    await earned(10_000);
    const ids = [(await ask(40)).body.payout_id, (await ask(60)).body.payout_id];
    const finance = await staff();
    const { batch_id: batch } = (await finance.post('/admin/payout-batch', { payouts: ids })).body;
    const stands = async () => {
      const [{ state, open, failed }] = (await finance.get('/admin/payout-batch')).body;
      return [state, open, failed];
    };
    expect(await stands()).toEqual(['unsent', 2, 0]);
    await finance.post(`/admin/payout-batch/${batch}/sent`, {});
    expect(await stands()).toEqual(['sent', 2, 0]);
    await finance.post(`/admin/payout/${ids[0]}/paid`, {});
    await finance.post(`/admin/payout/${ids[1]}/paid`, {});
    expect(await stands()).toEqual(['paid', 0, 0]);
    await finance.post(`/admin/payout/${ids[0]}/failed`, { reason: 'The account is closed.' });
    expect(await stands()).toEqual(['mixed', 0, 1]);
    await finance.post(`/admin/payout/${ids[1]}/failed`, { reason: 'The account is closed.' });
    expect(await stands()).toEqual(['failed', 0, 2]);
  });

  test('[W-07] leaves out what is on hold, such as the payouts of suspended shops, until the staff release it', async () => {
    await settings();
    await earned(10_000);
    const { payout_id: id } = (await ask(30)).body;
    await database.kysely
      .updateTable('api.seller')
      .set({ state: 'suspended', reason: 'Sold what was not theirs.' })
      .where('seller_id', '=', 'ours')
      .execute();
    const late = (await ask()).body;
    expect(late).toMatchObject({ state: 'pending', hold: 'The shop is suspended.' });
    const finance = await staff();
    expect((await finance.get('/admin/payout?state=held')).body).toHaveLength(2);
    for (const one of [id, late.payout_id]) {
      expect((await finance.post('/admin/payout-batch', { payouts: [one] })).body.message).toContain('is on hold');
      expect((await finance.post(`/admin/payout/${one}/release`, {})).body).toMatchObject({ hold: null });
      expect((await finance.post(`/admin/payout/${one}/release`, {})).status).toBe(409);
    }
    const reason = 'We are looking at a dispute.';
    expect((await finance.post(`/admin/payout/${id}/hold`, { reason })).body).toMatchObject({ hold: reason });
    expect((await finance.post('/admin/payout-batch', { payouts: [id] })).status).toBe(409);
    expect((await finance.post(`/admin/payout/${id}/failed`, { reason })).body).toMatchObject({ state: 'failed' });
    expect(await balances()).toMatchObject({ available: 3_000, inTransit: 7_000 });
    await sent(late.payout_id);
  });

  test('[W-07] has a page of the staff with its lines, file and history, and is retried once after it came back', async () => {
    await settings();
    await earned(10_000, 830);
    const { payout_id: first } = (await ask()).body;
    const finance = await staff();
    const page = async (id: string) => staffPayoutDetailSchema.parse((await finance.get(`/admin/payout/${id}`)).body);
    expect((await finance.get('/admin/payout/PO-NONE')).status).toBe(404);
    expect((await finance.get('/admin/payout/PO-NONE/line')).status).toBe(404);
    expect(await page(first)).toMatchObject({ ...(await detail(first)), seller_id: 'ours', steps: ['hold', 'failed'] });
    expect((await finance.get(`/admin/payout/${first}/line`)).body).toEqual(await linesOf(first));
    expect((await finance.get(`/admin/payout/${first}/line?group=fees`)).body).toEqual(
      await linesOf(first, '?group=fees'),
    );
    const file = async (by: typeof finance, path: string) => String((await by.get(path)).body);
    expect(await file(finance, `/admin/payout/${first}/statement`)).toBe(
      await file(await as('finance'), `/seller/ours/payout/${first}/statement`),
    );
    expect(await file(finance, `/admin/payout/${first}/statement?format=pdf`)).toMatch(/^%PDF/);
    expect((await finance.post(`/admin/payout/${first}/retry`, {})).status).toBe(409);
    await finance.post(`/admin/payout/${first}/hold`, { reason: 'A name is looked at.' });
    expect(await page(first)).toMatchObject({ hold: 'A name is looked at.', steps: ['release', 'failed'] });
    await finance.post(`/admin/payout/${first}/release`, {});
    const batch = await sent(first);
    expect(await page(first)).toMatchObject({ batch: { batch_id: batch, sent_at: expect.any(String) } });
    const reason = 'The account is closed.';
    await finance.post(`/admin/payout/${first}/failed`, { reason });
    const failed = await page(first);
    expect(failed).toMatchObject({ state: 'failed', steps: ['retry'], retried_as: null });
    expect(failed.history.map(({ action, reason: why, batch_id: of }) => [action, why, of])).toEqual([
      ['payout.failed', reason, null],
      ['payout.sent', null, null],
      ['payout.batched', null, batch],
      ['payout.released', null, null],
      ['payout.held', 'A name is looked at.', null],
      ['payout.made', null, null],
    ]);
    const retried = await finance.post(`/admin/payout/${first}/retry`, {});
    expect(retried).toMatchObject({ status: 200, body: { amount: 91.7, state: 'pending' } });
    const second = retried.body.payout_id;
    expect((await finance.post(`/admin/payout/${first}/retry`, {})).body.payout_id).toBe(second);
    expect(await balances()).toMatchObject({ available: 0, inTransit: 9_170 });
    expect(await page(first)).toMatchObject({ steps: [], retried_as: second });
    const list = (await finance.get('/admin/payout')).body;
    expect(list.map(({ payout }: { payout: StaffPayout }) => [payout.payout_id, payout.steps])).toEqual([
      [second, ['hold', 'failed']],
      [first, []],
    ]);
    expect(await page(second)).toMatchObject({ retry_of: first, came_back: [{ payout_id: first }] });
    await addsUp(second);
  });

  test('[W-07] is not retried where the balance does not cover it any more', async () => {
    await settings();
    const order = await earned(10_000);
    const { payout_id: id } = (await ask()).body;
    const finance = await staff();
    await finance.post(`/admin/payout/${id}/failed`, { reason: 'Not wanted any more.' });
    await giveMoneyBack(database.kysely, { sellerId: 'ours', cents: 4_000 }, order);
    expect(await finance.post(`/admin/payout/${id}/retry`, {})).toMatchObject({
      status: 409,
      body: { message: '$60.00 is available, which is less than $100.00.' },
    });
  });

  test('[W-07] is not retried while a changed account waits: the staff are told that they can confirm it, the shop who can', async () => {
    await settings();
    await earned(10_000);
    const { payout_id: id } = (await ask()).body;
    const finance = await staff();
    await finance.post(`/admin/payout/${id}/failed`, { reason: 'The account is closed.' });
    service.waitDays = 3;
    await settings({ bank_account: { ...iban, iban: 'FR14 2004 1010 0505 0001 3M02 606' } });
    const retried = await finance.post(`/admin/payout/${id}/retry`, {});
    const asked = await ask(50);
    service.waitDays = 0;
    expect([retried.status, retried.body.message]).toEqual([
      409,
      expect.stringMatching(/confirm it on the shop's page, under Payout account\.$/),
    ]);
    expect([asked.status, asked.body.message]).toEqual([
      409,
      expect.stringMatching(/Write to us if it cannot wait\.$/),
    ]);
  });

  test('[W-07] is for the finance role, and nobody settles payouts of an own shop', async () => {
    await settings();
    await earned(10_000);
    const { payout_id: id } = (await ask()).body;
    await storeStaff(database, 'helper', 'support');
    expect((await (await as('helper')).get('/admin/payout')).status).toBe(403);
    await storeStaff(database, 'owner', 'admin');
    const own = await as('owner');
    expect((await own.post('/admin/payout-batch', { payouts: [id] })).body).toMatchObject({ refusal: 'own_shop' });
    expect((await own.post(`/admin/payout/${id}/failed`, { reason: 'I want it back.' })).body).toMatchObject({
      refusal: 'own_shop',
    });
    const failed = await (await staff()).post(`/admin/payout/${id}/failed`, { reason: 'Asked for by the shop.' });
    expect(failed.status).toBe(200);
    expect((await own.post(`/admin/payout/${id}/retry`, {})).body).toMatchObject({ refusal: 'own_shop' });
  });
});
