import { z } from '@hono/zod-openapi';
import { type RawBuilder, sql } from 'kysely';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import { artPath } from '#contract/catalogue/product/product.ts';
import { productList } from '#contract/catalogue/product/product-list.ts';
import { fromMicros } from '#contract/money/amount/money.ts';
import {
  always,
  isBetween,
  isExactly,
  isOnDays,
  isOneOf,
  iso,
  isSo,
  listSource,
  onlyOf,
  onlyYes,
} from '../../operations/ports.sql.ts';
import { containsPattern } from '../../text/search-text.rules.ts';

type Raw = {
  product_id: string;
  product_name: string;
  product_type: ProductType;
  product_img: string;
  provider: string;
  seller_id: string | null;
  seller_name: string | null;
  listed: boolean;
  stock: string | null;
  held: string;
  price_micros: string;
  effective_micros: string;
  price_unit: string;
  archived: boolean | null;
  created_at: Date;
  updated_at: Date;
};

type ProductStatus = keyof (typeof productList)['filters']['state']['choices'];

/** Unlimited stock is sorted behind all that has an end. */
const stock = sql`coalesce(product.stock, 9007199254740991)`;
/** Reasons why the operator's own are not shown stand in api.own_product; a seller's is hidden whatever its reason. */
const stands: Record<ProductStatus, RawBuilder<boolean>> = {
  listed: sql`product.listed`,
  paused: sql`(not product.listed and product.seller_id is null and product.product_id in (select product_id from api.own_product where paused and not archived))`,
  archived: sql`(not product.listed and product.seller_id is null and product.product_id in (select product_id from api.own_product where archived))`,
  hidden: sql`(not product.listed and product.seller_id is not null)`,
};

const seller = isExactly(sql`product.seller_id`);

export const productSource = listSource<Raw>({
  list: productList,
  from: sql`api.product`,
  alias: sql`product`,
  id: sql`product.product_id`,
  sorts: {
    name: { by: sql`product.name_folded`, as: 'text' },
    stock: { by: stock, as: 'number' },
    updated_at: { by: sql`product.updated_at`, as: 'moment' },
    price: { by: sql`product.effective_micros`, as: 'number' },
  },
  filters: {
    state: (value) =>
      value.kind === 'choice'
        ? sql<boolean>`(${sql.join(
            value.values.map((state) => stands[state as ProductStatus]),
            sql` or `,
          )})`
        : sql<boolean>`true`,
    type: isOneOf(sql`product.product_type`),
    on_sale: isSo(sql`product.on_sale`, sql`not product.on_sale`),
    stock: isBetween(stock),
    price: isBetween(sql`product.effective_micros`, 1_000_000),
    changed: isOnDays(sql`product.updated_at`),
    provider: isExactly(sql`product.provider`),
    seller: (value) =>
      value.kind === 'id' && value.text === 'own' ? sql<boolean>`product.seller_id is null` : seller(value),
  },
  walks: {
    updated_at: {
      state: onlyOf('hidden'),
      type: always,
      on_sale: onlyYes,
      changed: always,
      provider: always,
      seller: always,
    },
    price: { price: always },
    stock: { stock: always },
  },
  search: async (_db, text) => [
    { where: sql<boolean>`product.product_id = ${text}`, isShort: true },
    ...([...text].length < 3 ? [] : [{ where: sql<boolean>`product.name_folded like ${containsPattern(text)}` }]),
  ],
  select: sql`product.product_id, product.product_name, product.product_type, product.product_img, product.provider, product.seller_id,
    seller.name as seller_name, product.listed, product.stock, product.held, product.price_micros, product.effective_micros,
    product.price_unit, product.created_at, product.updated_at, own.archived`,
  joins: sql`left join api.seller as seller on seller.seller_id = product.seller_id
    left join api.own_product as own on own.product_id = product.product_id`,
  own: {
    picture: z.string().meta({ description: 'The address of its picture' }),
    price_unit: z.string(),
    seller_id: z.string().nullable(),
  },
  toRow: (raw) => ({
    id: raw.product_id,
    name: raw.product_name,
    product_id: raw.product_id,
    type: raw.product_type,
    seller: raw.seller_id === null ? null : (raw.seller_name ?? raw.seller_id),
    provider: raw.provider,
    state: statusOf(raw),
    stock: raw.stock === null ? null : Number(raw.stock),
    held: Number(raw.held),
    created_at: iso(raw.created_at),
    updated_at: iso(raw.updated_at),
    price: fromMicros(Number(raw.effective_micros)),
    picture: raw.product_img || artPath(raw),
    price_unit: raw.price_unit,
    seller_id: raw.seller_id,
  }),
});

function statusOf({ listed, seller_id, archived }: Raw): ProductStatus {
  if (listed) return 'listed';
  if (seller_id !== null) return 'hidden';
  return archived ? 'archived' : 'paused';
}
