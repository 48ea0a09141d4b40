// Imports in the browser: columns matched, a check that shows what would change, and a job with a report.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffImport, StaffImportRow } from '#contract/selling/staff-import.schema.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { createLog } from '#platform/observability/log.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { createStaffImporter } from './create-staff-importer.ts';
import { beginImport } from './move-import.ts';
import { removeUnknownFiles } from './remove-unknown-files.ts';
import { createImportRunner, type Importer } from './run-imports.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let storage: Storage;
let api: Awaited<ReturnType<typeof startApi>>;
let kim: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  folder = await mkdtemp(join(tmpdir(), 'hearth-imports-'));
  storage = openFolderStorage(join(folder, 'storage'));
  await storeStaff(database, 'kim', 'catalogue');
  await storeSeller(database, { seller_id: 'birds', name: 'Birds' }, {});
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'known', product_name: 'Known', product_type: 'data', price_micros: 10_000_000 }),
      aProduct({ product_id: 'same', product_name: 'Same', product_type: 'data', price_micros: 5_000_000 }),
      aProduct({ product_id: 'theirs', seller_id: 'birds' }),
    ])
    .execute();
  api = await startApi(database, { storage });
  kim = await api.signIn({ email: addressOf('kim'), nickname: 'kim' }, { sub: 'kim' });
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

function runner(importer: Importer = createStaffImporter(database.kysely)) {
  return createImportRunner({
    ...{ db: database.kysely, storage, importer, now: () => new Date(), refresh: async () => {} },
    log: createLog('silent'),
  });
}
const work = () => runner().work();

async function send(content: string | Uint8Array, name = 'products.csv') {
  return kim.send(
    'POST',
    `/admin/import?name=${name}`,
    { 'content-type': 'application/octet-stream' },
    content as never,
  );
}
const read = async (id: string): Promise<StaffImport> => (await kim.get(`/admin/import/${id}`)).body;
const columnsOf = ({ columns }: StaffImport) => Object.fromEntries(columns.map(({ name, field }) => [name, field]));
async function check(file: StaffImport, columns: Record<string, string | null> = {}, replace = false) {
  const body = { columns: { ...columnsOf(file), ...columns }, replace };
  const answer = await kim.put(`/admin/import/${file.import_id}/columns`, body);
  if (answer.status === 200) await work();
  return answer;
}
const confirm = (id: string) => kim.post(`/admin/import/${id}/confirm`, {});
const rows = async (id: string, phase: 'check' | 'import', outcome = ''): Promise<StaffImportRow[]> =>
  (await kim.get(`/admin/import/${id}/row?phase=${phase}${outcome && `&outcome=${outcome}`}`)).body;
const price = async (id: string) => (await api.get(`/product/${id}`)).body.price;

const file = [
  'Product ID,Title,product_type,price,Colour',
  'known,Known,data,12,red',
  'fresh,Fresh,data,3,blue',
  'same,Same,data,5,green',
  'bad,Bad,data,much,none',
  'theirs,Theirs,data,1,none',
].join('\n');
const named = { Title: 'product_name', Colour: null };

test('[B-09] columns are matched by name, by hand where names differ, and a check shows new, changed field by field, same and refused rows', async () => {
  const sent = await send(file);
  expect(sent).toMatchObject({
    status: 201,
    body: {
      state: 'columns',
      format: 'csv',
      by: 'kim',
      columns: [
        { name: 'Product ID', samples: ['known', 'fresh', 'same'], field: 'product_id' },
        { name: 'Title', samples: ['Known', 'Fresh', 'Same'], field: null },
        { name: 'product_type', samples: ['data'], field: 'product_type' },
        { name: 'price', samples: ['12', '3', '5'], field: 'price' },
        { name: 'Colour', field: null },
      ],
    },
  });
  const { import_id: id } = sent.body;
  expect(await check(sent.body)).toMatchObject({
    status: 400,
    body: { message: 'Say which column holds product_name.' },
  });
  expect(await check(sent.body, { ...named, Colour: 'product_name' })).toMatchObject({ status: 400 });
  expect(await check(sent.body, { Nothing: 'product_name' })).toMatchObject({ status: 400 });
  expect(await check(sent.body, named)).toMatchObject({ status: 200, body: { state: 'checking' } });
  expect(await read(id)).toMatchObject({
    state: 'checked',
    check: { rows: 5, new: 1, changed: 1, same: 1, refused: 2, bytes_read: file.length },
  });
  expect(await rows(id, 'check', 'changed')).toMatchObject([
    { line: 2, product_id: 'known', changes: [{ field: 'price', before: '10', after: '12' }] },
  ]);
  expect(await rows(id, 'check', 'new')).toMatchObject([{ product_id: 'fresh', changes: [] }]);
  expect(await rows(id, 'check', 'refused')).toMatchObject([
    { line: 5, product_id: 'bad', remarks: [{ field: 'price' }] },
    { line: 6, product_id: 'theirs', remarks: [{ reason: expect.stringContaining('the shop Birds') }] },
  ]);
  // Nothing has changed by it.
  expect(await price('known')).toBe(10);
  expect((await api.get('/product/fresh')).status).toBe(404);
});

