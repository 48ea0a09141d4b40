// The lists of the back office with few and with many rows: how long a page and its count take, and how many rows and pages the database looks at
// for them, which is the same on every machine.
// On the PostgreSQL of TEST_DATABASE_URL: node test/rigs/bench/staff/staff-lists.ts [--rows 10000,1000000] [--only order] [--times 9]

import { parseArgs } from 'node:util';
import { migrateAll, type Tables } from '#main/tables.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { countList, readListPage } from '../../../../src/api/operations/staff-list/list-page.store.ts';
import type { Db } from '../../../../src/api/operations/staff-list/list-source.sql.ts';
import { staffListSources } from '../../../../src/api/staff-list-sources.ts';
import { type Zone, zoneOf } from '../../../../src/api/text/zone.rules.ts';
import { readListAddress } from '../../../../src/contract/operations/staff-list/address.ts';
import { dropDatabaseOn, type MadeDatabase, makeDatabaseOn } from '../../../database/postgres.ts';
import { type Work, workOf } from '../../../database/work-of.ts';
import { fillStaffLists } from '../../../staff-lists/fill-staff-lists.ts';
import { staffListQuestions } from '../../../staff-lists/staff-list-questions.ts';

const PAGE = 51;
/** Slowdown with more rows, above which a list is marked. */
const MOST_RATIO = 2;
/** A call that takes longer is not made again. */
const LONG_MS = 2_000;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,1000000' },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '9' },
  },
});
const server = process.env.TEST_DATABASE_URL;
if (!server) throw new Error('Give TEST_DATABASE_URL: the address of a PostgreSQL');
const sizes = values.rows.split(',').map(Number);
const made: MadeDatabase[] = [];
const databases: Database<Tables>[] = [];
try {
  for (const rows of sizes) databases.push(await filled(server, rows));
  console.log(
    `with ${sizes.join(' and ')} rows: rows of the page, milliseconds (ratio), rows and pages that were looked at`,
  );
  let beyond = 0;
  const questions = staffListQuestions.filter((question) => question.startsWith(values.only));
  for (const question of questions) {
    const page = await inTurn((db) => asked(db, question, 'page'));
    const count = await inTurn((db) => asked(db, question, 'count'));
    if (page.ratio > MOST_RATIO) beyond++;
    console.log(`${question.padEnd(44)} ${renderMeasured(page)} | count ${renderMeasured(count)}`);
  }
  console.log(`${beyond} of ${questions.length} first pages take more than ${MOST_RATIO} times as long with more rows`);
} finally {
  for (const database of databases) await database.close();
  for (const one of made) await dropDatabaseOn(server, one);
}

async function filled(url: string, rows: number): Promise<Database<Tables>> {
  const one = await makeDatabaseOn(url, { purpose: 'bench' });
  made.push(one);
  const database = await openDatabase<Tables>({ databaseUrl: one.url, dataDir: '' });
  await migrateAll(database);
  await fillStaffLists(database.kysely as never, rows);
  return database;
}

type Measured = { ms: number; work: Work };

async function asked(db: Db, question: string, what: 'page' | 'count'): Promise<Measured> {
  const [name = '', query = ''] = question.split('?');
  const source = staffListSources('Hearth').find(({ list }) => list.name === name);
  if (!source) throw new Error(`There is no list ${name}`);
  const { asked: wanted, faults } = readListAddress(source.list, new URLSearchParams(query));
  if (faults.length > 0) throw new Error(`${question}: ${faults.join(' ')}`);
  const page = { ...wanted, zone: zoneOf('Europe/Berlin') as Zone, beside: null, limit: PAGE };
  const ask = (on: Db) => (what === 'page' ? readListPage(on, source, page) : countList(on, source, page));
  const times: number[] = [];
  for (let time = 0; time < Number(values.times); time++) {
    const begun = performance.now();
    await ask(db);
    times.push(performance.now() - begun);
    if ((times[0] ?? 0) > LONG_MS) break;
  }
  const ms = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return { ms, work: await workOf(db, ask) };
}

/** The same of every size; `ratio` of the last to the first. */
async function inTurn(ask: (db: Db) => Promise<Measured>): Promise<{ all: Measured[]; ratio: number }> {
  const all: Measured[] = [];
  for (const database of databases) all.push(await ask(database.kysely as unknown as Db));
  return { all, ratio: (all.at(-1)?.ms ?? 0) / (all[0]?.ms ?? 1) };
}

function renderMeasured({ all, ratio }: { all: Measured[]; ratio: number }): string {
  const list = (of: (one: Measured) => string | number) => all.map(of).join('→');
  const scanned = [...new Set(all.at(-1)?.work.scanned)].join(', ');
  const mark = ratio > MOST_RATIO ? '!' : ' ';
  return `${mark} ${list(({ ms }) => ms.toFixed(1))} (${ratio.toFixed(1)}) rows ${list(({ work }) => work.rows)} pages ${list(({ work }) => work.pages)}${scanned && ` scans ${scanned}`}`;
}
