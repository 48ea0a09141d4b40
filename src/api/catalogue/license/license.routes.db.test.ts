import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licenseSchema, licenseTermsSchema } from '#contract/catalogue/license.schema.ts';
import { openTestDatabase } from '../../../../test/database/test-database.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { storeNamedLicenses } from './license.store.ts';
import { readLicenseFile } from './license-file.rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
afterAll(async () => {
  api.version.close();
  await database.close();
});

const named = (text: string, facts = {}) => ({ license_id: 'LicenseRef-Our-Terms', name: 'Our Terms', text, facts });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('[V-05] a license of SPDX has its name, its text and the hash of it', async () => {
  const { status, body } = await api.get('/license/CC-BY-4.0');
  expect(status).toBe(200);
  const license = licenseSchema.parse(body);
  expect(license.name).toBe('Creative Commons Attribution 4.0 International');
  expect(license.text).toContain('Attribution 4.0 International');
  expect(license.sha256).toBe(hashOf(license.text ?? ''));
  expect(license.url).toMatch(/^https:/);
});

test('[V-05] a named license keeps every text that it has had', async () => {
  await storeNamedLicenses(database.kysely, [named('Be kind.', { commercial_use: true })]);
  await storeNamedLicenses(database.kysely, [named('Be kinder.', { commercial_use: false })]);
  const now = (await api.get('/license/LicenseRef-Our-Terms')).body;
  expect(now).toMatchObject({ text: 'Be kinder.', may_not: ['Use it commercially'], url: null });
  const then = (await api.get(`/license/LicenseRef-Our-Terms?sha256=${hashOf('Be kind.')}`)).body;
  expect(then).toMatchObject({ text: 'Be kind.', sha256: hashOf('Be kind.'), may: [], may_not: [] });
  expect((await api.get(`/license/LicenseRef-Our-Terms?sha256=${hashOf('Be cruel.')}`)).status).toBe(404);
});

test('a text belongs to one license', async () => {
  await storeNamedLicenses(database.kysely, [{ ...named('Another.'), license_id: 'LicenseRef-Another' }]);
  expect((await api.get(`/license/LicenseRef-Our-Terms?sha256=${hashOf('Another.')}`)).status).toBe(404);
});

test('[V-05] a license that is known by name alone says that it has no text', async () => {
  expect((await api.get('/license/LicenseRef-Gemma')).body).toMatchObject({ name: 'Gemma', text: null, sha256: null });
});

test.each(['LicenseRef-Unheard-Of', 'mit', '..%2fMIT', 'index', '%00', 'x'.repeat(5000)])(
  'there is no license %s',
  async (id) => {
    expect((await api.get(`/license/${id}`)).status).toBe(404);
  },
);

test('[V-05] what an expression means', async () => {
  const { status, body } = await api.get('/license?expression=MIT%20OR%20LicenseRef-Gemma');
  expect(status).toBe(200);
  const { alternatives } = licenseTermsSchema.parse(body);
  expect(alternatives.map(({ licenses }) => licenses.map(({ name }) => name))).toEqual([['MIT License'], ['Gemma']]);
  expect(alternatives[1]?.must).toContain('Accept its terms before using it');
});

test.each(['', '?expression=', '?expression=MIT%20OR', `?expression=${'a'.repeat(301)}`, '?expression=%00'])(
  'what is no expression is refused: %s',
  async (query) => {
    expect((await api.get(`/license${query}`)).status).toBe(400);
  },
);

test('a text keeps its lines and pages as they are: they are part of its hash', async () => {
  const paged = named('One\r\n\u000cTwo');
  const read = readLicenseFile(JSON.stringify(paged));
  expect(read).toEqual({ ok: true, licenses: [paged] });
  await storeNamedLicenses(database.kysely, [paged]);
  expect((await api.get('/license/LicenseRef-Our-Terms')).body).toMatchObject({ sha256: hashOf(paged.text) });
});

test.each([
  ['{', 1, 'is not an object with license_id, name, text and facts'],
  ['\n{"license_id":"MIT","name":"M","text":"T"}', 2, 'license_id is not like LicenseRef-Our-Terms'],
  [
    '{"license_id":"LicenseRef-A","name":"A","text":"T","facts":{"commercial_use":"yes"}}',
    1,
    /^facts\.commercial_use /,
  ],
  ['{"license_id":"LicenseRef-A","name":"A","text":"T\\u0000"}', 1, 'text has a character that cannot be stored'],
  ['{"license_id":"LicenseRef-A","name":"A","text":"T\\ud800"}', 1, 'text has a character that cannot be stored'],
  ['{"license_id":"LicenseRef-A","name":"A\\u0000","text":"T"}', 1, 'name must not hold control characters'],
  [
    '{"license_id":"LicenseRef-A","name":"A","text":"T","facts":{"naming_duty":"\\u0000"}}',
    1,
    'facts.naming_duty must not hold control characters',
  ],
])('a file of licenses that is damaged says where: %s', (content, line, reason) => {
  expect(readLicenseFile(content)).toEqual({
    ok: false,
    line,
    reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
  });
});
