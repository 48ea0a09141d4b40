import { integer } from '../protocol/parameters.ts';

/** Many payments together may be more than one may be. */
const LARGEST_MOVED = 99_999_999_999;

/** What is transferred, reversed or paid out at once, in minor units. */
export const transferAmount = integer({ least: 1, most: LARGEST_MOVED });
