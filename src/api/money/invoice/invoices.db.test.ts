// Invoices and credit notes of orders that are bought and refunded as customers and sellers do, with the real payment sandbox.

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { refundLines } from '../../ordering/checkout/refund/refund-lines.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';
import { lockOrder } from '../../ordering/order/order.store.ts';
import { issueDue } from './invoices.ts';
import { type Issuing, issueInvoices } from './issue-invoices.ts';

const tax = { home_country: 'DE', rates: [{ country: 'DE', name: 'VAT', percent: 19 }] };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  const { kysely: db } = database;
  await storeSeller(
    database,
    { seller_id: 'ours', address: 'ours', name: 'Ours' },
    { owner: 'owner', editor: 'editor', finance: 'finance' },
  );
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs', name: 'Theirs' }, { stranger: 'owner' });
  for (const role of ['finance', 'support'] as const) await storeStaff(database, `staff ${role}`, role);
  await db
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'gpu', price_micros: 11_900_000, seller_id: 'ours', version: 1 }),
      aProduct({ product_id: 'voices', price_micros: 23_800_000, seller_id: 'theirs', version: 1 }),
      aProduct({ product_id: 'pen', price_micros: 1_190_000 }),
      aProduct({ product_id: 'gift', price_micros: 0 }),
    ])
    .execute();
  await start();
});
afterEach(() => shop.close());
afterAll(() => database.close());

async function start(changes: Parameters<typeof startBuying>[1] = {}) {
  shop = await startBuying(database, { store: { tax }, ...changes });
  jane = await shop.customer('jane');
}

async function restart(changes: Parameters<typeof startBuying>[1]) {
  await shop.close();
  await start(changes);
}

const prices: Record<string, number> = { gpu: 11.9, voices: 23.8, pen: 1.19, gift: 0 };

/** The id of an order that is paid. */
async function buy(...products: string[]): Promise<string> {
  const items = products.map((product_id) => ({ product_id, quantity: 1 }));
  const amount = Math.round(products.reduce((sum, id) => sum + (prices[id] ?? 0), 0) * 100) / 100;
  const { body } = await jane.post('/checkout-session', { items, amount });
  if (amount > 0) expect(await shop.pay(body.checkout_url)).toBe(303);
  await expect.poll(async () => (await jane.get(`/order/${body.order_id}`)).body.order_status).not.toBe('pending');
  return body.order_id;
}

type InvoiceAnswer = {
  invoice_id: string;
  kind: string;
  number: string;
  total: number;
  tax?: number;
  corrects?: string;
};

const readInvoices = async (orderId: string): Promise<InvoiceAnswer[]> =>
  (await jane.get(`/order/${orderId}/invoice`)).body.items;
const stored = () =>
  database.kysely
    .selectFrom('api.invoice')
    .selectAll()
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .orderBy('number')
    .execute();
const year = new Date().getUTCFullYear();

const issuing = (changes: Partial<Issuing> = {}): Issuing => ({
  db: database.kysely,
  issuers: 'operator',
  operator: shop.service.shop,
  lockOrder,
  now: shop.service.now,
  ...changes,
});

const issueAll = () =>
  issueDue({
    ...issuing(),
    draw: async () => new Uint8Array([1]),
    pdfOf: shop.invoices.pdfOf,
    log: shop.service.log,
  });

test('[W-13] a paid order has an invoice, numbered when it is asked for and once', async () => {
  const first = await buy('gpu', 'voices');
  const [invoice, ...more] = await readInvoices(first);
  expect(more).toEqual([]);
  expect(invoice).toMatchObject({
    kind: 'invoice',
    number: `INV-${year}-000001`,
    issuer: { name: 'Hearth', seller_id: null },
    total: 35.7,
    tax: 5.7,
  });
  expect(await readInvoices(first)).toEqual([invoice]);
  expect((await readInvoices(await buy('pen')))[0]?.number).toBe(`INV-${year}-000002`);
});

test('[W-13] what cost nothing and what is not paid have none', async () => {
  expect(await readInvoices(await buy('gift'))).toEqual([]);
  const { body } = await jane.post('/checkout-session', { items: [{ product_id: 'pen', quantity: 1 }], amount: 1.19 });
  expect(await readInvoices(body.order_id)).toEqual([]);
  await issueAll();
  expect(await stored()).toEqual([]);
});

