// Where a page of a list begins or ends: beside which row, in which order.
import { z } from 'zod';
import { LONGEST_FOLDED_BYTES } from '../../text/search-text.rules.ts';

/** How a value that rows are sorted by is written into a mark, and read from it. */
export type SortKind = 'moment' | 'number' | 'text';

/** `value`: what the row is sorted by, as text: microseconds since 1970, a whole number, or the text itself. */
export type ListMark = { sort: string; value: string; id: string };

const plain = z
  .string()
  .max(LONGEST_FOLDED_BYTES)
  .refine((text) => !text.includes('\0') && text.isWellFormed());
const number = z.string().regex(/^-?\d{1,18}$/);
const markSchema = z.tuple([z.string(), plain, plain]);

export function writeListMark({ sort, value, id }: ListMark): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

/** Null when the text is no mark of ours, or one of another order. */
export function readListMark(
  text: string,
  sort: string,
  { as, hasNumbers }: { as: SortKind; hasNumbers: boolean },
): ListMark | null {
  try {
    const [of, value, id] = markSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (of !== sort || (as !== 'text' && !number.safeParse(value).success)) return null;
    if (hasNumbers && !number.safeParse(id).success) return null;
    return { sort, value, id };
  } catch {
    return null;
  }
}