test('[B-09] what was checked is imported as a job with a report, once, and is in the audit log', async () => {
  const { body } = await send(file);
  const { import_id: id } = body;
  expect(await confirm(id)).toMatchObject({ status: 409, body: { refusal: 'import_state' } });
  await check(body, named);
  expect(await confirm(id)).toMatchObject({ status: 200, body: { state: 'importing' } });
  await work();
  expect(await confirm(id)).toMatchObject({ status: 200, body: { state: 'done' } });
  expect(await read(id)).toMatchObject({ import: { rows: 5, new: 1, changed: 2, refused: 2 }, message: '' });
  expect([await price('known'), await price('fresh')]).toEqual([12, 3]);
  const report = await kim.get(`/admin/import/${id}/row?phase=import&format=csv`);
  expect(report.body.trim().split('\n')).toEqual([
    'line,product_id,outcome,field,before,after,reason',
    expect.stringMatching(/^5,bad,refused,price,,,/),
    expect.stringMatching(/^6,theirs,refused,product_id,,,/),
  ]);
  const entries = (await listAudit(database.kysely, { subject: 'products.csv', limit: 10 })).filter(
    ({ details }) => (details as { import?: string }).import === id,
  );
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['catalogue.import_begun', { by: 'kim', import: id }],
    ['catalogue.imported', { by: 'kim', import: id, imported: 1, updated: 2, rejected: 2 }],
  ]);
  expect((await kim.get('/admin/import')).body.items).toMatchObject([{ import_id: id, state: 'done' }]);
  expect(await check(body, named)).toMatchObject({ status: 409 });
});

test('[B-09] JSON Lines and gzip are read too; keys are matched by hand as columns are', async () => {
  const line = (id: string) => JSON.stringify({ id, product_name: 'Zip', product_type: 'data', price: 2, more: [1] });
  const { body } = await send(gzipSync(`${line('zip-1')}\n${line('zip-2')}\n`), 'more.jsonl.gz');
  expect(body.columns.map(({ name }: { name: string }) => name)).toEqual([
    'id',
    'product_name',
    'product_type',
    'price',
    'more',
  ]);
  await check(body, { id: 'product_id' });
  await confirm(body.import_id);
  await work();
  expect(await price('zip-2')).toBe(2);
});

test('[B-09] of 10,000 rows the 3 that are refused are named, and the others are stored', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) =>
    [100, 5_000, 9_999].includes(at) ? `p${at},Row ${at},data,` : `p${at},Row ${at},data,1`,
  );
  const { body } = await send(['product_id,product_name,product_type,price', ...lines].join('\n'));
  await check(body);
  expect((await read(body.import_id)).check).toMatchObject({ rows: 10_000, new: 9_997, refused: 3 });
  expect(await rows(body.import_id, 'check', 'new')).toHaveLength(50);
  await confirm(body.import_id);
  await work();
  expect((await read(body.import_id)).import).toMatchObject({ rows: 10_000, new: 9_997, refused: 3 });
  expect((await rows(body.import_id, 'import', 'refused')).map(({ line }) => line)).toEqual([102, 5_002, 10_001]);
});

