// Content that a seller writes about a product, compared with what is on sale. A change of a product on sale is staged for most fields; of price,
// sale and stock, which change at once, a draft says nothing, unless a new price is to wait for approval with it.

import { emptyFields } from '#contract/catalogue/product/product-fields.ts';
import { findVariant, variantKey } from '#contract/catalogue/product/variant.ts';
import type { ListingContent, ListingField } from '#contract/selling/listing/listing.ts';
import {
  fieldColumns,
  productColumns,
  productFields,
  type StoredProduct,
} from '../../../schema/product-columns.rules.ts';

type DraftVariant = NonNullable<ListingContent['variants']>[number];

/** All that there is of a product as its seller writes it. */
export type WholeContent = Required<ListingContent>;

/** An approved product as it is stored. */
type ApprovedProduct = StoredProduct & { pictures: string[] };

/** Not a seller's to write: the id is the shop's, the provider is the seller, and the image is the first picture. */
const notWritten = ['product_id', 'provider', 'product_img'];

const writtenColumns = fieldColumns.filter((column) => !notWritten.includes(productColumns[column].field));

/** Fields that change at once (product-columns.rules.ts); of variants it is the price, the sale price and the stock of those that there are. */
export const immediateFields = writtenColumns
  .filter((column) => productColumns[column].change === 'immediate')
  .map((column) => productColumns[column].field as ListingField);
/** Fields whose change waits for approval. */
export const stagedFields = writtenColumns
  .filter((column) => productColumns[column].change === 'staged')
  .map((column) => productColumns[column].field as ListingField);

const priceFields = ['price', 'on_sale', 'sale_price'] as const satisfies ListingField[];

/** Stored product as its seller would have written it. */
export function contentOf(product: ApprovedProduct): WholeContent {
  const { product_id: _id, provider: _provider, product_img: image, pictures, ...fields } = productFields(product);
  return { ...fields, pictures: pictures.length > 0 || image === '' ? pictures : [image] };
}

/**
 * The product as it would be submitted: what has been written, over what is on sale. A draft that says a price asks for its prices; otherwise
 * price, sale and stock are those of now, and so are those of the variants that there are.
 */
export function asSubmitted(draft: ListingContent | null, approved: WholeContent | null): ListingContent {
  if (!approved) return draft ?? {};
  if (!draft) return approved;
  const asksForPrices = hasPrices(draft);
  const wanted: ListingContent = { ...approved };
  for (const field of stagedFields) if (draft[field] !== undefined) Object.assign(wanted, { [field]: draft[field] });
  if (asksForPrices)
    for (const field of priceFields) Object.assign(wanted, { [field]: draft[field] ?? emptyFields[field] });
  if (draft.variants) {
    wanted.variants = draft.variants.map((variant) => variantNow(variant, approved, asksForPrices));
    // It is the sum of theirs.
    if (wanted.variants.length > 0) delete wanted.stock;
  }
  return wanted;
}

/** True where its prices are to wait for approval with the rest of it. */
export function hasPrices(draft: ListingContent | null): boolean {
  return draft !== null && draft.price !== undefined;
}

function variantNow(variant: DraftVariant, approved: WholeContent, asksForPrices: boolean): DraftVariant {
  const known = findVariant({ variants: approved.variants as StoredProduct['variants'] }, variant.selected_options);
  if (!known) return variant;
  if (asksForPrices) return { ...variant, stock: known.stock };
  return { ...variant, price: known.price, sale_price: known.sale_price, stock: known.stock };
}

/**
 * Draft that is kept of what somebody has written about a product: all of it where it was never approved, otherwise what is staged. Null: it is as it
 * is on sale. `prices`: those that wait with it (`staged` answers them again).
 */
export function draftOf(
  written: ListingContent,
  approved: WholeContent | null,
  prices: Pick<ListingContent, (typeof priceFields)[number]> | null = null,
): ListingContent | null {
  if (!approved) return written;
  const draft: ListingContent = {};
  for (const field of stagedFields) {
    const value = written[field] ?? emptyFields[field];
    if (value !== undefined) Object.assign(draft, { [field]: value });
  }
  if (prices) Object.assign(draft, prices);
  return isSame(asSubmitted(draft, approved), approved) ? null : draft;
}

/** Those that a draft asks for. */
export function pricesOf(content: ListingContent): Pick<ListingContent, (typeof priceFields)[number]> {
  const { price = null, on_sale = false, sale_price = null } = content;
  return { price, on_sale, sale_price };
}

export function isSame(one: ListingContent, other: ListingContent): boolean {
  return changedFields(one, other).length === 0;
}

/** The fields that differ, in the order of a product's. What is left out is as what is empty. */
export function changedFields(one: ListingContent, other: ListingContent): ListingField[] {
  const fields = writtenColumns.map((column) => productColumns[column].field as ListingField);
  // The stock of a product with variants is the sum of theirs.
  const compared = fields.filter((field) => field !== 'stock' || !(one.variants?.length && other.variants?.length));
  return compared.filter((field) => inOneForm(field, one) !== inOneForm(field, other));
}

function inOneForm(field: ListingField, content: ListingContent): string {
  const value = content[field] ?? emptyFields[field];
  if (field === 'variants')
    return JSON.stringify(
      (value as DraftVariant[]).map(({ selected_options, price, sale_price, stock, is_default }) => [
        variantKey(selected_options),
        price ?? null,
        sale_price ?? null,
        stock ?? null,
        is_default ?? false,
      ]),
    );
  if (field === 'attributes')
    return JSON.stringify(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  if (field === 'goods') return inOneOrder(value);
  if (field === 'options' || field === 'specs')
    return JSON.stringify(
      (value as Array<Record<string, unknown>>).map(({ name, choices, value: text }) => [name, choices, text]),
    );
  return JSON.stringify(value);
}

/** Whatever the order of the names in it. */
function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part,
  );
}
