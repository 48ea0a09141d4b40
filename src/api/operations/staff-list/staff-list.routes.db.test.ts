// The lists of the back office, asked as its screens ask them.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import type { ListColumn } from '../../../contract/operations/staff-list/description.ts';
import { staffLists } from '../../../contract/operations/staff-list/staff-lists.ts';
import { insertOrder } from '../../ordering/order/order.store.ts';
import type { StoredOrder } from '../../schema/order.record.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let staff: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { sendMail: async () => {} });
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeStaff(database, 'ada', 'admin');
  staff = await as('ada');
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const as = (account: string) =>
  api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000) },
  );
const ids = (rows: Array<{ id: string }>) => rows.map(({ id }) => id);
const list = async (query: string) => ids((await staff.get(`/admin/${query}`)).body);
const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 10, day, hour));

async function order(id: string, given: Partial<StoredOrder> = {}, line: Parameters<typeof aLine>[0] = {}) {
  const {
    lines: _lines,
    refunds: _refunds,
    billing: _billing,
    ...row
  } = anOrder({
    order_id: id.padEnd(12, '2'),
    subtotal_cents: given.total_cents ?? 498_000,
    ...(given.status === 'in_review' && { review_reason: 'amount', resume_status: 'paid' }),
    ...given,
  });
  await insertOrder(database.kysely, { ...row, updated_at: row.created_at }, [aLine(line)]);
}

async function customer(account: string, username: string) {
  await (await as(account)).get(`/user/${addressOf(account)}`);
  await database.kysely.updateTable('api.user').set({ username }).where('account_id', '=', account).execute();
}

describe('[B-05] the list of orders', () => {
  beforeEach(async () => {
    await database.kysely
      .insertInto('api.coupon')
      .values({
        code: 'HELLO',
        percent: 10,
        amount_cents: null,
        category: null,
        expires_at: null,
        total_limit: null,
        customer_limit: null,
      })
      .execute();
    await order('AAA', { created_at: at(1), total_cents: 10_000, status: 'paid' });
    await order('BBB', { created_at: at(2), total_cents: 50_000, status: 'in_review', payment_method: 'transfer' });
    await order('CCC', { created_at: at(3), total_cents: 50_000, status: 'fulfilled', refunded_cents: 5 });
    await order(
      'DDD',
      {
        created_at: at(4, 23),
        total_cents: 99_999,
        status: 'pending',
        account_id: 'kim',
        user_id: 'kim@example.com',
        coupon_code: 'HELLO',
      },
      { product_id: 'gpu', product_name: 'A GPU' },
    );
    await database.kysely
      .updateTable('api.order_line')
      .set({ delivered_at: at(5) })
      .where('product_id', '=', 'gpu')
      .execute();
  });
  const short = async (query: string) => (await list(query)).map((id) => id.slice(0, 3)).join(' ');

  test.each([
    ['', 'DDD CCC BBB AAA'],
    ['sort=created_at', 'AAA BBB CCC DDD'],
    ['sort=total', 'AAA BBB CCC DDD'],
    ['sort=-total', 'DDD CCC BBB AAA'],
    ['state=paid', 'AAA'],
    ['state=paid,in_review&sort=created_at', 'AAA BBB'],
    ['total=500..500', 'CCC BBB'],
    ['total=..100', 'AAA'],
    ['method=transfer,check', 'BBB'],
    ['refunded=yes', 'CCC'],
    ['refunded=no&state=fulfilled', ''],
    ['placed=2026-11-02..2026-11-03', 'CCC BBB'],
    ['placed=2026-11-05..&zone=UTC', ''],
    ['placed=2026-11-05..&zone=Asia/Tokyo', 'DDD'],
    // As some browsers say it of themselves; many databases have no such names.
    ['placed=2026-11-05..&zone=Asia/Calcutta', 'DDD'],
    ['placed=0001-01-01..0001-01-02&zone=America/Buenos_Aires', ''],
    ['placed=9999-12-31..&zone=Europe/Kiev', ''],
    ['to_deliver=no', 'DDD'],
    ['product=gpu', 'DDD'],
    ['customer=kim', 'DDD'],
    ['customer=KIM@example.com', 'DDD'],
    ['coupon=hello', 'DDD'],
    ['seller=nobody', ''],
    ['q=bbb', 'BBB'],
    ['q=kim@example.com', 'DDD'],
    ['q=nothing like this', ''],
    ['q=aaa&state=in_review', ''],
  ])('with “%s” has %s', async (query, told) => {
    expect(await short(`order?${query}`)).toBe(told);
  });

  test('is found by parts of the names of customers and products', async () => {
    await customer('kim', 'Mossy Kimberley');
    await database.kysely
      .insertInto('api.product')
      .values(aProduct({ product_id: 'gpu', product_name: 'H100 SXM' }))
      .execute();
    expect([await short('order?q=kimber'), await short('order?q=h100'), await short('order?q=100%25')]).toEqual([
      'DDD',
      'DDD',
      '',
    ]);
    const [row] = (await staff.get('/admin/order?q=kimber')).body;
    expect(row).toMatchObject({ customer: 'Mossy Kimberley', products: 'A GPU × 2', total: 999.99, state: 'pending' });
  });

  test('is counted, with its sum, as it is narrowed', async () => {
    expect((await staff.get('/admin/order?format=count')).body).toEqual({
      count: 4,
      is_exact: true,
      sums: { total: 2_099.99 },
    });
    expect((await staff.get('/admin/order?format=count&total=500..500')).body).toEqual({
      count: 2,
      is_exact: true,
      sums: { total: 1_000 },
    });
    expect((await staff.get('/admin/order?format=count&q=bbb')).body).toEqual({
      count: 1,
      is_exact: true,
      sums: { total: 500 },
    });
    expect((await staff.get('/admin/order?format=count&q=zzz')).body).toEqual({
      count: 0,
      is_exact: true,
      sums: { total: 0 },
    });
  });

  test.each([
    'colour=red',
    'state=gone',
    'total=cheap',
    'placed=2026-13-01..',
    'sort=weight',
    'columns=weight',
    'after=mark',
    `after=${Buffer.from('["-created_at","x","AAA"]').toString('base64url')}`,
    `after=${Buffer.from('["total","1","AAA"]').toString('base64url')}`,
    'limit=0',
    'format=xml',
    'zone=Nowhere/Land&placed=1d',
    `zone=${encodeURIComponent("x'; drop")}&placed=1d`,
    'q=%00',
    `q=${'x'.repeat(300)}`,
    'product=%00',
  ])('refuses %s, and says why', async (query) => {
    const { status, body } = await staff.get(`/admin/order?${query}`);
    expect([status, typeof body.message]).toEqual([400, 'string']);
  });
});