test('[B-09] a process that ends in the middle has done its batches whole, and another goes on behind them', async () => {
  const lines = Array.from({ length: 2_500 }, (_, at) => `p${at},Row ${at},data,1`);
  const { body } = await send(['product_id,product_name,product_type,price', ...lines].join('\n'));
  await check(body);
  await confirm(body.import_id);
  const whole = createStaffImporter(database.kysely);
  let batches = 0;
  const failing: Importer = {
    ...whole,
    store: (given, reading) =>
      whole.store(given, {
        ...reading,
        async onBatch(transaction, told, isNew) {
          await reading.onBatch(transaction, told, isNew);
          batches++;
          if (batches === 2) throw new Error('the power is gone');
        },
      }),
  };
  await runner(failing).work();
  expect(await read(body.import_id)).toMatchObject({ state: 'failed', import: { rows: 1_000, new: 1_000 } });
  // As a killed process leaves it: its lease runs out.
  await database.kysely
    .updateTable('api.staff_import')
    .set({ state: 'importing', worker: 'gone', leased_until: new Date(Date.now() - 1_000), ended_at: null })
    .execute();
  await Promise.all([work(), work()]);
  expect(await read(body.import_id)).toMatchObject({
    state: 'done',
    import: { rows: 2_500, new: 2_500, changed: 0, refused: 0 },
  });
});

test('[B-09] a changed row is shown wherever in the file it stands', async () => {
  const lines = Array.from({ length: 1_998 }, (_, at) => `p${at},Row ${at},data,1`);
  const { body } = await send(
    ['product_id,product_name,product_type,price', 'known,Known,data,11', ...lines, 'same,Same,data,6'].join('\n'),
  );
  await check(body);
  expect((await rows(body.import_id, 'check', 'changed')).map(({ line }) => line)).toEqual([2, 2_001]);
  const kept = await kim.get(`/admin/import/${body.import_id}/row?phase=check&outcome=new&limit=500`);
  expect(kept.body).toHaveLength(500);
  const report = (await kim.get(`/admin/import/${body.import_id}/row?phase=check&outcome=new&format=csv`)).body;
  expect(report.trim().split('\n')).toHaveLength(1 + 1_000);
});

test('[B-09] it is stopped by hand, and where the role is taken away; what was stored before stays', async () => {
  const lines = Array.from({ length: 2_500 }, (_, at) => `p${at},Row ${at},data,1`);
  const content = ['product_id,product_name,product_type,price', ...lines].join('\n');
  const first = (await send(content)).body;
  await check(first);
  await confirm(first.import_id);
  const whole = createStaffImporter(database.kysely);
  let batches = 0;
  // Stopped while its second batch is on its way: that one is undone.
  await runner({
    ...whole,
    store: (given, reading) =>
      whole.store(given, {
        ...reading,
        async onBatch(transaction, told, isNew) {
          if (++batches === 2) await transaction.updateTable('api.staff_import').set({ state: 'stopped' }).execute();
          await reading.onBatch(transaction, told, isNew);
        },
      }),
  }).work();
  expect(batches).toBe(2);
  expect(await kim.post(`/admin/import/${first.import_id}/stop`, {})).toMatchObject({
    status: 200,
    body: { state: 'stopped', message: expect.stringContaining('stopped'), import: { rows: 1_000 } },
  });
  await work();
  expect((await read(first.import_id)).import.rows).toBe(1_000);
  expect((await api.get('/product/p999')).status).toBe(200);
  expect((await api.get('/product/p1000')).status).toBe(404);

  const second = (await send(content, 'again.csv')).body;
  await check(second);
  await confirm(second.import_id);
  await database.kysely.updateTable('api.user').set({ staff_role: null }).where('account_id', '=', 'kim').execute();
  await work();
  const stored = await database.kysely
    .selectFrom('api.staff_import')
    .select(['state', 'message'])
    .where('import_id', '=', second.import_id)
    .executeTakeFirst();
  expect(stored).toEqual({ state: 'stopped', message: expect.stringContaining('was taken away') });
  expect((await api.get('/product/p1000')).status).toBe(404);
  expect((await kim.get(`/admin/import/${second.import_id}`)).status).toBe(404);
});

