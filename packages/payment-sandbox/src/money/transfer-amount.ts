import { integer } from '../protocol/parameters.ts';

/** Many payments together may be more than one may be. */
const LARGEST_MOVED = 99_999_999_999;

/** Amount of one transfer, reversal or payout, in minor units. */
export const transferAmount = integer({ least: 1, most: LARGEST_MOVED });
