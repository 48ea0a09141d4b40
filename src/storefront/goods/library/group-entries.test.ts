import { expect, test } from 'vitest';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { groupEntries } from './group-entries.ts';

function entry(id: string, product: string, standing: LibraryEntry['standing'] = 'active', edition = 'a') {
  const selected_options = [{ name: 'Edition', value: edition }];
  return { entitlement_id: id, product: { id: product }, selected_options, standing } as LibraryEntry;
}

test('what was got of one product with the same choices is one group, for which something that can be had stands', () => {
  const groups = groupEntries([
    entry('5', 'calls', 'refunded'),
    entry('4', 'birds'),
    entry('3', 'calls'),
    entry('2', 'calls', 'active', 'b'),
    entry('1', 'calls'),
  ]);
  expect(groups.map(({ shown, others }) => [shown, ...others].map((one) => one.entitlement_id))).toEqual([
    ['3', '5', '1'],
    ['4'],
    ['2'],
  ]);
  expect(groupEntries([entry('2', 'calls', 'refunded'), entry('1', 'calls', 'expired')])).toMatchObject([
    { shown: { entitlement_id: '2' }, others: [{ entitlement_id: '1' }] },
  ]);
});
