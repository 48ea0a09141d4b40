// Where a page of a shop's products ends: the next one begins after it, whatever was changed meanwhile.
import { z } from 'zod';
import { listingSortSchema } from '#contract/selling/listing/listing.schema.ts';
import type { ListingSort } from '#contract/selling/listing/listing.ts';
import { LONGEST_FOLDED_BYTES } from '../../text/search-text.rules.ts';

/** `values`: what the last one was sorted by, as text; `id`: of the last one. */
export type ListingCursor = { sort: ListingSort; values: string[]; id: string };

const plain = z
  .string()
  .max(LONGEST_FOLDED_BYTES)
  .refine((text) => !text.includes('\0') && text.isWellFormed());
/** Nothing that a list is sorted by is below 0 or has more digits; the database refuses what is larger than its numbers and moments. */
const number = z.string().regex(/^\d{1,16}$/);
const shapes = {
  attention: z.tuple([z.string().regex(/^\d$/), number]),
  name: z.tuple([plain]),
  other: z.tuple([number]),
};
const cursorSchema = z.tuple([listingSortSchema, z.array(z.string()), plain]);

export function writeListingCursor({ sort, values, id }: ListingCursor): string {
  return Buffer.from(JSON.stringify([sort, values, id])).toString('base64url');
}

/** Null when the text is no cursor of ours, or one of another order. */
export function readListingCursor(text: string, wanted: ListingSort): ListingCursor | null {
  try {
    const [sort, values, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (sort !== wanted) return null;
    const name = sort.replace('-', '');
    const shape = name === 'attention' || name === 'name' ? shapes[name] : shapes.other;
    return { sort, values: shape.parse(values), id };
  } catch {
    return null;
  }
}
