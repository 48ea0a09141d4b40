// The wall of the same name in .dependency-cruiser.cjs sees who imports the query builder; this sees who uses it through a
// database that was handed over.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Wall = { name: string; from: { path: string; pathNot: string[] } };
const walls: { forbidden: Wall[] } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

const statement =
  /\.(selectFrom|selectNoFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`|\.raw\(/;

const root = join(import.meta.dirname, '..');
const sources = ['src', 'packages']
  .flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file));

test.each([
  "await db.selectFrom('api.product').selectAll().execute()",
  'await sql<{ last: number }>`select 1`.execute(db)',
  'CompiledQuery.raw(text)',
])('%s is a statement', (line) => {
  expect(statement.test(line)).toBe(true);
});

test('only stores ask the database', () => {
  const wall = walls.forbidden.find(({ name }) => name === 'only-stores-ask-the-database');
  const stores = wall?.from.pathNot.map((path) => new RegExp(path)) ?? [];
  const others = sources.filter((file) => !stores.some((path) => path.test(file)));
  expect(others.length).toBeGreaterThan(100);
  expect(others.filter((file) => statement.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
