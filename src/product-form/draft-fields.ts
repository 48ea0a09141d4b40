// Between what is typed into the editor and what a draft holds. Pure.

import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import type { Attribute } from '#contract/catalogue/product/product-attributes.ts';
import { variantKey } from '#contract/catalogue/product/variant.ts';
import { publicGoods } from '#contract/goods/goods.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { readPlainNumber } from '#contract/text/typed-number.ts';
import { t } from '#language/message.ts';

export type DraftVariant = NonNullable<ListingContent['variants']>[number];
export type DraftOption = NonNullable<ListingContent['options']>[number];
type AttributeValue = NonNullable<ListingContent['attributes']>[string];

/** '2,400.00' -> 2400. Null where nothing is typed, undefined for what is no amount. */
export function readAmount(text: string, decimals = 6): number | null | undefined {
  const plain = text.trim().replace(/^\$/, '');
  return plain === '' ? null : (readPlainNumber(plain, decimals) ?? undefined);
}

export function writeAmount(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '' : String(amount);
}

/** 'WAV, Parquet' -> ['WAV', 'Parquet'] */
export function readList(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map((part) => part.trim()))].filter(Boolean);
}

/** As it is typed. What is no value yet is kept as it is: the API says what is wrong with it. */
export function readAttribute({ kind }: Attribute, text: string): AttributeValue | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (kind === 'texts') return readList(text);
  if (kind === 'number') return readAmount(trimmed) ?? trimmed;
  if (kind === 'numbers') {
    const parts = readList(text);
    const numbers = parts.map((part) => readAmount(part));
    return numbers.every((number) => typeof number === 'number') ? numbers : parts;
  }
  return trimmed;
}

export function writeAttribute(value: AttributeValue | undefined): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** More are not shown as a table, and nobody fills them in. */
export const mostCombinations = 200;

/** Every combination of the options' choices, in the order of the page; none where there are too many, or an option is empty. */
export function combinationsOf(options: readonly DraftOption[]): SelectedOption[][] {
  const filled = options.filter(({ name, choices }) => name !== '' && choices.length > 0);
  if (filled.length === 0 || filled.length < options.length) return [];
  const count = filled.reduce((product, { choices }) => product * choices.length, 1);
  if (count > mostCombinations) return [];
  return filled.reduce<SelectedOption[][]>(
    (above, { name, choices }) => above.flatMap((one) => choices.map((value) => [...one, { name, value }])),
    [[]],
  );
}

/** The variants that fit the options, as they were; others are gone with their choices. */
export function filterFitting(variants: readonly DraftVariant[], options: readonly DraftOption[]): DraftVariant[] {
  const fitting = new Set(combinationsOf(options).map(variantKey));
  return variants.filter(({ selected_options }) => fitting.has(variantKey(selected_options)));
}

/** The product as its page would show it now. What is not there yet is shown as what would stand in its place. */
export function previewOf(
  content: ListingContent,
  { productId, provider, picture }: { productId: string; provider: string; picture: string },
): Product {
  const { pictures = [], attributes = {}, variants = [] } = content;
  const stated = Object.entries(attributes).filter(([, value]) => value !== null && value !== '');
  const priced = variants.flatMap((variant) => {
    const { price = null, sale_price = null, stock = null, is_default = false } = variant;
    return price === null ? [] : [{ selected_options: variant.selected_options, price, sale_price, stock, is_default }];
  });
  const shown = priced.find(({ is_default }) => is_default) ?? cheapest(priced);
  return {
    product_id: productId,
    product_name: content.product_name || t('Without a name'),
    product_type: content.product_type ?? 'data',
    description: content.description ?? '',
    product_img: pictures[0] ?? picture,
    price: shown?.price ?? content.price ?? 0,
    on_sale: content.on_sale ?? false,
    sale_price: shown ? shown.sale_price : (content.sale_price ?? null),
    stock: priced.length > 0 ? null : (content.stock ?? null),
    price_unit: content.price_unit ?? '',
    provider,
    options: content.options ?? [],
    specs: content.specs ?? [],
    attributes: Object.fromEntries(stated) as Record<string, string>,
    ...(priced.length > 0 && { variants: priced }),
    ...(pictures.length > 1 && { pictures }),
    ...(content.license && { license: content.license }),
    ...(content.goods && { goods: publicGoods(content.goods) }),
    ...(content.delivery_within_hours && { delivery_within_hours: content.delivery_within_hours }),
  };
}

function cheapest<T extends { price: number }>(variants: readonly T[]): T | undefined {
  return variants.toSorted((a, b) => a.price - b.price)[0];
}
