// Changes by a row of a file of own products: drafts are written; price, sale and stock of what is on sale change at once, and the rest is
// staged.

import { isOwnPicture } from '#contract/catalogue/picture.ts';
import { findVariant } from '#contract/catalogue/product/variant.ts';
import { isStockOfKeys } from '#contract/goods/goods.ts';
import type { ListingContent, ListingField, ListingImport, PutOffer } from '#contract/selling/listing/listing.ts';
import { type Fault, finding, type RowReading, readProductRow } from '../../../catalogue/ports.rules.ts';
import { fileFields } from '../../../schema/product-columns.rules.ts';
import { toCell } from '../../../text/csv-cell.rules.ts';
import { printable, printableLines } from '../../../text/printable-text.rules.ts';
import {
  asSubmitted,
  changedFields,
  contentOf,
  draftOf,
  hasPrices,
  pricesOf,
  stagedFields,
  type WholeContent,
} from '../draft/listing-content.rules.ts';

type Cell = ListingImport['results'][number]['staged'][number];

const LONGEST_CELL = 200;

/** Content of a row about a product. */
export type ReadRow =
  | { ok: true; productId: string; name: string; says: ListingContent; whole: ListingContent; remarks: Fault[] }
  | { ok: false; productId: string; name: string; faults: Fault[] };

/** Reads a row by the rules of an import. A row without an id is of a new product, whose id is `newId`. */
export function readRow(values: Readonly<Record<string, unknown>>, newId: string): ReadRow {
  const { product_img: image, provider: _, ...fields } = values;
  const given = fields.product_id ?? '';
  const hasId = typeof given !== 'string' || given.trim() !== '';
  // JSON may have anything here: what is no text is refused, and a list or an object is not told.
  const productId = typeof given === 'object' ? '' : String(given).trim() || newId;
  const reading: RowReading = readProductRow({ ...fields, product_id: hasId ? given : newId });
  const name = typeof fields.product_name === 'string' ? printable(fields.product_name, 200) : '';
  if (!reading.ok) return { ok: false, productId: printable(productId, 200), name, faults: reading.faults };
  const { product, absent, changes } = reading;
  const address = typeof image === 'string' ? image.trim() : '';
  const whole: ListingContent = contentOf({ ...product, product_img: address, pictures: [] });
  const left = new Set<string>(absent.filter((field) => field !== 'attributes' || !reading.fromSpecs));
  const says = Object.fromEntries(
    Object.entries(whole).filter(([field]) => (field === 'pictures' ? address !== '' : !left.has(field))),
  );
  return { ok: true, productId: product.product_id, name, says, whole, remarks: changes };
}

/** New product from a row. A picture that lies elsewhere is left out. */
export function newContent({ whole, remarks }: Extract<ReadRow, { ok: true }>): {
  content: ListingContent;
  remarks: Fault[];
} {
  const { pictures, remark } = takenPictures([], whole.pictures ?? []);
  return { content: { ...whole, pictures }, remarks: [...remarks, ...remark] };
}

export type RowChange = {
  draft: ListingContent | null;
  isDraftChanged: boolean;
  offer: PutOffer | null;
  staged: Cell[];
  remarks: Fault[];
};

/** Changes by a row to a product of the shop, of which `draft` has been written and `approved` is on sale. */
export function changeByRow(
  { says, remarks }: Extract<ReadRow, { ok: true }>,
  before: ListingContent | null,
  approved: WholeContent | null,
): RowChange {
  const was = asSubmitted(before, approved);
  const { pictures, remark } = takenPictures(was.pictures ?? [], says.pictures ?? []);
  const { says: sold, remark: left } = withoutStockOfKeys(says, approved);
  const written: ListingContent = { ...was, ...says, pictures };
  const prices = approved && hasPrices(before) && before ? pricesOf(before) : null;
  const draft = draftOf(prices ? { ...written, variants: withPrices(written, was) } : written, approved, prices);
  const is = asSubmitted(draft, approved);
  const staged = changedFields(was, is).filter((field) => !approved || stagedFields.includes(field));
  return {
    draft,
    isDraftChanged: changedFields(was, is).length > 0,
    // A price that waits is told by an export: the same again asks for nothing.
    offer: approved ? offerOfRow(prices ? withoutAsked(sold, was) : sold, approved) : null,
    staged: staged.map((field) => cellOf(field, was, is)),
    remarks: [...remarks, ...remark, ...left],
  };
}

