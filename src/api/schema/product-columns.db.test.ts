import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { fieldColumns, productColumns } from './product-columns.rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type InDatabase = { name: string; type: string; nullable: boolean; has_default: boolean; is_generated: boolean };

async function columnsInDatabase(): Promise<InDatabase[]> {
  const { rows } = await sql<InDatabase>`
    select column_name as name, format_type(atttypid, null) as type, is_nullable = 'YES' as nullable,
      column_default is not null as has_default, is_generated = 'ALWAYS' or is_identity = 'YES' as is_generated
    from information_schema.columns
    join pg_attribute on attrelid = 'api.product'::regclass and attname = column_name
    where table_schema = 'api' and table_name = 'product'`.execute(database.kysely);
  return rows;
}

type Said = { name: string; type: string; nullable?: true; file?: string; madeBy?: string };
const said: Said[] = Object.entries(productColumns).map(([name, column]) => ({ name, ...column }));

test('the table has the columns that are said, of their types', async () => {
  const found = (await columnsInDatabase()).map(({ name, type }) => `${name} ${type}`);
  expect(found.sort()).toEqual(said.map(({ name, type }) => `${name} ${type}`).sort());
});

test('the database generates the columns of which it is said', async () => {
  const found = (await columnsInDatabase()).filter((column) => column.is_generated).map(({ name }) => name);
  expect(found.sort()).toEqual(said.flatMap(({ name, madeBy }) => (madeBy === 'database' ? [name] : [])).sort());
});

test('what may be null is said', async () => {
  const found = (await columnsInDatabase()).filter((column) => column.nullable && !column.is_generated);
  expect(found.map(({ name }) => name).sort()).toEqual(
    said.flatMap(({ name, nullable }) => (nullable ? [name] : [])).sort(),
  );
});

test('what a new product need not have has a default', async () => {
  const without = (await columnsInDatabase())
    .filter((column) => !column.has_default && !column.nullable && !column.is_generated)
    .map(({ name }) => name);
  const needed = said.flatMap(({ name, file }) => (file === 'required' || file === 'derived' ? [name] : []));
  expect(without.filter((name) => !needed.includes(name))).toEqual([]);
});

test('a change of any field makes a new version of the catalogue', async () => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_trigger
    join pg_attribute on attrelid = tgrelid and attnum = any (tgattr)
    where tgrelid = 'api.product'::regclass and tgname = 'product_updated'`.execute(database.kysely);
  // A product is known by its id: another id is another product.
  const changeable = fieldColumns.filter((name) => productColumns[name].change !== 'never');
  expect(rows.map(({ name }) => name).sort()).toEqual([...changeable, 'listed', 'seller_id'].sort());
});
