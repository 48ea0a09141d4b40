// docs/triggers.md tells of every trigger, and of no other; no trigger calls what is planned at each call.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from './database/test-database.ts';

test('docs/triggers.md names every trigger of the database beside its table', async () => {
  const database = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`select space.nspname || '.' || class.relname || ' ' || tgname as name
    from pg_trigger join pg_class as class on class.oid = tgrelid
    join pg_namespace as space on space.oid = class.relnamespace
    where not tgisinternal and tgname <> 'guard_states'`
    .execute(database.kysely)
    .finally(() => database.close());
  expect(rows.length).toBeGreaterThan(50);
  const page = readFileSync(join(import.meta.dirname, '../docs/triggers.md'), 'utf8');
  const documented = page.split(/^## `/m).flatMap((section) => {
    const [table] = section.split('`', 1);
    return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, trigger]) => `${table} ${trigger}`);
  });
  expect(documented.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('functions that change or read tables are in PL/pgSQL: one in SQL is planned anew whenever a trigger calls it', async () => {
  const database = await openTestDatabase();
  const { rows } = await sql`select function.oid::regprocedure::text as name from pg_proc as function
    join pg_language as language on language.oid = prolang join pg_namespace as space on space.oid = pronamespace
    where lanname = 'sql' and provolatile = 'v' and nspname not in ('pg_catalog', 'information_schema')`
    .execute(database.kysely)
    .finally(() => database.close());
  expect(rows).toEqual([]);
});
