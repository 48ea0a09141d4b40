import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { productTypes } from '#contract/product.schema.ts';
import { type Attribute, findAttribute } from '#contract/product-attributes.ts';
import { type AttributeFilter, BYTES_OF_GB } from '#contract/product-filter.ts';
import type { ApiTables } from '../schema.ts';
import { wantedTokens } from './facet-token.rules.ts';
import type { ProductFilter } from './product-filter.rules.ts';
import { containsPattern } from './search-text.rules.ts';

export type Where = ExpressionBuilder<ApiTables, 'api.product'>;

/** What a product has to be to match, as the database is asked; product-filter.rules.ts asks the same of one in memory. */
export function conditions(eb: Where, filter: ProductFilter) {
  const { category, keyword, priceMicros, priceUnits, providers } = filter;
  const list = [];
  if (category !== 'all') list.push(eb('product_type', '=', category));
  // Every category, so that prices are looked up in the index that begins with it.
  else if (priceMicros) list.push(eb('product_type', 'in', productTypes));
  if (keyword !== null) list.push(eb('name_folded', 'like', containsPattern(keyword)));
  // The sale price of what is on sale, the price of everything else: a generated column (migrations/0001-catalogue.sql).
  if (priceMicros) list.push(eb.between('effective_micros', priceMicros.min, priceMicros.max));
  if (priceUnits.length > 0) list.push(eb('price_unit', 'in', priceUnits));
  if (providers.length > 0) list.push(eb('provider', 'in', providers));
  if (filter.onSale) list.push(eb('on_sale', '=', true));
  if (filter.inStock) list.push(eb('in_stock', '=', true));
  if (category !== 'all') {
    for (const tokens of wantedTokens(category, filter.attributes))
      list.push(sql<SqlBool>`facets && ${tokens}::text[]`);
    for (const [name, wanted] of Object.entries(filter.attributes)) {
      const attribute = findAttribute(category, name);
      if (attribute && 'min' in wanted) list.push(...withinRange(attribute, wanted));
    }
  }
  return list;
}

function withinRange({ name, kind, unit }: Attribute, range: Extract<AttributeFilter, { min: unknown }>) {
  const scale = unit === 'bytes' ? BYTES_OF_GB : 1;
  const written = sql`attributes->>${name}::text`;
  const ends = (['min', 'max'] as const).flatMap((end) => {
    const bound = range[end];
    return bound === null ? [] : [{ bound, beyond: sql.raw(end === 'min' ? '>=' : '<=') }];
  });
  // Dates as far as both are written, compared letter by letter.
  if (kind === 'date') {
    return ends.map(
      ({ bound, beyond }) =>
        sql<SqlBool>`left(${written}, length(${bound}::text)) collate "C" ${beyond} left(${bound}::text, length(${written}))`,
    );
  }
  const number = kind === 'numbers' ? sql`number::float8` : sql`(${written})::float8`;
  const within = sql.join(
    ends.map(({ bound, beyond }) => sql<SqlBool>`${number} ${beyond} ${Number(bound) * scale}::float8`),
    sql` and `,
  );
  if (kind !== 'numbers') return [sql<SqlBool>`(${within})`];
  return [
    sql<SqlBool>`exists (select from jsonb_array_elements_text(attributes->${name}::text) number where ${within})`,
  ];
}