test('[B-09] an import that was stopped and is checked again with other columns stores every row that the check has shown', async () => {
  const lines = Array.from({ length: 2_500 }, (_, at) => `p${at},Row ${at},data,1,${at === 0 ? 'much' : 2}`);
  const { body } = await send(['product_id,product_name,product_type,price,net', ...lines].join('\n'));
  const { import_id: id } = body;
  await check(body, { price: null, net: 'price' });
  await confirm(id);
  const whole = createStaffImporter(database.kysely);
  await runner({
    ...whole,
    store: (given, reading) =>
      whole.store(given, {
        ...reading,
        async onBatch(transaction, told, isNew) {
          await reading.onBatch(transaction, told, isNew);
          // As it is stopped between two batches.
          await transaction.updateTable('api.staff_import').set({ state: 'stopped' }).execute();
        },
      }),
  }).work();
  expect(await read(id)).toMatchObject({ state: 'stopped', import: { rows: 1_000, new: 999, refused: 1 } });
  expect(await rows(id, 'import', 'refused')).toHaveLength(1);

  await check(body, { net: null });
  const nothing = { rows: 0, new: 0, changed: 0, same: 0, refused: 0, adjusted: 0, bytes_read: 0 };
  expect(await read(id)).toMatchObject({ check: { rows: 2_500, new: 1_501, changed: 999 }, import: nothing });
  expect(await rows(id, 'import')).toEqual([]);
  await confirm(id);
  await work();
  expect(await read(id)).toMatchObject({
    state: 'done',
    import: { rows: 2_500, new: 1_501, changed: 999, refused: 0 },
  });
  expect(await rows(id, 'import', 'refused')).toEqual([]);
  expect([await price('p1'), await price('p999'), await price('p2499')]).toEqual([1, 1, 1]);
});

test('[B-09] a check that was stopped never ends as the one that was begun after it, also of the same process', async () => {
  const { body } = await send('product_id,product_name,product_type,price,net\nknown,Known,data,11,12');
  const { import_id: id } = body;
  const ask = (columns: Record<string, string | null>) =>
    kim.put(`/admin/import/${id}/columns`, { columns: { ...columnsOf(body), ...columns }, replace: false });
  const whole = createStaffImporter(database.kysely);
  const turns = Array.from({ length: 2 }, () => ({
    begun: Promise.withResolvers<void>(),
    goOn: Promise.withResolvers<void>(),
  }));
  let begun = 0;
  const both = runner({
    ...whole,
    async judge(given, reading) {
      const turn = turns[begun++];
      turn?.begun.resolve();
      await turn?.goOn.promise;
      return whole.judge(given, reading);
    },
  });
  await ask({ net: null });
  const first = both.work();
  await turns[0]?.begun.promise;
  await kim.post(`/admin/import/${id}/stop`, {});
  await ask({ price: null, net: 'price' });
  const second = both.work();
  await turns[1]?.begun.promise;
  turns[0]?.goOn.resolve();
  await first;
  expect(await read(id)).toMatchObject({ state: 'checking', check: { rows: 0 } });
  turns[1]?.goOn.resolve();
  await second;
  expect(await read(id)).toMatchObject({ state: 'checked', check: { rows: 1, changed: 1 } });
  expect(await rows(id, 'check')).toMatchObject([{ changes: [{ field: 'price', before: '10', after: '12' }] }]);
});

test('[B-09] a mark that no page of its rows can have told is refused', async () => {
  const { body } = await send(file);
  await check(body, named);
  const after = (mark: string) => kim.get(`/admin/import/${body.import_id}/row?phase=check&after=${mark}`);
  expect(await after('1')).toMatchObject({ status: 200, body: [{ number: 2 }, { number: 4 }, { number: 5 }] });
  expect(await after('2147483647')).toMatchObject({ status: 200, body: [] });
  for (const mark of ['2147483648', '999999999999999', '9'.repeat(400), '-1', 'x'])
    expect(await after(mark), mark).toMatchObject({ status: 400 });
});

test('[B-09] a process that is told to end stores its batch, and another goes on at once', async () => {
  const lines = Array.from({ length: 2_500 }, (_, at) => `p${at},Row ${at},data,1`);
  const { body } = await send(['product_id,product_name,product_type,price', ...lines].join('\n'));
  await check(body);
  await confirm(body.import_id);
  const whole = createStaffImporter(database.kysely);
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const closing = runner({
    ...whole,
    store: (given, reading) =>
      whole.store(given, {
        ...reading,
        async onBatch(transaction, told, isNew) {
          begun.resolve();
          await ending.promise;
          await reading.onBatch(transaction, told, isNew);
        },
      }),
  });
  const stop = closing.runRegularly();
  await begun.promise;
  const stopped = stop();
  ending.resolve();
  await stopped;
  const left = await read(body.import_id);
  expect(left.state).toBe('importing');
  expect(left.import.rows).toBeGreaterThanOrEqual(1_000);
  expect(left.import.rows).toBeLessThan(2_500);
  await work();
  expect(await read(body.import_id)).toMatchObject({ state: 'done', import: { rows: 2_500, new: 2_500 } });
});

