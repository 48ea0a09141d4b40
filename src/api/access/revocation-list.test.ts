// Lists from the account service may repeat earlier entries: how far back depends on the transactions that are open.
import { expect, test } from 'vitest';
import { createRevocationList } from './revocation-list.ts';

const news = (accounts: Array<{ id: string; at: number; deleted: boolean }>) => ({
  cursor: '1',
  token_seconds: 3_600,
  sessions: [],
  accounts,
});
const disabled = { id: 'ann', at: 1_000, deleted: false };
const disabledOnceGone = { ...disabled, deleted: true };
const deleted = { id: 'ann', at: 2_000, deleted: true };

test('an account that was disabled and then deleted has ended twice, however often both are told', () => {
  const list = createRevocationList();
  expect(list.add(news([disabled]))).toEqual([{ id: 'ann', deleted: false }]);
  expect(list.add(news([disabled]))).toEqual([]);
  for (const order of [
    [disabledOnceGone, deleted],
    [deleted, disabledOnceGone],
  ]) {
    const other = createRevocationList();
    other.add(news([disabled]));
    expect(other.add(news(order))).toEqual([{ id: 'ann', deleted: true }]);
    expect(other.add(news(order))).toEqual([]);
    expect(other.has({ userId: 'ann', sessionId: null, since: new Date(1_500) })).toBe(true);
    expect(other.has({ userId: 'ann', sessionId: null, since: new Date(2_500) })).toBe(false);
  }
});

test('a deletion in the moment of the disabling is news', () => {
  const list = createRevocationList();
  list.add(news([disabled]));
  expect(list.add(news([disabledOnceGone]))).toEqual([{ id: 'ann', deleted: true }]);
});

test('[B-10] tokens of a suspended account are told from those of one that is gone, and newer ones are good', () => {
  const list = createRevocationList();
  list.add(news([disabled]));
  const token = (since: number) => ({ userId: 'ann', sessionId: null, since: new Date(since) });
  expect(list.has(token(500))).toBe('suspended');
  expect(list.has(token(1_500))).toBe(false);
  list.add(news([disabledOnceGone]));
  expect(list.has(token(500))).toBe(true);
});
