import { describe, expect, test } from 'vitest';
import { orderList } from '../../ordering/order-list.ts';
import { filterLabels, readFilter, readListAddress, shownColumns, writeFilter, writeListAddress } from './address.ts';
import type { ListFilter } from './description.ts';
import { staffLists } from './staff-lists.ts';

const days: ListFilter = { label: 'Placed', kind: 'days' };
const amount: ListFilter = { label: 'Total', kind: 'amount' };
const count: ListFilter = { label: 'Stock', kind: 'count' };
const yes: ListFilter = { label: 'Refunds', kind: 'yes', words: { yes: 'some', no: 'none' } };
const { state } = orderList.filters;

describe('[B-05] a filter', () => {
  test.each([
    [days, '30d', 'the last 30 days'],
    [days, '1d', 'today'],
    [days, '2026-11-01..2026-11-30', '2026-11-01 to 2026-11-30'],
    [days, '2026-11-01..', 'since 2026-11-01'],
    [days, '..2026-11-30', 'until 2026-11-30'],
    [amount, '500..', 'from $500.00'],
    [amount, '..99.5', 'up to $99.50'],
    [count, '0..0', '0'],
    [count, '5..1000', '5 to 1,000'],
    [state, 'paid,in_review', 'Paid or In review'],
    [yes, 'no', 'none'],
  ])('%o of %s is read, said as “%s”, and written as it was', (filter, text, words) => {
    const value = readFilter(filter, text);
    expect(value && filterLabels(filter, value)).toBe(words);
    expect(value && writeFilter(value)).toBe(text);
  });

  test.each([
    [days, 'yesterday'],
    [days, '2026-02-30..'],
    [days, '2026-11-30..2026-11-01'],
    [days, '0d'],
    [days, '99999d'],
    [days, '..'],
    [days, '2026-11-01..2026-11-02..2026-11-03'],
    [amount, '-1..'],
    [amount, '10.001..'],
    [amount, '20..10'],
    [amount, '1e9'],
    [count, '1.5'],
    [state, 'paid,gone'],
    [state, ''],
    [state, 'constructor'],
    [yes, 'true'],
    [{ label: 'Shop', kind: 'id', hint: '' } as const, 'a\0b'],
    [{ label: 'Shop', kind: 'id', hint: '' } as const, '\ud800'],
    [{ label: 'Shop', kind: 'id', hint: '' } as const, ''],
  ])('%o does not take %s', (filter, text) => {
    expect(readFilter(filter, text)).toBeNull();
  });
});

describe('[B-05] the address of a list', () => {
  test('says all that is asked, and what is usual is not in it', () => {
    const address = 'q=mossy&state=paid&total=500..&sort=total&columns=order_id%2Ctotal&after=mark';
    const { asked, faults } = readListAddress(orderList, new URLSearchParams(address));
    expect(faults).toEqual([]);
    expect(writeListAddress(orderList, asked).toString()).toBe(address);
    const usual = readListAddress(orderList, new URLSearchParams('sort=-created_at&view=1&zone=UTC')).asked;
    expect(writeListAddress(orderList, usual).toString()).toBe('');
  });

  test('that is of another time is read as far as it goes, with a sentence about each part that is not', () => {
    const { asked, faults } = readListAddress(
      orderList,
      new URLSearchParams('state=gone&colour=red&sort=weight&columns=order_id,weight&method=card&__proto__=x'),
    );
    expect(faults).toEqual([
      'State cannot be “gone”.',
      'There is no filter “colour” in this list.',
      'There is no filter “__proto__” in this list.',
      'This list cannot be sorted by “weight”.',
      'There is no column “weight” in this list.',
    ]);
    expect(asked).toMatchObject({
      filters: { method: { kind: 'choice', values: ['card'] } },
      sort: '-created_at',
      columns: ['order_id'],
    });
  });

  test('shows the columns of the description without those that are extra, or those that are chosen', () => {
    expect(shownColumns(orderList, { columns: null })).not.toContain('coupon');
    expect(shownColumns(orderList, { columns: ['coupon', 'total'] })).toEqual(['order_id', 'coupon', 'total']);
  });
});

describe('[B-05] every list', () => {
  test.each(staffLists.map((list) => [list.name, list] as const))('%s has views that it understands', (_name, list) => {
    for (const { query } of 'views' in list ? list.views : [])
      expect(readListAddress(list, new URLSearchParams(query)).faults).toEqual([]);
    expect(readListAddress(list, new URLSearchParams()).faults).toEqual([]);
  });
});
