import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commissionText, holdingText } from '#contract/money/commission.ts';
import { commissionOf } from '#contract/money/commission-amount.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startSelling } from '../../../../test/parts/selling.ts';
import { endRule } from './commission-rule.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Awaited<ReturnType<typeof startSelling>>;

beforeAll(async () => {
  database = await openTestDatabase();
  shop = await startSelling(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  await database.kysely.deleteFrom('api.holding_rule').where('rule_id', '<>', 'standard').execute();
  await storeStaff(database, 'fin', 'finance');
  await storeSeller(database, { seller_id: 'ours', name: 'Data Forge', address: 'data-forge' }, { owner: 'owner' });
  await storeSeller(database, { seller_id: 'theirs', name: 'Other', address: 'other' }, { stranger: 'owner' });
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu', product_type: 'computing', seller_id: 'ours' }))
    .execute();
});
afterAll(async () => {
  await shop.close();
  await database.close();
});

const standard = {
  name: 'Standard fee',
  percent: 8.5,
  fixed: 0.3,
  returned: true,
  seller: null,
  category: null,
  from: null,
  until: null,
};
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const terms = async (seller: string, who: string, category = 'computing') =>
  (await (await shop.as(who)).get(`/seller/${seller}/sale-terms?category=${category}`)).body;

describe('[W-03] rules of fees and of holding times', () => {
  test('are made by the staff, and count for the shops and categories that they name', async () => {
    const fin = await shop.as('fin');
    expect(await terms('ours', 'owner')).toEqual({ fee: null, holding_hours: 336 });
    const made = await fin.post('/admin/fee-rule', standard);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body.fees).toEqual([
      expect.objectContaining({
        name: 'Standard fee',
        percent: 8.5,
        fixed: 0.3,
        returned: true,
        seller: null,
        category: null,
        until: null,
        state: 'in force',
        made_by: 'fin',
      }),
    ]);
    const forOne = { ...standard, name: 'Partner', percent: 2.25, fixed: 0, seller: 'data-forge', category: 'data' };
    expect((await fin.post('/admin/fee-rule', forOne)).status).toBe(201);
    const hours = { hours: 36, seller: 'ours', category: null, from: null, until: day(30) };
    expect((await fin.post('/admin/holding-rule', hours)).status).toBe(201);

    const fee = { name: 'Standard fee', percent: 8.5, fixed: 0.3, returned: true };
    expect(await terms('ours', 'owner')).toEqual({ fee, holding_hours: 36 });
    expect((await terms('ours', 'owner', 'data')).fee).toEqual({ ...fee, name: 'Partner', percent: 2.25, fixed: 0 });
    expect(await terms('theirs', 'stranger', 'data')).toEqual({ fee, holding_hours: 336 });
    const { fees, holdings } = (await fin.get('/admin/sale-rule')).body;
    expect(fees.map(({ seller }: { seller: unknown }) => seller)).toContainEqual({
      seller_id: 'ours',
      name: 'Data Forge',
    });
    expect(holdings).toHaveLength(2);
  });

  test('are never changed: one is ended and another made, both stand in the audit log', async () => {
    const fin = await shop.as('fin');
    const [first] = (await fin.post('/admin/fee-rule', standard)).body.fees;
    const later = await fin.post('/admin/fee-rule', { ...standard, name: 'Next year', from: day(10) });
    expect(later.body.fees.map(({ state }: { state: string }) => state)).toEqual(['in force', 'to come']);
    const path = `/admin/fee-rule/${first.rule_id}/end`;
    const ended = await fin.post(path, {});
    expect(ended.body.fees.map(({ state, name }: { state: string; name: string }) => [name, state])).toEqual([
      ['Next year', 'to come'],
      ['Standard fee', 'over'],
    ]);
    expect((await terms('ours', 'owner')).fee).toBeNull();
    expect(await fin.post(path, {})).toMatchObject({ status: 409, body: { message: 'This rule is over already.' } });
    const withdrawn = await fin.post(`/admin/fee-rule/${ended.body.fees[0].rule_id}/end`, {});
    expect(withdrawn.body.fees).toHaveLength(1);
    const { body: entries } = await fin.get(`/admin/audit?subject=${first.rule_id}`);
    expect(entries.map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
      ['fee.rule_ended', 'fin'],
      ['fee.rule_made', 'fin'],
    ]);
    for (const said of ['rate bp: 850', 'fixed cents: 30', 'returned: true'])
      expect(entries[1].details).toContain(said);
  });

  test('one that ends at a time is not over before', async () => {
    const { kysely } = database;
    const begun = new Date('2026-01-01');
    const row = { rule_id: 'r', hours: 1, seller_id: null, category: null, from_at: begun, created_by: 'test' };
    await kysely
      .insertInto('api.holding_rule')
      .values({ ...row, until_at: new Date('2026-02-01') })
      .execute();
    const at = (text: string) => endRule(kysely, 'api.holding_rule', 'r', new Date(text));
    expect(await at('2026-02-01')).toBe('over');
    expect(await at('2026-01-31')).toBe('ended');
    expect(await at('2026-01-31')).toBe('over');
  });

  test.each([
    [{ percent: 8.555 }, 'percent must have at most two decimals'],
    [{ percent: 101 }, 'percent must be at most 100'],
    [{ fixed: -1 }, 'fixed must not be below 0'],
    [{ name: '  ' }, 'name must say what sellers read'],
    [{ seller: 'nobody' }, 'There is no shop with the id or the address nobody.'],
    [{ from: '2026-13-01' }, 'from must be a day'],
    [{ from: '2020-01-01' }, 'from must not lie in the past'],
    [{ from: day(10), until: day(10) }, 'until must be a day after it begins'],
    [{ category: 'shoes' }, 'category must be one of'],
  ])('%o is refused: %s', async (wrong, message) => {
    const { status, body } = await (await shop.as('fin')).post('/admin/fee-rule', { ...standard, ...wrong });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await (await shop.as('fin')).get('/admin/sale-rule')).body.fees).toEqual([]);
  });

  test('what a sale costs is said as it will be taken', () => {
    const eight = { rate_bp: 850, fixed_cents: 30 };
    expect([
      commissionOf(1_000, eight),
      commissionOf(1_001, eight),
      commissionOf(0, eight),
      commissionOf(20, eight),
    ]).toEqual([115, 115, 0, 20]);
    expect(commissionText({ percent: 8.5, fixed: 0.3 })).toBe('8.5 % and $0.30');
    expect([commissionText({ percent: 0, fixed: 1 }), commissionText({ percent: 0, fixed: 0 })]).toEqual([
      '$1.00',
      '0 %',
    ]);
    expect([0, 1, 24, 336, 36].map(holdingText)).toEqual(['at once', '1 hour', '1 day', '14 days', '36 hours']);
  });
});
