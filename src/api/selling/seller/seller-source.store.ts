import { sql } from 'kysely';
import type { SellerState } from '#contract/selling/seller.ts';
import { sellerList } from '#contract/selling/seller-list.ts';
import { always, isExactly, isOnDays, isOneOf, iso, listSource } from '../../operations/ports.sql.ts';
import { containsPattern } from '../../text/search-text.rules.ts';

type Raw = {
  seller_id: string;
  name: string | null;
  address: string | null;
  state: SellerState;
  country: string;
  products: number;
  approved_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** Nobody needs to know more exactly how many products a shop has. */
const COUNTED = 1_000;

export const sellerSource = listSource<Raw>({
  list: sellerList,
  from: sql`api.seller`,
  alias: sql`seller`,
  id: sql`seller.seller_id`,
  sorts: { updated_at: { by: sql`seller.updated_at`, as: 'moment' } },
  filters: {
    state: isOneOf(sql`seller.state`),
    changed: isOnDays(sql`seller.updated_at`),
    country: (value) =>
      isExactly(sql`seller.country`)(value.kind === 'id' ? { ...value, text: value.text.toUpperCase() } : value),
  },
  walks: { updated_at: { state: always, changed: always, country: always } },
  search: async (_db, text) => [
    {
      where: sql<boolean>`lower(coalesce(seller.name, '')) || ' ' || coalesce(seller.address, '') like ${containsPattern(text)}`,
    },
    { where: sql<boolean>`seller.seller_id = ${text}`, isShort: true },
  ],
  select: sql`seller.seller_id, seller.name, seller.address, seller.state, seller.country, seller.approved_at, seller.created_at, seller.updated_at,
    (select count(*)::int from (select from api.product where product.seller_id = seller.seller_id limit ${COUNTED}) as counted) as products`,
  toRow: (raw) => ({
    id: raw.seller_id,
    name: raw.name ?? 'No name yet',
    address: raw.address,
    state: raw.state,
    country: raw.country || null,
    products: raw.products,
    approved_at: iso(raw.approved_at),
    created_at: iso(raw.created_at),
    updated_at: iso(raw.updated_at),
  }),
});