test('[W-13] no document is deleted, and no number given twice, whoever writes', async () => {
  const { kysely: db } = database;
  const id = await buy('gpu', 'pen');
  await readInvoices(id);
  const before = await stored();
  expect(before).toHaveLength(1);
  for (const table of ['invoice', 'invoice_counter']) {
    const name = sql.table(`api.${table}`);
    for (const statement of [sql`delete from ${name}`, sql`truncate ${name}`])
      await expect(statement.execute(db)).rejects.toThrow(`what is in api.${table} is kept`);
  }
  for (const change of [sql`last = 7`, sql`year = year + 1`, sql`last = last + 1, issuer = 'ours'`])
    await expect(sql`update api.invoice_counter set ${change}`.execute(db)).rejects.toThrow(/one after the last/);
  expect((await stored()).map(({ number }) => number)).toEqual(before.map(({ number }) => number));
  const next = await buy('pen');
  expect((await readInvoices(next)).map(({ number }) => number)).toEqual([`INV-${year}-000002`]);
});

test('[W-13] the document is drawn once, kept, and stays as it was whatever changes after', async () => {
  const orderId = await buy('gpu');
  const [invoice] = await readInvoices(orderId);
  const read = () => jane.get(`/order/${orderId}/invoice/${invoice?.invoice_id}/pdf`);
  const answer = await read();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toContain(`INV-${year}-000001.pdf`);
  expect(answer.body).toMatch(/^%PDF-/);
  const [before] = await stored();
  await restart({ store: { tax, name: 'Another name' } });
  expect((await read()).body).toBe(answer.body);
  expect(await stored()).toEqual([before]);
  const { kysely: db } = database;
  for (const change of [{ number: 'INV-1' }, { total_cents: 1 }, { pdf: Buffer.from('other') }] as object[])
    await expect(db.updateTable('api.invoice').set(change).execute()).rejects.toThrow(/stays as it is/);
  expect((await jane.delete('/user/jane@example.com')).status).toBe(204);
  expect(await stored()).toEqual([before]);
});

test('[W-13] by setting each shop invoices what it has sold, in a series of its own', async () => {
  await restart({ store: { tax, invoices: 'seller' } });
  const orderId = await buy('gpu', 'voices', 'pen');
  const invoices = await readInvoices(orderId);
  expect(invoices.map((invoice) => [invoice.number, (invoice as never as { issuer: object }).issuer])).toEqual(
    expect.arrayContaining([
      [`INV-${year}-000001`, { name: 'Hearth', seller_id: null }],
      [`INV-${year}-000001`, { name: 'Ours', seller_id: 'ours' }],
      [`INV-${year}-000001`, { name: 'Theirs', seller_id: 'theirs' }],
    ]),
  );
  expect(invoices).toHaveLength(3);
  // Later corrections are in the name that is on the invoice.
  await restart({ store: { tax, invoices: 'operator' } });
  await refundLines(shop.service, {
    ...{ orderId, sellerId: 'ours', by: 'owner', reason: 'Broken' },
    lines: [{ line: 0, cents: 595 }],
  });
  const notes = (await readInvoices(orderId)).filter(({ kind }) => kind === 'credit_note');
  expect(notes).toMatchObject([
    {
      number: `CN-${year}-000001`,
      issuer: { seller_id: 'ours' },
      total: 5.95,
      tax: 0.95,
      corrects: `INV-${year}-000001`,
    },
  ]);
});

test('[W-13] what goes back is credited line by line, and all of it in the end', async () => {
  const orderId = await buy('gpu', 'voices');
  const give = (amountCents: number | null) => refundOrder(shop.service, { orderId, amountCents, reason: 'Half' });
  await give(1_785);
  await readInvoices(orderId);
  await give(null);
  const documents = await readInvoices(orderId);
  expect(documents.map(({ kind, total, tax, corrects }) => [kind, total, tax, corrects])).toEqual([
    ['invoice', 35.7, 5.7, undefined],
    ['credit_note', 17.85, 2.85, `INV-${year}-000001`],
    ['credit_note', 17.85, 2.85, `INV-${year}-000001`],
  ]);
  await issueAll();
  expect(await readInvoices(orderId)).toHaveLength(3);
});

test('[W-13] a credit note whose refund failed after all is cancelled', async () => {
  const orderId = await buy('gpu');
  await refundOrder(shop.service, { orderId, amountCents: null, reason: '' });
  expect(await readInvoices(orderId)).toHaveLength(2);
  await database.kysely.updateTable('api.refund').set({ state: 'failed' }).execute();
  await issueAll();
  await issueAll();
  expect((await readInvoices(orderId)).map(({ number, corrects }) => [number, corrects])).toEqual([
    [`INV-${year}-000001`, undefined],
    [`CN-${year}-000001`, `INV-${year}-000001`],
    [`CAN-${year}-000001`, `CN-${year}-000001`],
  ]);
});

