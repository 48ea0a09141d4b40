// Rows that pages of the staff's lists, and the overview, make the database read: as many of long tables as of short ones.
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiTables } from '#api/schema/schema.ts';
import { attentionKinds } from '#contract/operations/attention.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { readWaiting } from '../../src/api/operations/overview/attention.store.ts';
import { readStatus } from '../../src/api/operations/overview/overview.store.ts';
import { countList, type PageAsked, readListPage } from '../../src/api/operations/staff-list/list-page.store.ts';
import { allOf, oneOf } from '../../src/api/operations/staff-list/list-source.sql.ts';
import { momentsOf, planOf } from '../../src/api/selling/analytics/marketplace-analytics.rules.ts';
import { readShopSums } from '../../src/api/selling/analytics/marketplace-analytics.store.ts';
import { staffListSources } from '../../src/api/staff-list-sources.ts';
import { type Zone, zoneOf } from '../../src/api/text/zone.rules.ts';
import { readListAddress } from '../../src/contract/operations/staff-list/address.ts';
import { type ListCount, listCountedUpTo } from '../../src/contract/operations/staff-list/description.ts';
import { openTestDatabase } from '../database/test-database.ts';
import { type Work, workOf } from '../database/work-of.ts';
import { fillStaffLists } from './fill-staff-lists.ts';
import { staffListQuestions } from './staff-list-questions.ts';

type Db = Kysely<ApiTables>;

const ROWS = 20_000;
const RARE = 100;
const PAGE = 51;
/** Rows of a page of 51, each with what it joins, and of a hundred that are put into order. */
const MOST = 800;
/** With the thousand that are looked through first, and as many that fit as there are of these questions. */
const MOST_LOOKED_THROUGH = 2_600;

/** No index has both what they narrow by and what they are sorted by. */
const lookedThrough = (question: string) =>
  /q=|&|(total|amount|stock|price|used)=\d/.test(question) ||
  ['payout?state=pending,held,sent', 'dispute?opened=7d', 'dispute?seller=S5', 'dispute?seller=S17'].includes(question);

let database: Database<Tables>;

beforeAll(async () => {
  database = await openTestDatabase();
  await fillStaffLists(database.kysely as never, ROWS, RARE);
}, 60_000);
afterAll(() => database.close());

/**
 * As the database likes it and, because it likes to read a table of this size from end to end, row by row as it reads longer ones: whichever looks at
 * less.
 */
