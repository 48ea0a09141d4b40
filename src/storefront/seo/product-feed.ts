// The products of the shop for shopping engines: RSS 2.0 with the fields of Google Merchant, which the others read too.
import type { ApiClient } from '#client/api/api-client.ts';
import { type FeedPart, isInStock, type Product, type Variant } from '#contract/catalogue/product/product.ts';
import { findRentalProvider } from '#contract/catalogue/product/rental-provider.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import type { Store } from '#contract/store.ts';
import { excerpt } from '#contract/text/excerpt.ts';
import { productPath } from '../catalogue/paths.ts';
import { optionsQuery } from '../catalogue/product/options/options-query.ts';
import { linkPicture } from './link-picture.ts';
import { offerId } from './offer-id.ts';
import { xmlElement } from './xml.ts';

type Shop = { api: ApiClient; origin: string; store: Store };

/** Characters that the engines take. */
const longest = { title: 150, description: 5_000, brand: 70, type: 750 };
/** So much of a title is the name's, however long the choices are. */
const shortestName = 50;

/** Written while it is read: of a million products a few hundred are in memory. */
export async function* productFeed(shop: Shop): AsyncGenerator<string> {
  const { store, origin } = shop;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${xmlElement('title', store.name)}${xmlElement('link', `${origin}/`)}${xmlElement('description', store.description)}\n`;
  let after: string | null = '';
  while (after !== null) {
    const { products, next }: FeedPart = await shop.api.get('/feed/part', { params: { query: { after } } });
    yield products.flatMap((product) => feedItems(product, shop)).join('');
    after = next;
  }
  yield '</channel></rss>\n';
}

/** One for each variant. What is rented elsewhere cannot be bought here, and the engines take nothing that is free. */
export function feedItems(product: Product, { origin, store }: Pick<Shop, 'origin' | 'store'>): string[] {
  if (findRentalProvider(store.rental_providers, product)) return [];
  const { variants = [] } = product;
  if (variants.length === 0) return product.price > 0 ? [item(product, null, origin)] : [];
  return variants.filter(({ price }) => price > 0).map((variant) => item(product, variant, origin));
}

function item(product: Product, variant: Variant | null, origin: string): string {
  const { price, sale_price: sale, stock } = variant ?? product;
  const fields: Array<[name: string, text: string]> = [
    ['g:id', offerId(product.product_id, variant)],
    ['g:title', titleOf(product, variant)],
    ['g:description', excerpt(product.description, longest.description) || product.product_name],
    ['g:link', origin + productPath(product.product_id) + optionsQuery(variant?.selected_options ?? [])],
    ['g:image_link', imageOf(product, origin)],
    ['g:availability', isInStock({ stock }) ? 'in_stock' : 'out_of_stock'],
    ['g:price', amount(price)],
    ['g:sale_price', product.on_sale && sale !== null && sale > 0 ? amount(sale) : ''],
    ['g:item_group_id', variant ? offerId(product.product_id, null) : ''],
    ['g:brand', cut(product.provider, longest.brand)],
    ['g:condition', 'new'],
    ['g:identifier_exists', 'no'],
    ['g:product_type', cut(product.product_type, longest.type)],
  ];
  const choices = variant?.selected_options.map(
    ({ name, value }) =>
      `<g:product_detail>${xmlElement('g:section_name', 'Options')}${xmlElement('g:attribute_name', name)}${xmlElement('g:attribute_value', value)}</g:product_detail>`,
  );
  return `<item>${fields.map(([name, text]) => xmlElement(name, text)).join('')}${choices?.join('') ?? ''}</item>\n`;
}

/** 'H100 SXM 80 GB (Region: Oregon, GPUs: 8), per hour'. A long name is cut, and not the choices: they tell variants apart. */
function titleOf({ product_name: name, price_unit: unit }: Product, variant: Variant | null): string {
  const choices = variant ? ` (${selectedOptionsText(variant.selected_options)})` : '';
  const after = `${choices}${unit && `, per ${unit}`}`;
  return cut(cut(name, Math.max(shortestName, longest.title - [...after].length)) + after, longest.title);
}

/** Engines read no SVG: of art that the shop has drawn, its picture for links. */
function imageOf(product: Product, origin: string): string {
  return product.product_img.startsWith('/') ? origin + linkPicture(product) : product.product_img;
}

/** '2.65 USD'; with more than two decimals where there are more. */
function amount(price: number): string {
  const [whole, decimals = ''] = String(Number(price.toFixed(6))).split('.');
  return `${whole}.${decimals.padEnd(2, '0')} USD`;
}

function cut(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
}
