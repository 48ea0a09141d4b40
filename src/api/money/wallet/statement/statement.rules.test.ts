import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movementOf, partsOf } from '../movement.rules.ts';
import { type PaidOrder, type PostedLine, release, take } from '../posting/posting.rules.ts';
import { releasedShare, returnedShare } from '../posting/share.rules.ts';
import { followBalance, type MonthBooks, StatementFault, statementRow, sumOfMonth } from './statement.rules.ts';

const books: MonthBooks = {
  month: '2026-11',
  opening: { version: 4, balance: 291_408 },
  closing: { version: 7, balance: 200_000 },
  sums: [
    { kind: 'release', entries: 2, amount: 108_592 },
    { kind: 'payout', entries: 1, amount: -200_000 },
  ],
};

describe('[W-05] opening and lines are the closing', () => {
  test('where they are, the month is told group by group', () => {
    expect(sumOfMonth(books)).toEqual({
      month: '2026-11',
      opening: 2914.08,
      closing: 2000,
      movements: 3,
      groups: [
        { group: 'sales', movements: 2, amount: 1085.92 },
        { group: 'refunds', movements: 0, amount: 0 },
        { group: 'payouts', movements: 1, amount: -2000 },
        { group: 'other', movements: 0, amount: 0 },
      ],
    });
  });

  test.each([
    ['a cent is missing', { closing: { version: 7, balance: 199_999 } }],
    ['a movement is missing', { closing: { version: 8, balance: 200_000 } }],
    ['the opening is another one', { opening: { version: 4, balance: 291_409 } }],
  ])('where %s nobody gets a statement', (_what, wrong) => {
    expect(() => sumOfMonth({ ...books, ...wrong })).toThrow(StatementFault);
  });

  test('a line that does not follow from the one before ends the file', () => {
    const follow = followBalance({ version: 4, balance: 100 });
    follow({ version: 5, amount: -30, balance: 70 });
    expect(() => follow({ version: 7, amount: 10, balance: 80 })).toThrow(StatementFault);
    expect(() => followBalance({ version: 4, balance: 100 })({ version: 5, amount: 1, balance: 100 })).toThrow(
      StatementFault,
    );
  });
});

const order: PaidOrder = { order_id: 'D6WH9EAKFEMP', payment_method: 'card' };
const at = new Date('2026-11-20T09:30:00Z');

const sold = fc
  .record({
    price: fc.integer({ min: 1, max: 10_000_000 }),
    discount: fc.integer({ min: 0, max: 100 }),
    borne: fc.integer({ min: 0, max: 100 }),
    bp: fc.integer({ min: 0, max: 10_000 }),
    fixed: fc.integer({ min: 0, max: 500 }),
    returned: fc.boolean(),
    refunded: fc.integer({ min: 0, max: 100 }),
    tax: fc.integer({ min: 0, max: 20 }),
    balance: fc.integer({ min: 0, max: 20_000_000 }),
  })
  .map(({ price, discount, borne, bp, fixed, returned, refunded, tax, balance }) => {
    const discount_cents = Math.floor((price * discount) / 100);
    const paid = price - discount_cents;
    const line: PostedLine & { fee_returned: boolean; tax_cents: number } = {
      line: 0,
      product_id: 'bird',
      product_name: 'Bird calls',
      quantity: 1,
      seller_id: 'ours',
      amount_cents: price,
      discount_cents,
      seller_discount_cents: Math.floor((discount_cents * borne) / 100),
      fee_rule: 'a rule',
      fee_rate_bp: bp,
      fee_fixed_cents: fixed,
      fee_returned: returned,
      tax_cents: Math.floor((paid * tax) / 100),
    };
    return { line, refunded: Math.floor((paid * refunded) / 100), balance };
  });

/** Entries of a shop's available account in postings. */
function entriesOf(posting: ReturnType<typeof release>, balance: number) {
  const of = (id: string) => (id.endsWith(':owed') ? 0 : id.endsWith(':held') ? Number.MAX_SAFE_INTEGER : balance);
  const transfers = typeof posting.transfers === 'function' ? posting.transfers(of) : posting.transfers;
  return transfers.flatMap(({ kind, details, entries }, index) =>
    entries
      .filter(({ account_id, amount }) => account_id === 'seller:ours:available' && amount !== 0)
      .map(({ amount }) => ({
        version: index + 1,
        transfer_id: 1,
        amount,
        balance: 0,
        at,
        kind,
        about: order.order_id,
        item: 'bird',
        details,
      })),
  );
}

test('[W-06] whatever is sold and refunded, the named parts of a movement sum to it, on the screen and across the CSV', () => {
  fc.assert(
    fc.property(sold, ({ line, refunded, balance }) => {
      const share = releasedShare(line, refunded);
      const released = { paid: share.paid, discount: share.discount, fee: share.fee, tax: share.tax };
      const back = returnedShare(released, line, { before: 0, cents: Math.floor(share.paid / 2) });
      const taking = { id: 'refund-1', by: 'refund' as const, reason: 'not as described', at };
      const entries = [
        ...entriesOf(release(order, line, share, { refunded, at }), balance),
        ...entriesOf(take(order, [{ line, share: back, released: true }], 0, taking), balance),
      ];
      for (const entry of entries) {
        const parts = partsOf(entry);
        expect(parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(entry.amount);
        expect(parts.map(({ part }) => part)).not.toContain('other');
        const row = statementRow(movementOf(entry, 'ours', { sides: [], sold: null, debts: [] }));
        const across = ['price', 'coupon', 'refund', 'fee', 'tax', 'owed', 'payout', 'other'] as const;
        const cents = across.reduce((sum, column) => sum + Math.round(Number(row[column] ?? 0) * 100), 0);
        expect(cents).toBe(entry.amount);
      }
    }),
  );
});
