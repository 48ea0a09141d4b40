import { expect, test } from 'vitest';
import { quarterAfter, zoneOf } from './zone.rules.ts';

test.each([
  ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-20', '2026-11-19T10:00:00.000Z'],
  // Midnight is skipped: the clocks go from 00:00 to 01:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  // There are two midnights: the clocks go from 01:00 back to 00:00.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  // A day that nobody there had: the next one begins.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
])('[B-04] in %s the day %s begins at %s', (name, day, start) => {
  const zone = zoneOf(name);
  expect(zone?.startOf(day).toISOString()).toBe(start);
});

test('[B-04] a zone knows which day it is there', () => {
  expect(zoneOf('Asia/Tokyo')?.dayOf(new Date('2026-11-20T15:30:00Z'))).toBe('2026-11-21');
  expect(zoneOf('America/Los_Angeles')?.dayOf(new Date('2026-11-20T02:00:00Z'))).toBe('2026-11-19');
});

test.each(['', 'Mars/Olympus', '+05:37', 'Europe/Berlin\u0000', 'x'.repeat(80), '../etc'])(
  '[B-04] %j is no zone',
  (name) => {
    expect(zoneOf(name)).toBeNull();
  },
);

test('[B-04] every zone that there is begins its days at quarters of an hour', () => {
  for (const name of Intl.supportedValuesOf('timeZone'))
    for (const day of ['2000-01-01', '2013-06-15', '2026-11-20']) {
      const start = zoneOf(name)?.startOf(day) as Date;
      expect(start.getTime() % 900_000, `${name} ${day}`).toBe(0);
    }
});

test('[B-04] a quarter that begins now ends in fifteen minutes', () => {
  expect(quarterAfter(new Date('2026-11-20T12:15:00Z')).toISOString()).toBe('2026-11-20T12:30:00.000Z');
  expect(quarterAfter(new Date('2026-11-20T12:29:59.999Z')).toISOString()).toBe('2026-11-20T12:30:00.000Z');
});
