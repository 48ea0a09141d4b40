import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { productTypes } from '#contract/product.schema.ts';
import type { ProductType } from '#contract/product.ts';
import { type Attribute, findAttribute } from '#contract/product-attributes.ts';
import { type AttributeFilter, type AttributeFilters, BYTES_OF_GB } from '#contract/product-filter.ts';
import type { ApiTables } from '../schema.ts';
import { wantedTokens } from './facet-token.rules.ts';
import type { ProductFilter } from './product-filter.rules.ts';
import { containsPattern } from './search-text.rules.ts';

export type Where = ExpressionBuilder<ApiTables, 'api.product'>;

/** What a product has to be to match, as the database is asked; product-filter.rules.ts asks the same of one in memory. */
export function conditions(eb: Where, filter: ProductFilter): Array<Expression<SqlBool>> {
  const { category, priceMicros } = filter;
  const list = [...placeConditions(eb, filter), ...filterConditions(eb, filter)];
  if (category === 'all') {
    // Every category, so that prices are looked up in the index that begins with it.
    return priceMicros ? [...list, eb('product_type', 'in', productTypes)] : list;
  }
  // What is looked up by its attributes alone need not be looked up by its category too, which is a long way.
  const byAttributes = Object.keys(filter.attributes).length > 0 && !priceMicros;
  return byAttributes
    ? [...filterConditions(eb, filter), ...unitCondition(eb, filter), sql<SqlBool>`product_type || '' = ${category}`]
    : list;
}

/** Where in the index of an order the products are among which matches are: what such an index begins with. */
export function placeConditions(eb: Where, filter: ProductFilter): Array<Expression<SqlBool>> {
  const { category } = filter;
  return [...(category === 'all' ? [] : [eb('product_type', '=', category)]), ...unitCondition(eb, filter)];
}

function unitCondition(eb: Where, { priceUnits: [unit, ...others] }: ProductFilter): Array<Expression<SqlBool>> {
  if (unit === undefined) return [];
  const column = sql<string>`price_unit collate "C"`;
  return [others.length === 0 ? eb(column, '=', unit) : eb(column, 'in', [unit, ...others])];
}

/** The rest of what a match has to be. */
export function filterConditions(eb: Where, filter: ProductFilter): Array<Expression<SqlBool>> {
  const { category, attributes } = filter;
  return [...otherConditions(eb, filter), ...(category === 'all' ? [] : attributeConditions(category, attributes))];
}

function otherConditions(eb: Where, { keyword, priceMicros, providers, onSale, inStock }: ProductFilter) {
  const list: Array<Expression<SqlBool>> = [];
  if (keyword !== null) list.push(eb('name_folded', 'like', containsPattern(keyword)));
  // The sale price of what is on sale, the price of everything else: a generated column (migrations/0001-catalogue.sql).
  if (priceMicros) list.push(eb.between('effective_micros', priceMicros.min, priceMicros.max));
  if (providers.length > 0) list.push(eb('provider', 'in', providers));
  if (onSale) list.push(eb('on_sale', '=', true));
  if (inStock) list.push(eb('in_stock', '=', true));
  return list;
}

function attributeConditions(category: ProductType, filters: AttributeFilters): Array<Expression<SqlBool>> {
  return [
    ...wantedTokens(category, filters).map((tokens) => sql<SqlBool>`facets && ${tokens}::text[]`),
    ...Object.entries(filters).flatMap(([name, wanted]) => {
      const attribute = findAttribute(category, name);
      return attribute && 'min' in wanted ? withinRange(attribute, wanted) : [];
    }),
  ];
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
