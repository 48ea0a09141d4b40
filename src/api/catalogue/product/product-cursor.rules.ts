// A cursor names the last product seen and the direction to go on, so that the last page costs what the first does.
import { z } from 'zod';
import { productSorts } from '#contract/catalogue/product/product-sort.ts';
import { isKeyOf } from './list-order.rules.ts';

const cursorSchema = z.strictObject({
  sort: z.enum(productSorts),
  direction: z.enum(['next', 'prev']),
  /** Values of the sort's columns at the boundary; positions alone need none. */
  key: z.array(z.union([z.string(), z.int()])),
  position: z.int(),
  page: z.int().min(1),
  /** True if the page is counted from the last one: so where nobody knows how many there are. */
  from_end: z.literal(true).exactOptional(),
});

export type ProductCursor = z.infer<typeof cursorSchema>;

/** The cursor that leads to the end of any list. */
export const LAST_PAGE = 'last';

export function writeCursor(cursor: ProductCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Null when the text is no cursor of ours, or one of another order. */
export function readCursor(text: string, sort: ProductCursor['sort']): ProductCursor | null {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return cursor.sort === sort && isKeyOf(cursor.key, sort) ? cursor : null;
  } catch {
    return null;
  }
}