async function leastWork(work: (db: Db) => Promise<unknown>): Promise<Work> {
  const free = await workOf(database.kysely as unknown as Db, work);
  const byIndex = await database.kysely.transaction().execute(async (transaction) => {
    await sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as name`.execute(
      transaction,
    );
    return workOf(transaction as unknown as Db, work);
  });
  return free.rows <= byIndex.rows ? free : byIndex;
}

const zone = zoneOf('Europe/Berlin') as Zone;

function read(question: string) {
  const [name = '', query = ''] = question.split('?');
  const source = staffListSources('Hearth').find(({ list }) => list.name === name);
  if (!source) throw new Error(`There is no list ${name}`);
  const { asked, faults } = readListAddress(source.list, new URLSearchParams(query));
  expect(faults).toEqual([]);
  return { source, asked };
}

function page(question: string, beside: PageAsked['beside'] = null) {
  const { source, asked } = read(question);
  return (db: Db) => readListPage(db, source, { ...asked, zone, beside, limit: PAGE });
}

/** Matching rows, in a statement that knows nothing of indexes. */
async function plainly(db: Db, question: string) {
  const { source, asked } = read(question);
  const filters = Object.entries(asked.filters).map(([name, value]) => source.filters[name]?.(value, { zone }));
  const meanings = asked.q === '' ? [] : ((await source.search?.(db, asked.q, asked.sort)) ?? []);
  const text = asked.q === '' ? [] : [oneOf(meanings.map(({ where }) => where))];
  const conditions = [...filters, ...text].filter((condition) => condition !== undefined);
  return { source, asked, where: sql`${source.from} as ${source.alias} where ${allOf(conditions)}` };
}

async function plainIds(db: Db, question: string, offset: number): Promise<string[]> {
  const { source, asked, where } = await plainly(db, question);
  const by = source.sorts[asked.sort.replace('-', '')]?.by;
  const direction = sql.raw(asked.sort.startsWith('-') ? 'desc' : 'asc');
  const { rows } = await sql<{ id: string }>`select ${source.id}::text as id from ${where}
    order by ${by} ${direction}, ${source.id} ${direction} limit ${PAGE} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

async function plainCount(db: Db, question: string): Promise<ListCount> {
  const { source, where } = await plainly(db, question);
  const sums = Object.entries(source.sums ?? {});
  const totals = sums.map(([name, cents]) => sql`, coalesce(sum(${cents}), 0) as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, string>>`select count(*) ${sql.join(totals, sql``)} from ${where}`.execute(
    db,
  );
  const count = Number(rows[0]?.count);
  const is_exact = count <= listCountedUpTo;
  return {
    count: Math.min(count, listCountedUpTo),
    is_exact,
    sums: is_exact ? Object.fromEntries(sums.map(([name]) => [name, Number(rows[0]?.[name]) / 100])) : {},
  };
}

/** Two questions of one list as one, which is sorted as the second is. */
function together(one: string, other: string): string {
  const [name, query] = other.split('?');
  const both = new URLSearchParams(query);
  for (const [key, value] of new URLSearchParams(one.split('?')[1])) if (!both.has(key)) both.set(key, value);
  return `${name}?${both}`;
}

const questionsOf = (name: string) => staffListQuestions.filter((question) => question.split('?')[0] === name);
const lists = staffListSources('Hearth').map(({ list }) => list.name);

describe('[B-05] [B-16] of tables of any length', () => {
  test.each(lists)('two pages of %s, the way back and the count are what a plain statement tells', async (name) => {
    const db = database.kysely as unknown as Db;
    const questions = questionsOf(name);
    const pairs = questions.map((question, at) => together(question, questions[(at * 7 + 3) % questions.length] ?? ''));
    for (const question of [...questions, ...pairs]) {
      const first = await page(question)(db);
      expect([question, first.map(({ mark }) => mark.id)]).toEqual([question, await plainIds(db, question, 0)]);
      const { source, asked } = read(question);
      const count = await countList(db, source, { ...asked, zone, beside: null, limit: PAGE });
      expect([question, count]).toEqual([question, await plainCount(db, question)]);
      const mark = first.at(-1)?.mark;
      if (first.length < PAGE || !mark) continue;
      const second = await page(question, { mark, isBefore: false })(db);
      expect([question, second.map(({ mark: { id } }) => id)]).toEqual([question, await plainIds(db, question, PAGE)]);
      const begin = second[0]?.mark;
      if (!begin) continue;
      expect(await page(question, { mark: begin, isBefore: true })(db)).toEqual(first);
    }
  });
});

describe('[B-16] of tables of any length', () => {
  test.each(lists)('a first or filtered page of the list %s looks at few rows', async (name) => {
    const questions = questionsOf(name);
    const works = [];
    for (const question of questions) works.push({ question, ...(await leastWork(page(question))) });
    const beyond = works.filter(({ question, rows }) => rows > (lookedThrough(question) ? MOST_LOOKED_THROUGH : MOST));
    expect(works.length).toBeGreaterThan(5);
    expect(beyond).toEqual([]);
  });

  test('the questions ask for every filter and order of every list', () => {
    const asked = new Set(
      staffListQuestions.flatMap((question) => {
        const [name, query] = question.split('?');
        return [...new URLSearchParams(query)].map(([key, value]) =>
          key === 'sort' ? `${name} by ${value.replace('-', '')}` : `${name} ${key}`,
        );
      }),
    );
    const there = staffListSources('Hearth').flatMap(({ list }) => [
      ...Object.keys(list.filters).map((filter) => `${list.name} ${filter}`),
      ...Object.entries(list.columns).flatMap(([column, { sorts }]) => (sorts ? [`${list.name} by ${column}`] : [])),
    ]);
    expect(there.filter((one) => !asked.has(one))).toEqual([]);
  });

  test('the overview reads rollups and what waits, and no table from end to end', async () => {
    const now = new Date();
    const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const plan = planOf({ from: day(29), to: day(0) }, zone, now);
    const figures = await leastWork((db) => readShopSums(db, momentsOf(plan), now));
    expect(Object.keys(figures.rowsOf).filter((table) => !/^shop_(quarter|change)/.test(table))).toEqual([]);
    expect(figures.rows).toBeGreaterThan(100);
    const needs = await leastWork(async (db) => {
      await readWaiting(db, attentionKinds, { now, refundsBefore: now });
      await readStatus(db);
    });
    expect(needs.scanned).toEqual([]);
    expect(needs.rows).toBeLessThan(ROWS / 2);
  });
});
