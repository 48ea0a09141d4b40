import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { FilterValue } from '#contract/operations/staff-list/address.ts';
import { type Zone, zoneOf } from '../../text/zone.rules.ts';
import { isOnDays } from './list-source.sql.ts';

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Parameters that the database is given. */
function asked(value: FilterValue, name: string) {
  const { sql: text, parameters } = isOnDays(sql.ref('at'))(value, { zone: zoneOf(name) as Zone }).compile(db);
  expect(text).not.toMatch(/time zone/i);
  return parameters;
}

const aDay: FilterValue = { kind: 'days', from: '2026-03-01', to: '2026-03-01' };

// Names that browsers say, and that a database knows, or knows by the other name alone.
test.each([
  ['Asia/Calcutta', 'Asia/Kolkata', '2026-02-28T18:30:00.000Z'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh', '2026-02-28T17:00:00.000Z'],
  ['Asia/Katmandu', 'Asia/Kathmandu', '2026-02-28T18:15:00.000Z'],
  ['Asia/Rangoon', 'Asia/Yangon', '2026-02-28T17:30:00.000Z'],
  ['Europe/Kiev', 'Europe/Kyiv', '2026-02-28T22:00:00.000Z'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires', '2026-03-01T03:00:00.000Z'],
  ['US/Pacific', 'America/Los_Angeles', '2026-03-01T08:00:00.000Z'],
])('days of %s are those of %s, whatever zones the database knows', (old, name, start) => {
  const end = new Date(Date.parse(start) + 86_400_000).toISOString();
  expect(asked(aDay, old)).toEqual([start, end]);
  expect(asked(aDay, name)).toEqual([start, end]);
  const days: FilterValue = { kind: 'last days', days: 30 };
  expect(asked(days, old)).toEqual(asked(days, name));
});

test.each([
  ['0001-01-01', '9999-12-31'],
  ['1969-12-31', '9998-12-31'],
])('from %s to %s is everything that has happened', (from, to) => {
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    const [first = '', last = ''] = asked({ kind: 'days', from, to }, zone) as string[];
    expect(first < '1970-01-03' && last > '9998-12-29', `${first} ${last}`).toBe(true);
  }
});
