// Named licenses as the staff write them on their screens, by the rules of `npm run license`.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NamedLicenseRow, StaffLicense } from '#contract/catalogue/named-license.schema.ts';
import { licenseTextMaximum } from '#contract/catalogue/named-license.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { acceptLicenses } from './accept-licenses.ts';
import { readLicenseFile } from './license-file.rules.ts';
import { importLicenses } from './save-license.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
type Client = Awaited<ReturnType<typeof api.signIn>>;
let cleo: Client;
let carl: Client;
let sam: Client;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  for (const [account, role] of [
    ['cleo', 'catalogue'],
    ['carl', 'catalogue'],
    ['sam', 'support'],
  ] as const)
    await storeStaff(database, account, role);
  const signIn = (account: string) => api.signIn({ email: addressOf(account), nickname: account }, { sub: account });
  [cleo, carl, sam] = await Promise.all([signIn('cleo'), signIn('carl'), signIn('sam')]);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const id = 'LicenseRef-Our-Terms';
const path = `/admin/license/${id}`;
const terms = { name: 'Our Terms', text: 'Be kind.', facts: { commercial_use: true } };
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const put = (given: object = {}, by = cleo) => by.put(path, { ...terms, mark: null, ...given });
const read = async (by = cleo): Promise<StaffLicense> => (await by.get(path)).body;
/** The log is never emptied: what it says of this test's license. */
const noted = async () => {
  const entries = await listAudit(database.kysely, { subject: id, limit: 200 });
  return entries.slice(entries.findLastIndex(({ action }) => action === 'license.created'));
};

describe('a named license', () => {
  test('[V-05] is made, and buyers read its text and what it means at once', async () => {
    expect(await put()).toMatchObject({
      status: 200,
      body: { license_id: id, ...terms, sha256: hashOf('Be kind.'), products: 0, texts_before: [] },
    });
    expect((await api.get(`/license/${id}`)).body).toMatchObject({ text: 'Be kind.', may: ['Use it commercially'] });
    expect((await read()).may).toEqual(['Use it commercially']);
    expect(await noted()).toMatchObject([
      {
        action: 'license.created',
        subject_kind: 'license',
        details: { by: 'cleo' },
        changes: { name: { before: null, after: 'Our Terms' }, commercial_use: { before: null, after: true } },
      },
    ]);
  });

  test('[V-05] keeps the text that was accepted when it gets another', async () => {
    const { mark } = (await put()).body;
    const accepted = (await acceptLicenses(database.kysely, [id])).get(id);
    const { status, body } = await put({ text: 'Be kinder.', facts: { user_cap: 100 }, mark });
    expect(status).toBe(200);
    expect(body).toMatchObject({ text: 'Be kinder.', facts: { user_cap: 100 }, texts_before: [hashOf('Be kind.')] });
    expect(accepted).toMatchObject([{ license_id: id, sha256: hashOf('Be kind.') }]);
    expect((await api.get(`/license/${id}?sha256=${accepted?.[0]?.sha256}`)).body.text).toBe('Be kind.');
    expect(body.history.slice(0, 2)).toMatchObject([
      {
        action: 'license.changed',
        by: 'cleo',
        changes: {
          sha256: { before: hashOf('Be kind.'), after: hashOf('Be kinder.') },
          commercial_use: { before: true, after: null },
          user_cap: { before: null, after: 100 },
        },
      },
      { action: 'license.created' },
    ]);
    expect((await put({ text: 'Be kind.', mark: body.mark })).body.texts_before, 'a text that comes back').toEqual([
      hashOf('Be kinder.'),
    ]);
  });

  test('is not changed by who saves second, who is told what it is now', async () => {
    const { mark } = (await put()).body;
    expect((await put({ name: 'Terms of ours', mark }, carl)).status).toBe(200);
    const second = await put({ text: 'Be cruel.', mark });
    expect(second).toMatchObject({
      status: 409,
      body: { refusal: 'named_license_changed', current: { name: 'Terms of ours', text: 'Be kind.' } },
    });
    expect((await read()).text).toBe('Be kind.');
    expect((await put({ name: 'Terms of ours', text: 'Be cruel.', mark: second.body.current.mark })).status).toBe(200);
    expect(await put()).toMatchObject({
      status: 409,
      body: { refusal: 'named_license_exists', current: { text: 'Be cruel.' } },
    });
  });

  test('is made by one of many who make it at once, and changed by one of many who change it', async () => {
    const statuses = async (sent: Array<Promise<{ status: number }>>) =>
      (await Promise.all(sent)).map(({ status }) => status).sort();
    const texts = ['One.', 'Two.', 'Three.', 'Four.'];
    expect(await statuses(texts.map((text) => put({ text })))).toEqual([200, 409, 409, 409]);
    const { mark, texts_before } = await read();
    for (const text of texts) expect(texts_before, 'what was refused is not kept').not.toContain(hashOf(text));
    expect(await statuses(texts.map((text) => put({ text: `${text} Again.`, mark })))).toEqual([200, 409, 409, 409]);
    expect(await noted()).toHaveLength(2);
  });

  test('that is saved as it is leaves no entry in the audit log', async () => {
    const { mark, updated_at } = (await put()).body;
    expect(await put({ mark })).toMatchObject({ status: 200, body: { mark, updated_at } });
    expect(await noted()).toHaveLength(1);
  });

  test('that nobody has made cannot be changed', async () => {
    expect((await put({ mark: 'something' })).status).toBe(404);
    expect((await cleo.get(path)).status).toBe(404);
    for (const other of ['MIT', 'LicenseRef-', '%00', 'x'.repeat(500)])
      expect((await cleo.get(`/admin/license/${other}`)).status, other).toBe(404);
  });
});