test('[B-09] what is no catalogue is refused with a reason, and nothing of it is kept', async () => {
  expect(await send('')).toMatchObject({ status: 400 });
  expect(await send('PK\u0003\u0004', 'book.xlsx')).toMatchObject({
    status: 400,
    body: { message: 'The file was refused: it is a ZIP archive or a workbook; save it as CSV in UTF-8.' },
  });
  expect(await send('not packed', 'a.csv.gz')).toMatchObject({ status: 400 });
  expect(await kim.send('POST', '/admin/import', {}, 'a,b')).toMatchObject({ status: 400 });
  for await (const { key } of storage.list('import/')) throw new Error(`${key} was kept`);
  expect((await kim.get('/admin/import/none')).status).toBe(404);
  const { body } = await send('product_id,product_name,product_type,price\nx,X,data,much');
  await check(body);
  expect(await confirm(body.import_id)).toMatchObject({
    status: 409,
    body: { message: 'There is nothing to import: every row was refused.' },
  });
});

test('[B-09] an emoji where a sample is cut, half of one, and what no database can hold are shown without', async () => {
  const long = `${'x'.repeat(78)}😀 and more`;
  const table = await send(`product_id,product_name,product_type,price,note\na,A,data,1,${long}`);
  expect(table).toMatchObject({ status: 201 });
  expect(table.body.columns.at(-1)).toEqual({ name: 'note', samples: [`${'x'.repeat(78)}…`], field: null });

  const line = (id: string) =>
    `{"product_id":"${id}","a\\ud800\\u0000":"Odd ${id}","product_type":"data","price":4,"note":"half \\ud83d, none \\u0000"}`;
  const odd = await send(`${line('odd-1')}\n${line('odd-2')}`, 'odd.jsonl');
  expect(odd).toMatchObject({ status: 201 });
  const name = 'a\u{FFFD}\u{FFFD}';
  expect(odd.body.columns).toContainEqual({ name, samples: ['Odd odd-1', 'Odd odd-2'], field: null });
  expect(odd.body.columns.at(-1)).toMatchObject({ name: 'note', samples: ['half \u{FFFD}, none \u{FFFD}'] });
  // By the name that it is shown with its column is known.
  await check(odd.body, { [name]: 'product_name' });
  await confirm(odd.body.import_id);
  await work();
  expect(await read(odd.body.import_id)).toMatchObject({ state: 'done', import: { rows: 2, new: 2 } });
  expect((await api.get('/product/odd-2')).body.product_name).toBe('Odd odd-2');
});

const keptFiles = async () => {
  const keys: string[] = [];
  for await (const { key } of storage.list('import/')) keys.push(key);
  return keys;
};

test('[B-09] of a file that cannot be looked into nothing is kept', async () => {
  const content = (async function* () {
    yield Buffer.from(file);
  })();
  const importer: Importer = {
    ...createStaffImporter(database.kysely),
    async lookInto() {
      throw new Error('something unforeseen');
    },
  };
  const begun = beginImport({ db: database.kysely, storage, importer }, { name: 'a.csv', content, by: 'kim' });
  await expect(begun).rejects.toThrow('something unforeseen');
  expect(await keptFiles()).toEqual([]);
});

test('[B-09] a file that no import knows goes after a day', async () => {
  const { body } = await send(file);
  await storage.put('import/left-behind', Buffer.from(file));
  const kept = [`import/${body.import_id}`, 'import/left-behind'].sort();
  const remove = (days: number) =>
    removeUnknownFiles({ db: database.kysely, storage, now: () => new Date(Date.now() + days * 24 * 60 * 60_000) });
  expect(await remove(0.9)).toBe(0);
  expect(await keptFiles()).toEqual(kept);
  expect(await remove(1.1)).toBe(1);
  expect(await keptFiles()).toEqual([`import/${body.import_id}`]);
});