describe('[B-05] pages', () => {
  const query = 'order?sort=-total&limit=3';

  test('lead forwards and backwards, whatever was placed at the same moment and came to the same', async () => {
    for (let number = 0; number < 10; number++)
      await order(`N${number}`, { total_cents: Math.floor(number / 4), created_at: at(1) });
    const whole = await list('order?sort=-total&limit=100');
    const forwards: string[][] = [];
    let last: string | null = `/admin/${query}`;
    let back: string | null = null;
    while (last) {
      const { body, headers } = await staff.get(last);
      forwards.push(ids(body));
      back = linkOf(headers, 'prev');
      last = linkOf(headers, 'next');
    }
    expect(forwards.flat()).toEqual(whole);
    expect(forwards.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
    const backwards: string[][] = [];
    while (back) {
      const { body, headers } = await staff.get(back);
      backwards.unshift(ids(body));
      back = linkOf(headers, 'prev');
    }
    expect(backwards).toEqual(forwards.slice(0, 3));
  });

  test('of few rows among many are found beyond what a short walk sees, also where they are many', async () => {
    await sql`insert into api."order" (order_id, account_id, user_id, status, payment_method, subtotal_cents, discount_cents, total_cents,
        created_at, expires_at, updated_at, refunded_cents)
      select 'M' || number, 'jane', 'jane@example.com', 'paid', case when number % 1500 = 3 then 'check' when number < 1200 then 'transfer' else 'card' end,
        number, 0, number, timestamptz '2026-01-01' + number * interval '1 minute', now(), now(), 0 from generate_series(1, 4000) as number`.execute(
      database.kysely,
    );
    expect(await list('order?method=check')).toEqual(['M3003', 'M1503', 'M3']);
    const transfers = await list('order?method=transfer&limit=2');
    expect(transfers).toEqual(['M1199', 'M1198']);
    expect(await list('order?method=transfer&sort=total&limit=2')).toEqual(['M1', 'M2']);
    expect((await staff.get('/admin/order?method=transfer&format=count')).body).toEqual({
      count: 1_000,
      is_exact: false,
      sums: {},
    });
    expect(await list('order?method=check,transfer&refunded=yes')).toEqual([]);
  });
});

describe('[B-05] the export', () => {
  test('has all that fits, not only a page, in the order of the list, and no formula', async () => {
    await customer('kim', '=HYPERLINK("x")');
    for (let number = 0; number < 7; number++)
      await order(`N${number}`, { account_id: 'kim', total_cents: number * 100, created_at: at(1 + number) });
    const { body, headers } = await staff.get(
      '/admin/order?format=csv&limit=2&state=paid&total=1..&columns=order_id,customer,total',
    );
    const lines = String(body).trim().split('\n');
    expect(lines[0]).toBe('order_id,customer,total');
    expect(lines.slice(1).map((line) => line.slice(0, 2))).toEqual(['N6', 'N5', 'N4', 'N3', 'N2', 'N1']);
    expect(lines[1]).toContain('"\'=HYPERLINK');
    expect(headers.get('content-disposition')).toBe('attachment; filename="order.csv"');
    const jsonl = String((await staff.get('/admin/order?format=jsonl&columns=order_id,total&sort=total')).body);
    expect(
      jsonl
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).total),
    ).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('goes on over the pages that it is read in', async () => {
    await sql`insert into api."order" (order_id, status, payment_method, subtotal_cents, discount_cents, total_cents, created_at, expires_at, updated_at)
      select 'M' || number, 'paid', 'card', 1, 0, 1, timestamptz '2026-01-01', now(), now() from generate_series(1, 1234) as number`.execute(
      database.kysely,
    );
    const lines = String((await staff.get('/admin/order?format=csv&columns=order_id')).body)
      .trim()
      .split('\n');
    expect(new Set(lines).size).toBe(1_235);
  });
});

describe('[B-05] every list', () => {
  beforeEach(async () => {
    await storeSeller(database, { seller_id: 'ours', name: 'Ours' }, { ana: 'owner' });
    await database.kysely
      .insertInto('api.product')
      .values([
        aProduct({ product_id: 'gpu', product_name: 'A GPU', stock: 0 }),
        aProduct({ product_id: 'data', product_name: 'Birdsong', stock: null, seller_id: 'ours', version: 1 }),
      ])
      .execute();
    await order('AAA');
  });

  test.each(staffLists.map((one) => [one.name, one] as const))(
    '%s takes each of its filters, sorts, columns and formats',
    async (name, one) => {
      const texts = { days: '2026-01-01..2026-12-31', amount: '0..100', count: '0..5', id: 'x', yes: 'yes' };
      for (const [filter, { kind, ...rest }] of Object.entries(one.filters)) {
        const values =
          'choices' in rest
            ? [...Object.keys(rest.choices), Object.keys(rest.choices).join()]
            : [texts[kind as keyof typeof texts]];
        for (const value of values) {
          expect((await staff.get(`/admin/${name}?${filter}=${value}`)).status, `${filter}=${value}`).toBe(200);
          expect((await staff.get(`/admin/${name}?${filter}=${value}&format=count`)).status).toBe(200);
        }
      }
      for (const [column, { sorts }] of Object.entries<ListColumn>(one.columns))
        for (const sort of [column, `-${column}`])
          expect((await staff.get(`/admin/${name}?sort=${sort}`)).status, sort).toBe(sorts ? 200 : 400);
      for (const text of ['a', 'abc', 'PO-23', '%', "'", '\\', '☃', 'ana@example.com'])
        expect((await staff.get(`/admin/${name}?q=${encodeURIComponent(text)}`)).status, text).toBe(
          'search' in one ? 200 : 400,
        );
      expect((await staff.get(`/admin/${name}?format=csv`)).status).toBe(200);
    },
  );

  test('of products is sorted and narrowed by price, stock and shop', async () => {
    expect(await list('product?sort=stock')).toEqual(['gpu', 'data']);
    expect(await list('product?seller=own')).toEqual(['gpu']);
    expect(await list('product?seller=ours')).toEqual(['data']);
    expect(await list('product?stock=0..0')).toEqual(['gpu']);
    expect(await list('product?q=birds')).toEqual(['data']);
  });

  test('of customers tells how many orders somebody has', async () => {
    await customer('jane', 'Jane Doe');
    expect((await staff.get('/admin/customer?q=jane d')).body).toMatchObject([
      { id: 'jane', orders: 1, name: 'Jane Doe' },
    ]);
    expect(await list('customer?has_ordered=yes')).toEqual(['jane']);
    expect(await list('customer?role=admin')).toEqual(['ada']);
  });
});

describe('[B-05] saved views', () => {
  const views = async (account: string) =>
    (await (await as(account)).get('/admin/list/order/view')).body.items.map(
      ({ name, is_mine, owner }: { name: string; is_mine: boolean; owner: string | null }) => [name, is_mine, owner],
    );
  const view = { name: 'Large', query: 'total=500..', shared: true };

  beforeEach(async () => {
    await storeStaff(database, 'bob', 'support');
    await storeStaff(database, 'cat', 'catalogue');
  });

  test('are seen by whom they are shared with, and changed by whose they are', async () => {
    const bob = await as('bob');
    const { body } = await bob.post('/admin/list/order/view', view);
    await bob.post('/admin/list/order/view', { ...view, name: 'Mine alone', shared: false });
    expect(await views('bob')).toEqual([
      ['Large', true, 'bob'],
      ['Mine alone', true, 'bob'],
    ]);
    expect(await views('ada')).toEqual([['Large', false, 'bob']]);
    const refused = await staff.put(`/admin/view/${body.view_id}`, { ...view, name: 'Taken' });
    expect([refused.status, refused.body.message]).toEqual([409, "This view is bob's. Save it as a view of your own."]);
    expect((await staff.delete(`/admin/view/${body.view_id}`)).status).toBe(409);
    expect((await bob.put(`/admin/view/${body.view_id}`, { ...view, shared: false })).body).toMatchObject({
      shared: false,
    });
    expect(await views('ada')).toEqual([]);
    expect((await staff.delete(`/admin/view/${body.view_id}`)).status).toBe(404);
    expect((await bob.delete(`/admin/view/${body.view_id}`)).status).toBe(204);
  });

  test('that are shared outlive whoever leaves, and administrators look after them', async () => {
    const { body } = await (await as('bob')).post('/admin/list/order/view', view);
    await (await as('bob')).post('/admin/list/order/view', { ...view, name: 'Mine alone', shared: false });
    expect((await staff.delete('/admin/staff/bob')).status).toBe(204);
    expect(await views('ada')).toEqual([['Large', false, null]]);
    expect((await staff.put(`/admin/view/${body.view_id}`, { ...view, name: 'Over $500' })).body).toMatchObject({
      name: 'Over $500',
      owner: null,
    });
    expect((await staff.delete(`/admin/view/${body.view_id}`)).status).toBe(204);
    expect((await (await as('bob')).get('/admin/list/order/view')).status).toBe(404);
  });

  test('of a list that a role does not read are not there', async () => {
    const { body } = await staff.post('/admin/list/order/view', view);
    const cat = await as('cat');
    expect((await cat.get('/admin/list/order/view')).status).toBe(403);
    expect((await cat.post('/admin/list/order/view', view)).status).toBe(403);
    expect((await cat.put(`/admin/view/${body.view_id}`, view)).status).toBe(403);
    for (const path of ['/admin/list/gone/view', '/admin/list/%00/view'])
      expect((await staff.get(path)).status).toBe(404);
    expect((await staff.put('/admin/view/%00', view)).status).toBe(404);
  });

  test('are so many at most, also where two are saved at once, and have a name', async () => {
    for (let number = 0; number < 29; number++)
      expect((await staff.post('/admin/list/order/view', { ...view, name: `View ${number}` })).status).toBe(201);
    const both = await Promise.all([1, 2].map(() => staff.post('/admin/list/order/view', view)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (const bad of [
      { name: '' },
      { name: 'x'.repeat(61) },
      { query: '\0' },
      { query: 'x'.repeat(2_001) },
      { shared: 'yes' },
    ])
      expect((await staff.post('/admin/list/seller/view', { ...view, ...bad })).status).toBe(400);
  });
});

function linkOf(headers: Headers, rel: string): string | null {
  return headers.get('link')?.match(new RegExp(`</api([^>]*)>; rel="${rel}"`))?.[1] ?? null;
}