/** Stock of products sold as keys is that of the keys, whatever a file says: it may have been exported before some were sold. */
function withoutStockOfKeys(
  says: ListingContent,
  approved: WholeContent | null,
): { says: ListingContent; remark: Fault[] } {
  const goods = approved?.goods;
  const variants = says.variants?.map(({ stock, ...variant }) =>
    isStockOfKeys(goods, { is_variant: true, selected_options: variant.selected_options }) || stock === undefined
      ? variant
      : { ...variant, stock },
  );
  const rest: ListingContent = { ...says, ...(variants && { variants }) };
  if (
    approved?.variants.length ||
    says.stock === undefined ||
    !isStockOfKeys(goods, { is_variant: false, selected_options: [] })
  )
    return { says: rest, remark: [] };
  delete rest.stock;
  const remark: Fault = { field: 'stock', ...finding('stock_of_keys_left_out') };
  return { says: rest, remark: says.stock === approved?.stock ? [] : [remark] };
}

/** Prices that wait for approval stay as they have been asked for. */
function withPrices(written: ListingContent, was: ListingContent): NonNullable<ListingContent['variants']> {
  return (written.variants ?? []).map((variant) => {
    const asked = findVariant(
      { variants: (was.variants ?? []) as WholeContent['variants'] as never },
      variant.selected_options,
    );
    return asked ? { ...variant, price: asked.price, sale_price: asked.sale_price } : variant;
  });
}

/** Content of a row, without the prices that the draft asks for already. */
function withoutAsked(says: ListingContent, asked: ListingContent): ListingContent {
  const rest = Object.fromEntries(
    Object.entries(says).filter(
      ([field, value]) => !['price', 'on_sale', 'sale_price'].includes(field) || value !== asked[field as ListingField],
    ),
  ) as ListingContent;
  if (!rest.variants) return rest;
  const known = { variants: (asked.variants ?? []) as WholeContent['variants'] as never };
  return {
    ...rest,
    variants: rest.variants.map(({ price, sale_price, ...variant }) => {
      const old = findVariant(known, variant.selected_options);
      return {
        ...variant,
        ...(price !== undefined && price !== old?.price && { price }),
        ...(sale_price !== undefined && sale_price !== old?.sale_price && { sale_price }),
      };
    }),
  };
}

/** The picture of a row is the first; those that lie elsewhere are left out, unless the product has them already. */
function takenPictures(before: string[], [image]: string[]): { pictures: string[]; remark: Fault[] } {
  if (image === undefined || image === before[0]) return { pictures: before, remark: [] };
  if (isOwnPicture(image) || before.includes(image))
    return { pictures: [image, ...before.filter((address) => address !== image)].slice(0, 10), remark: [] };
  return { pictures: before, remark: [{ field: 'product_img', ...finding('picture_elsewhere_left_out') }] };
}

/** Immediate changes; null: none. */
function offerOfRow(says: ListingContent, approved: WholeContent): PutOffer | null {
  const offer: PutOffer = {};
  if (approved.variants.length > 0) {
    const known = (says.variants ?? []).filter((variant) =>
      findVariant({ variants: approved.variants as never }, variant.selected_options),
    );
    if (known.length > 0)
      offer.variants = known.map(({ selected_options, price, sale_price, stock }) => ({
        selected_options,
        ...(price != null && { price }),
        ...(sale_price !== undefined && { sale_price }),
        ...(stock !== undefined && { stock }),
      }));
    if (says.on_sale !== undefined) offer.on_sale = says.on_sale;
    return Object.keys(offer).length > 0 ? offer : null;
  }
  // With variants the price is theirs; they are staged, and so is what follows of them.
  if (says.variants?.length) return null;
  const { price, on_sale, sale_price, stock } = says;
  if (price != null) offer.price = price;
  if (on_sale !== undefined) offer.on_sale = on_sale;
  if (sale_price !== undefined) offer.sale_price = sale_price;
  if (stock !== undefined) offer.stock = stock;
  return Object.keys(offer).length > 0 ? offer : null;
}

export function cellOf(field: ListingField | 'variants', was: object, is: object): Cell {
  const read = (content: object) => printableLines(toCell((content as Record<string, unknown>)[field]), LONGEST_CELL);
  return { field, before: read(was), after: read(is) };
}

/** A listing as a row of a file: its fields in the order of an export. */
export function rowOfListing(content: WholeContent, productId: string, provider: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    ...content,
    product_id: productId,
    provider,
    product_img: content.pictures[0] ?? '',
  };
  return Object.fromEntries(fileFields.map((field) => [field, fields[field]]));
}
