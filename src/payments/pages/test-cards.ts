import type { BankAnswer } from '../pay-session.ts';

export type TestCard = { number: string; does: string; bank: BankAnswer };

/** The provider's own test cards. No other number is ever accepted, so that nobody types a real one in vain. */
export const testCards: TestCard[] = [
  { number: '4242 4242 4242 4242', does: 'Pays', bank: 'pays' },
  { number: '4000 0027 6000 3184', does: 'Asks you to confirm', bank: 'asks the customer' },
  { number: '4000 0000 0000 9995', does: 'Has insufficient funds', bank: 'lacks funds' },
  { number: '4000 0000 0000 0002', does: 'Is declined', bank: 'declines' },
];

/** As well known, and not shown: it does what one of the others does. */
const alsoKnown: TestCard = { number: '4000 0025 0000 3155', does: 'Asks you to confirm', bank: 'asks the customer' };

export function findTestCard(digits: string): TestCard | null {
  return [...testCards, alsoKnown].find(({ number }) => number.replaceAll(' ', '') === digits) ?? null;
}
