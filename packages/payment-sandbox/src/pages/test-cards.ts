import type { DeclineName } from '../paying/declines.ts';
import type { Bank } from '../paying/pay-by-card.ts';

export type TestCard = { number: string; does: string; bank: Bank };

/** The provider's own test cards. No other number is ever accepted, so that nobody types a real one in vain. */
export const testCards: TestCard[] = [
  { number: '4242 4242 4242 4242', does: 'Pays', bank: { answer: 'pays' } },
  { number: '4000 0027 6000 3184', does: 'Asks you to confirm', bank: { answer: 'asks the customer' } },
  { number: '4000 0000 0000 9995', does: 'Has insufficient funds', bank: { answer: 'lacks funds' } },
  { number: '4000 0000 0000 0002', does: 'Is declined', bank: { answer: 'declines' } },
];

const pays = (number: string, does: string, plan: Omit<Bank, 'answer'> = {}): TestCard => ({
  number,
  does,
  bank: { answer: 'pays', ...plan },
});
const refuses = (number: string, does: string, answer: DeclineName): TestCard => ({ number, does, bank: { answer } });
const asks = (number: string, does: string, declinesLater?: DeclineName): TestCard => ({
  number,
  does,
  bank: { answer: 'asks the customer', ...(declinesLater && { declinesLater }) },
});

/** As well known, and shown on demand. */
export const moreTestCards: { title: string; cards: TestCard[] }[] = [
  {
    title: 'Refused by the bank',
    cards: [
      refuses('4000 0000 0000 0069', 'Has expired', 'has expired'),
      refuses('4000 0000 0000 0127', 'Has another security code', 'has another security code'),
      refuses('4000 0000 0000 0119', 'Cannot be processed now', 'cannot work on it now'),
      refuses('4000 0000 0000 9987', 'Is lost', 'is lost'),
      refuses('4000 0000 0000 9979', 'Is stolen', 'is stolen'),
      refuses('4000 0000 0000 6975', 'Is over its limit', 'is over its limit'),
      refuses('4100 0000 0000 0019', 'Is blocked as fraud', 'looks like fraud'),
    ],
  },
  {
    title: '3-D Secure',
    cards: [
      asks('4000 0025 0000 3155', 'Asks you to confirm'),
      asks('4000 0000 0000 3220', 'Asks you to confirm'),
      asks('4000 0084 0000 1629', 'Asks, and is declined then', 'declines'),
      asks('4000 0082 6000 3178', 'Asks, and lacks funds then', 'lacks funds'),
      refuses('4000 0084 0000 1280', 'Cannot ask: is declined', 'declines'),
      pays('4000 0000 0000 3055', 'Could ask, need not: pays'),
      pays('3782 822463 10005', 'Cannot ask: pays'),
    ],
  },
  {
    title: 'What comes later',
    cards: [
      pays('4000 0000 0000 7726', 'A refund is pending first', { refunds: 'pending_then_succeeds' }),
      pays('4000 0000 0000 5126', 'A refund fails later', { refunds: 'succeeds_then_fails' }),
      pays('4000 0000 0000 0259', 'Is disputed as fraud', { dispute: { reason: 'fraudulent', inquiry: false } }),
      pays('4000 0000 0000 2685', 'Is disputed as not received', {
        dispute: { reason: 'product_not_received', inquiry: false },
      }),
      pays('4000 0000 0000 1976', 'Its bank inquires', { dispute: { reason: 'fraudulent', inquiry: true } }),
    ],
  },
  {
    title: 'Other brands',
    cards: [
      pays('5555 5555 5555 4444', 'Mastercard'),
      pays('6011 1111 1111 1117', 'Discover'),
      pays('3056 9300 0902 0004', 'Diners Club'),
      pays('3566 0020 2036 0505', 'JCB'),
      pays('6200 0000 0000 0005', 'UnionPay'),
    ],
  },
];

const byDigits = new Map(
  [...testCards, ...moreTestCards.flatMap(({ cards }) => cards)].map((card) => [card.number.replaceAll(' ', ''), card]),
);

export function findTestCard(digits: string): TestCard | null {
  return byDigits.get(digits) ?? null;
}
