// Values of a product as somebody is just typing them: whether they can be sold is judged when they are submitted.
import { z } from 'zod';
import { greatestPrice } from '../../money/amount/money.ts';

/** Text of at most so many characters that the database can hold. */
export const text = (most: number) =>
  z
    .string('must be text')
    .max(most, `must be at most ${most.toLocaleString('en-US')} characters`)
    .refine((given) => !given.includes('\0') && given.isWellFormed(), 'must be valid text');
/** A list of at most so many entries. */
export const list = <T extends z.ZodType>(entry: T, most: number) =>
  z.array(entry, 'must be a list').max(most, `must be at most ${most} entries`);
/** In US dollars. */
export const price = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(greatestPrice, 'must be at most 1,000,000,000');
/** Units left. */
export const stock = z.int('must be a whole number').min(0, 'must not be negative');
