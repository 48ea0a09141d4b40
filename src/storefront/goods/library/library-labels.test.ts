// Texts of a library row about a purchase.
import { expect, test } from 'vitest';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { boughtText, entryName, statusOf } from './library-labels.ts';

const release = (version: string) => ({ release_id: version, version, notes: '', at: null, files: 1, size_bytes: 3 });
const loaded = <T>(found: T) => ({ value: { found }, failed: false, reload: () => {} });

/** A purchase of two pieces under a team license. */
function anEntry(change: object): LibraryEntry {
  return {
    entitlement_id: 'a-1',
    product: { product_id: 'gpu', name: 'GPU', picture: null },
    selected_options: [{ name: 'License', value: 'Team' }],
    quantity: 2,
    goods: {},
    files: null,
    because: 'order',
    standing: 'active',
    granted_at: '2026-11-03T12:00:00.000Z',
    ...change,
  } as unknown as LibraryEntry;
}

test('[G-02] two purchases of one product are told apart by what was chosen', () => {
  expect(entryName(anEntry({}))).toBe('GPU, License: Team');
  expect(entryName(anEntry({ selected_options: [] }))).toBe('GPU');
});

test('[G-13] hours are told as hours, and other things as pieces', () => {
  expect(boughtText(anEntry({}))).toContain('2 pieces');
  const hours = boughtText(anEntry({ goods: { hours: { by: 'hand', minutes_each: 90 } } }));
  expect(hours).toContain('3 h');
  expect(hours).not.toContain('pieces');
});

test('[G-10] a new version of files is told beside a machine', () => {
  const state = { hours: loaded({ minutes_left: 60, minutes_used: 0, state: 'active', session: null }) };
  const files = { bought: release('1.0'), newest: release('1.1'), latest: null, updates_until: null };
  const goods = { files: { release: '1.1' }, hours: { by: 'hand', minutes_each: 60 } };
  const status = (change: object) => statusOf(anEntry({ goods, ...change }), state as never, new Date());
  expect(status({ files })?.more).toMatch(/left, version 1\.1 is there$/);
  expect(status({ files: { ...files, newest: files.bought } })?.more).toMatch(/left$/);
});