test('[W-13] orders and refunds of before are numbered in the order of time, drawn too, and no more than once', async () => {
  const orders: string[] = [];
  for (const product of ['gpu', 'voices', 'pen']) orders.push(await buy(product));
  await refundOrder(shop.service, { orderId: orders[0] ?? '', amountCents: null, reason: '' });
  // The last that was paid is the oldest.
  await database.kysely
    .updateTable('api.order')
    .set({ paid_at: new Date('2020-01-01T00:00:00Z') })
    .where('order_id', '=', orders[2] ?? '')
    .execute();
  await issueAll();
  await issueAll();
  const documents = await stored();
  expect(documents.map(({ order_id, kind }) => [order_id, kind])).toEqual([
    [orders[2], 'invoice'],
    [orders[0], 'invoice'],
    [orders[0], 'credit_note'],
    [orders[1], 'invoice'],
  ]);
  expect(documents.map(({ pdf }) => Buffer.from(pdf ?? []).toString('latin1', 0, 5))).toEqual(Array(4).fill('%PDF-'));
});

test('[W-13] one that cannot be issued holds up nobody', async () => {
  const [first, second] = [await buy('gpu'), await buy('pen')];
  // Its invoice would be the second of the order.
  await sql`insert into api.invoice_counter (issuer, kind, year, last, issued_at) values ('', 'invoice', ${year}, 1, now())`.execute(
    database.kysely,
  );
  await sql`create function api.refuse_first() returns trigger language plpgsql as $$
    begin if new.order_id = '${sql.raw(first)}' then raise exception 'not this one'; end if; return new; end $$`.execute(
    database.kysely,
  );
  await sql`create trigger refuse_first before insert on api.invoice for each row execute function api.refuse_first()`.execute(
    database.kysely,
  );
  try {
    await issueAll();
    expect((await stored()).map(({ order_id, sequence }) => [order_id, sequence])).toEqual([[second, 2]]);
  } finally {
    await sql`drop trigger refuse_first on api.invoice`.execute(database.kysely);
    await sql`drop function api.refuse_first`.execute(database.kysely);
  }
  await issueAll();
  expect((await stored()).map(({ sequence }) => sequence)).toEqual([2, 3]);
});

test('[W-13] a number that was rolled back is given to the next one', async () => {
  const [first, second] = [await buy('gpu'), await buy('pen')];
  const broken = database.kysely.transaction().execute(async (transaction) => {
    const db = { transaction: () => ({ execute: (work: (db: unknown) => unknown) => work(transaction) }) };
    await issueInvoices(issuing({ db: db as never }), first);
    throw new Error('the process ended here');
  });
  await expect(broken).rejects.toThrow('ended here');
  expect(await stored()).toEqual([]);
  expect((await readInvoices(second))[0]?.number).toBe(`INV-${year}-000001`);
  expect((await readInvoices(first))[0]?.number).toBe(`INV-${year}-000002`);
});

test('[W-13] each year begins with one, and no document is dated before the number before it', async () => {
  const at = (day: string) => ({ now: () => new Date(`${day}T12:00:00Z`) });
  const orders = [await buy('gpu'), await buy('pen'), await buy('voices')];
  for (const [index, day] of ['2026-12-31', '2026-12-30', '2027-01-01'].entries())
    await issueInvoices(issuing(at(day)), orders[index] ?? '');
  expect((await stored()).map(({ number, issued_at }) => [number, issued_at.toISOString().slice(0, 10)])).toEqual([
    ['INV-2026-000001', '2026-12-31'],
    ['INV-2026-000002', '2026-12-31'],
    ['INV-2027-000001', '2027-01-01'],
  ]);
});