test.each([
  ['name', { name: '' }],
  ['name', { name: 'A\u0000' }],
  ['text', { text: '   ' }],
  ['text', { text: 'T\u0000' }],
  ['text', { text: 'T\ud800' }],
  ['text', { text: 'x'.repeat(licenseTextMaximum + 1) }],
  ['facts.commercial_use', { facts: { commercial_use: 'yes' } }],
  ['facts.naming_duty', { facts: { naming_duty: '\u0000' } }],
  ['facts.user_cap', { facts: { user_cap: 0 } }],
])('what a file is refused for, a screen is refused for in the same words: %s', async (field, given) => {
  const file = readLicenseFile(JSON.stringify({ license_id: id, ...terms, ...given }));
  const reason = file.ok ? '' : file.reason;
  expect(reason).toContain(`${field} `);
  const { status, body } = await put(given);
  expect(status).toBe(400);
  expect(body.message.toLowerCase()).toBe(`${reason.toLowerCase()}.`);
});

test('an id that a file is refused for is refused', async () => {
  const { status, body } = await cleo.put('/admin/license/MIT', { ...terms, mark: null });
  expect([status, body.message]).toEqual([400, 'license_id is not like LicenseRef-Our-Terms.']);
});

test('the longest text of the widest characters is taken as it is, lines and pages and all', async () => {
  const text = `One\r\n\u000c${'界'.repeat(licenseTextMaximum - 10)}`;
  expect(await put({ text })).toMatchObject({ status: 200, body: { sha256: hashOf(text), text } });
});

test('the list tells how many products have a license, alone or among others', async () => {
  await importLicenses(database.kysely, { kind: 'operator', name: 'root' }, [
    { license_id: id, ...terms },
    { license_id: 'LicenseRef-Our', ...terms, name: 'Ours' },
    { license_id: 'LicenseRef-Unused', ...terms, name: 'Unused' },
  ]);
  const licenses = ['', 'MIT', id, id, `MIT OR (${id} AND LicenseRef-Our)`, 'LicenseRef-Gemma'];
  await database.kysely
    .insertInto('api.product')
    .values(licenses.map((license, index) => aProduct({ product_id: `p${index}`, license })))
    .execute();
  const { items } = (await sam.get('/admin/license')).body;
  expect(items.map(({ license_id, products }: NamedLicenseRow) => [license_id, products])).toEqual([
    ['LicenseRef-Our', 1],
    [id, 3],
    ['LicenseRef-Unused', 0],
  ]);
  expect(await read(sam)).toMatchObject({ products: 3 });
  expect((await put({}, sam)).status, 'support reads only').toBe(403);
});
