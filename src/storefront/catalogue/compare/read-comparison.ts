import { type ApiClient, ApiError } from '#client/api/api-client.ts';
import type { LicenseTerms } from '#contract/catalogue/license.ts';
import type { Product, ProductType } from '#contract/catalogue/product/product.ts';
import { getProduct, listProducts } from '../product/read-products.ts';
import { comparedMaximum } from './compare-path.ts';
import { compareProducts, type Group } from './comparison.ts';

/** A product as far as choosing among products needs it. */
export type Choice = { id: string; name: string; type: ProductType };
export type Column = Choice & { picture: string; provider: string };

/** Result of an address of products to compare. */
export type Comparison =
  | { kind: 'nothing' }
  /** Some are not sold, or not any more. */
  | { kind: 'gone'; missing: number; choices: Choice[] }
  | { kind: 'too many'; choices: Choice[] }
  | { kind: 'several categories'; choices: Choice[] }
  /** `others`: products of the category that can be added. */
  | { kind: 'table'; columns: Column[]; groups: Group[]; others: Choice[] };

export const statusOf: Record<Comparison['kind'], number> = {
  nothing: 200,
  gone: 404,
  'too many': 400,
  'several categories': 400,
  table: 200,
};

/** Nobody compares more by hand: the rest is not looked up. */
const LOOKED_UP = 12;
/** Products that are offered to be added. */
const OFFERED = 48;

export async function readComparison(api: ApiClient, ids: readonly string[], signal: AbortSignal): Promise<Comparison> {
  if (ids.length === 0) return { kind: 'nothing' };
  const found = await Promise.all(ids.slice(0, LOOKED_UP).map((id) => findProduct(api, id, signal)));
  const products = found.filter((product) => product !== null);
  const choices = products.map(toChoice);
  const [first] = products;
  if (!first || products.length < found.length)
    return { kind: 'gone', missing: found.length - products.length, choices };
  if (products.some(({ product_type }) => product_type !== first.product_type))
    return { kind: 'several categories', choices };
  if (ids.length > comparedMaximum) return { kind: 'too many', choices };
  return {
    kind: 'table',
    columns: products.map((product) => ({
      ...toChoice(product),
      picture: product.product_img,
      provider: product.provider,
    })),
    groups: compareProducts(products, await readLicenseNames(api, products, signal)),
    others: products.length < comparedMaximum ? await readOthers(api, first.product_type, ids, signal) : [],
  };
}

async function findProduct(api: ApiClient, id: string, signal: AbortSignal): Promise<Product | null> {
  try {
    return await getProduct(api, id, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Licenses by their names: 'MIT License or Apache License 2.0'. One that cannot be read is told as it is written. */
async function readLicenseNames(api: ApiClient, products: readonly Product[], signal: AbortSignal) {
  const expressions = [...new Set(products.flatMap(({ license }) => license || []))];
  const terms = await Promise.all(
    expressions.map((expression) =>
      api.get('/license', { params: { query: { expression } }, signal }).catch(() => null),
    ),
  );
  const names = new Map(terms.flatMap((read) => (read ? [[read.license, nameOf(read)]] : [])));
  return (expression: string) => names.get(expression) ?? expression;
}

function nameOf({ alternatives }: LicenseTerms): string {
  return alternatives
    .map(({ licenses }) => licenses.map(({ name, note }) => (note ? `${name} ${note}` : name)).join(' and '))
    .join(' or ');
}

async function readOthers(api: ApiClient, category: ProductType, ids: readonly string[], signal: AbortSignal) {
  const { products } = await listProducts(api, { category, limit: OFFERED }, { signal });
  return products.filter(({ product_id }) => !ids.includes(product_id)).map(toChoice);
}

function toChoice({
  product_id,
  product_name,
  product_type,
}: Pick<Product, 'product_id' | 'product_name' | 'product_type'>) {
  return { id: product_id, name: product_name, type: product_type };
}