test('[W-13] whoever asks at once gets the same, without a gap', async () => {
  const orders = await buyMany(4);
  await Promise.all(orders.flatMap((orderId) => [readInvoices(orderId), readInvoices(orderId)]));
  expect((await stored()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
});

async function buyMany(count: number): Promise<string[]> {
  const orders: string[] = [];
  for (let index = 0; index < count; index++) orders.push(await buy('gpu', 'voices'));
  return orders;
}

onPostgres('[W-13] shops that invoice at once, some in reverse, never wait for each other for ever', async () => {
  await restart({ store: { tax, invoices: 'seller' } });
  const orders = await buyMany(8);
  await Promise.all(orders.map((orderId) => refundOrder(shop.service, { orderId, amountCents: 100, reason: '' })));
  await Promise.all(
    [orders, orders.toReversed()].flatMap((list) =>
      list.map((orderId) => issueInvoices(issuing({ issuers: 'seller' }), orderId)),
    ),
  );
  const documents = await stored();
  for (const issuer of ['ours', 'theirs'])
    for (const kind of ['invoice', 'credit_note'])
      expect(
        documents.filter((one) => one.issuer === issuer && one.kind === kind).map(({ sequence }) => sequence),
      ).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

const as = (account: string) => {
  const now = Math.floor(Date.now() / 1_000);
  return shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: now, amr: ['pwd', 'mfa'] },
  );
};

test('[W-13] nobody but the buyer, the issuing shop and the staff finds a document', async () => {
  await restart({ store: { tax, invoices: 'seller' } });
  const orderId = await buy('gpu', 'voices');
  const [ours, theirs] = ['ours', 'theirs'].map(async (id) => {
    const items = (await readInvoices(orderId)) as Array<InvoiceAnswer & { issuer: { seller_id: string } }>;
    return items.find(({ issuer }) => issuer.seller_id === id)?.invoice_id;
  });
  const [our, their] = [await ours, await theirs];
  const status = async (account: string, path: string) => (await (await as(account)).get(path)).status;
  const other = await buy('pen');
  expect((await jane.get(`/order/${other}/invoice/${our}/pdf`)).status).toBe(404);
  expect(await status('eve', `/order/${orderId}/invoice`)).toBe(404);
  expect(await status('eve', `/order/${orderId}/invoice/${our}/pdf`)).toBe(404);
  for (const account of ['owner', 'finance']) {
    expect(await status(account, '/seller/ours/invoice')).toBe(200);
    expect(await status(account, `/seller/ours/invoice/${our}/pdf`)).toBe(200);
    expect(await status(account, `/seller/ours/order/${orderId}/invoice`)).toBe(200);
    expect(await status(account, `/seller/ours/invoice/${their}/pdf`)).toBe(404);
    expect(await status(account, `/seller/theirs/invoice/${their}/pdf`)).toBe(404);
    expect(await status(account, `/seller/ours/order/${other}/invoice`)).toBe(404);
  }
  expect(await status('editor', '/seller/ours/invoice')).toBe(404);
  expect((await (await as('owner')).get('/seller/ours/invoice')).body).toHaveLength(1);
  expect((await (await as('owner')).get(`/seller/ours/order/${orderId}/invoice`)).body.items).toHaveLength(1);
  expect(await status('staff finance', `/admin/order/${orderId}/invoice`)).toBe(200);
  expect(await status('staff finance', `/admin/order/${orderId}/invoice/${our}/pdf`)).toBe(200);
  expect(await status('staff finance', `/admin/order/${other}/invoice/${our}/pdf`)).toBe(404);
  expect(await status('staff finance', '/admin/order/NOSUCHORDER/invoice')).toBe(404);
  expect(await status('staff support', `/admin/order/${orderId}/invoice`)).toBe(403);
  expect(await status('owner', `/admin/order/${orderId}/invoice`)).toBe(404);
});

test('[W-13] a shop finds its documents by month', async () => {
  await restart({ store: { tax, invoices: 'seller' } });
  const orders = [await buy('gpu'), await buy('gpu'), await buy('gpu')];
  for (const [index, day] of ['2026-10-31T23:59:59Z', '2026-11-01T00:00:00Z', '2026-11-30T23:59:59Z'].entries())
    await issueInvoices(issuing({ issuers: 'seller', now: () => new Date(day) }), orders[index] ?? '');
  const owner = await as('owner');
  const numbers = async (query: string) =>
    (await owner.get(`/seller/ours/invoice?${query}`)).body.map(({ number }: InvoiceAnswer) => number);
  expect(await numbers('month=2026-11')).toEqual(['INV-2026-000003', 'INV-2026-000002']);
  expect(await numbers('month=2026-10')).toEqual(['INV-2026-000001']);
  const first = await owner.get('/seller/ours/invoice?limit=2');
  expect(first.body).toHaveLength(2);
  expect(first.headers.get('link')).toContain('rel="next"');
  expect((await owner.get('/seller/ours/invoice?month=2026-13')).status).toBe(400);
});

onPostgres('[W-13] who looks at a list again waits for nobody who changes the order', async () => {
  const orderId = await buy('gpu');
  const invoices = await readInvoices(orderId);
  await database.kysely.transaction().execute(async (transaction) => {
    await transaction.selectFrom('api.order').select('order_id').where('order_id', '=', orderId).forUpdate().execute();
    expect(await readInvoices(orderId)).toEqual(invoices);
  });
});
