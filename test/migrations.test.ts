// While an operator upgrades, old processes work on new tables: a migration only adds (docs/releasing.md).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** The migrations that every shop has had from its first release on: no older process ever met them. */
const firstRelease: Record<string, string> = {
  'src/platform': '0001',
  'src/api': '0006',
  'src/identity': '0002',
  'src/ledger': '0001',
  'src/mail': '0001',
  'packages/payment-sandbox/src': '0001',
};

/** What processes of the release before would stumble over, each with the reason. A generated column fills itself. */
const breaking: [RegExp, string][] = [
  [/\bdrop\s+(table|column|schema|type|view)\b/i, 'drops what they still use'],
  [/\balter\s+table\s+\S+\s+drop\s+(?!constraint\b)/i, 'drops what they still use'],
  // The name of an index is nobody's business.
  [/^(?!\s*alter\s+index\b)[\s\S]*\brename\s+(to|column)\b/i, 'renames what they still use'],
  [
    /\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/i,
    'rewrites the table under a lock, in a type they may not expect',
  ],
  [/\bset\s+not\s+null\b/i, 'refuses rows that they write without the column'],
  [
    /\badd\s+(column\s+)?(if\s+not\s+exists\s+)?\w+\s+(?:(?!\bgenerated\b)[^,;])*\bnot\s+null\b(?![^,;]*\b(?:default|generated)\b)/i,
    'refuses rows that they write without the column',
  ],
];

/** Why these statements are not safe while processes of the release before run; empty when they are. */
function whatBreaks(script: string): string[] {
  const statements = script.replace(/--.*$/gm, '').split(';');
  // A table that the same migration makes is unknown to every other process.
  const added = new Set(
    [...script.matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?(\S+)/gi)].map(([, name]) => name),
  );
  return statements.flatMap((statement) => {
    const table = /\balter\s+table\s+(\S+)/i.exec(statement)?.[1];
    if ((table && added.has(table)) || /^\s*create\s+(unlogged\s+)?table\b/i.test(statement)) return [];
    return breaking
      .filter(([pattern]) => pattern.test(statement))
      .map(([, reason]) => `${statement.trim()}: ${reason}`);
  });
}

test.each([
  'drop table api.product',
  'alter table api.product drop column stock',
  'alter table api.product drop stock',
  'alter table api.product rename column stock to in_stock',
  'alter table api.product rename to item',
  'alter table api.product alter column stock type bigint',
  'alter table api.product alter stock set data type bigint',
  'alter table api.product alter column stock set not null',
  'alter table api.product add column weight integer not null',
  '-- makes room\nalter table api.product add weight integer not null, add height integer not null default 0',
])('is found unsafe while old processes run: %s', (script) => {
  expect(whatBreaks(script)).not.toEqual([]);
});

test.each([
  'create table api.weight (product_id text not null primary key, grams integer not null)',
  'create table api.weight (id text); alter table api.weight alter column id set not null',
  'alter table api.product add column weight integer',
  'alter table api.product add column weight integer not null default 0',
  'alter table api.product drop constraint product_price_check',
  'create index product_weight on api.product (weight)',
  'alter index api.product_by_price rename to product_by_price_before',
  '-- drop table api.product\nselect 1',
])('is found safe while old processes run: %s', (script) => {
  expect(whatBreaks(script)).toEqual([]);
});

test('migrations after the first release only add', () => {
  const found = Object.entries(firstRelease).flatMap(([place, last]) => {
    const folder = join(root, place, 'migrations');
    return readdirSync(folder)
      .filter((name) => name.slice(0, last.length) > last)
      .flatMap((name) =>
        whatBreaks(readFileSync(join(folder, name), 'utf8')).map((fault) => `${place}/${name}: ${fault}`),
      );
  });
  expect(found).toEqual([]);
});

test('every folder of migrations is watched, and each has a number of its own', () => {
  const folders = ['src', 'packages']
    .flatMap((place) =>
      readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((path) => join(place, path)),
    )
    .filter((path) => path.endsWith('/migrations'));
  expect(folders.sort()).toEqual(
    Object.keys(firstRelease)
      .map((place) => join(place, 'migrations'))
      .sort(),
  );
  for (const folder of folders) {
    const numbers = readdirSync(join(root, folder)).map((name) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    expect(new Set(numbers).size, folder).toBe(numbers.length);
    expect(numbers, folder).not.toContain(undefined);
  }
});
