import { fromMicros } from '#contract/money/amount/money.ts';
import type { ListingList, ListingRow, ListingSort } from '#contract/selling/listing/listing.ts';
import type { Acting } from './acting.ts';
import { writeListingCursor } from './listing-cursor.rules.ts';
import { COUNTED_UP_TO, countStates, type ListedRow, type ListingsAsked, listListings } from './listing-list.store.ts';
import { attentionOf, isUnsent } from './listing-state.rules.ts';

/** A page of a shop's products, with how many there are of each state. */
export async function listShopsListings(
  { db, sellerId }: Pick<Acting, 'db' | 'sellerId'>,
  asked: ListingsAsked,
): Promise<ListingList> {
  const [rows, states] = await Promise.all([
    listListings(db, sellerId, { ...asked, limit: asked.limit + 1 }),
    countStates(db, sellerId),
  ]);
  const page = rows.slice(0, asked.limit);
  const last = rows.length > asked.limit ? page.at(-1) : undefined;
  const all = Object.values(states).reduce((sum, count) => sum + count, 0);
  return {
    listings: page.map(toRow),
    next_cursor: last
      ? writeListingCursor({ sort: asked.sort, values: valuesOf(last, asked.sort), id: last.product_id })
      : null,
    counts: { all: Math.min(all, COUNTED_UP_TO), ...states },
    counted_up_to: COUNTED_UP_TO,
  };
}

/** By what a page goes on after this one. */
export function valuesOf(row: ListedRow, sort: ListingSort): string[] {
  switch (sort.replace('-', '')) {
    case 'attention':
      return [String(row.attention), row.micros];
    case 'name':
      return [row.name_folded];
    case 'price':
      return [String(row.price_micros)];
    case 'stock':
      return [String(row.stock ?? Number.MAX_SAFE_INTEGER)];
    case 'sold':
      return [String(row.sold)];
    case 'views':
      return [String(row.views)];
    default:
      return [row.micros];
  }
}

function toRow(row: ListedRow): ListingRow {
  return {
    product_id: row.product_id,
    name: row.name,
    picture: row.picture,
    product_type: row.product_type,
    state: row.state,
    attention: attentionOf({ ...row, key_lists: row.key_lists ?? [] }),
    reason: row.state === 'hidden' ? (row.hidden_reason ?? '') : row.return_reason,
    missing: row.missing,
    waiting_since: row.waiting_since?.toISOString() ?? null,
    version: row.version,
    unsent: isUnsent(row),
    price: row.full_price === null ? null : fromMicros(row.full_price),
    price_unit: row.price_unit,
    on_sale: row.on_sale,
    sale_price: row.sale_price === null ? null : fromMicros(row.sale_price),
    stock: row.stock,
    variants: row.variants,
    sold: row.sold,
    views: row.views,
    updated_at: row.updated_at.toISOString(),
    path: row.is_listed ? publicPath(row.product_id) : null,
  };
}

export function publicPath(productId: string): string {
  return `/products/id/${encodeURIComponent(productId)}`;
}
