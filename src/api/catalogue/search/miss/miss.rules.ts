// Queries that found nothing and may be kept: none that could say who somebody is.
import { foldedQuery } from '../vocabulary/shop-vocabulary.rules.ts';

const LONGEST = 100;
/** Digits in a row, and digits in all with nothing but spaces and signs between them: a phone number, an account. */
const DIGITS_IN_ROW = /\p{N}{6}/u;
const DIGITS = /\p{N}{9}/u;
const unseen = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** The query as it is counted; null where it is not to be kept. */
export function countedQuery(query: string): string | null {
  const folded = foldedQuery(query);
  if (folded.length > LONGEST || !letterOrDigit.test(folded) || unseen.test(folded)) return null;
  return mayNameSomebody(query) ? null : folded;
}

/** True for what looks like an address or a number of somebody. */
export function mayNameSomebody(query: string): boolean {
  const folded = foldedQuery(query);
  return folded.includes('@') || DIGITS_IN_ROW.test(folded) || DIGITS.test(folded.replace(/[^\p{L}\p{N}]/gu, ''));
}
