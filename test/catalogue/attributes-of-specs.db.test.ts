import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiTables } from '#api/schema/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aFile, importInto } from './import-into.ts';

let database: Database<ApiTables>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database));

const machine = { product_id: 'm', product_name: 'M', product_type: 'computing', price: 1 };
const withSpecs = { ...machine, specs: [{ name: 'GPU', value: 't4' }] };
const lines = (...rows: object[]) => aFile('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
const attributesOf = async (id: string) =>
  (
    await database.kysely
      .selectFrom('api.product')
      .select('attributes')
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow()
  ).attributes;

test('[V-04] an import reads attributes that its file does not have, and says in how many rows', async () => {
  const own = { ...withSpecs, product_id: 'own', attributes: { gpu_model: 'T4G' } };
  const none = { ...withSpecs, product_id: 'none', attributes: null };
  const outcome = await importInto(database, lines(withSpecs, own, none, { ...machine, product_id: 'bare' }));
  expect(outcome).toMatchObject({ imported: 4, rows: 4, fromSpecs: 1 });
  expect(await attributesOf('m')).toEqual({ gpu_model: 'T4' });
  expect(await attributesOf('own')).toEqual({ gpu_model: 'T4G' });
  expect(await attributesOf('none')).toEqual({});
  expect(await attributesOf('bare')).toEqual({});
});

test('what a product has stays, and what it lacks is read later', async () => {
  await importInto(
    database,
    lines({ ...machine, attributes: { region: 'Norway' } }, { ...machine, product_id: 'bare' }),
  );
  const outcome = await importInto(database, lines(withSpecs, { ...withSpecs, product_id: 'bare' }));
  expect(outcome).toMatchObject({ updated: 2, fromSpecs: 1 });
  expect(await attributesOf('m')).toEqual({ region: ['Norway'] });
  expect(await attributesOf('bare')).toEqual({ gpu_model: 'T4' });
});

test('a product that moves to another category leaves the attributes of the old one', async () => {
  await importInto(database, lines(withSpecs));
  const data = { ...machine, product_type: 'data', specs: [{ name: 'Rows', value: '1.5 million' }] };
  expect(await importInto(database, lines(data))).toMatchObject({ updated: 1, fromSpecs: 1 });
  expect(await attributesOf('m')).toEqual({ rows: 1_500_000 });
});
