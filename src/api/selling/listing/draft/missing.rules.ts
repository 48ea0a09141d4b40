// What is missing before a product can be submitted: the same judges as of an import, and what a marketplace needs beside. The editor lists
// what this says, and a submission is refused for exactly it.

import { isOwnPicture } from '#contract/catalogue/picture.ts';
import type { Variant } from '#contract/catalogue/product/product.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { toMicros } from '#contract/money/amount/money.ts';
import type { ListingContent, Missing } from '#contract/selling/listing/listing.ts';
import {
  type Held,
  mergeRow,
  priceOfVariants,
  type RowReading,
  readProductRow,
} from '../../../catalogue/ports.rules.ts';
import { foreignNameFault } from '../../../text/foreign-words.rules.ts';
import { type GoodsParts, goodsNeeds } from './listing-goods.rules.ts';

type GoodReading = Extract<RowReading, { ok: true }>;

/** What a buyer has to read at least, and the shop keeps at most, in characters. */
const SHORTEST_DESCRIPTION = 40;
const LONGEST_DESCRIPTION = 20_000;

const nobodyHolds: Held = { held: 0, variants_held: [] };

/** What fields are called where a fault of an import names them. */
const labels: Record<string, string> = {
  product_name: 'The name',
  product_type: 'The category',
  description: 'The description',
  price: 'The price',
  on_sale: 'On sale',
  sale_price: 'The sale price',
  stock: 'The stock',
  price_unit: 'What the price is for',
  options: 'Options',
  specs: 'Specifications',
  attributes: 'Attributes',
  variants: 'Variants',
  license: 'The license',
  goods: 'What buyers get',
  product_id: 'The id',
};

/** What a listing is judged by beside what has been written. */
type Judged = {
  productId: string;
  /** Pictures that it may have although they do not lie in this shop: it has them already. */
  ownPictures?: readonly string[];
  /** Pictures of its own that do not, or no longer, lie in this shop. */
  lostPictures?: ReadonlySet<string>;
} & GoodsParts;

/** All that is missing, in the order of the editor; where nothing is, the product as it is stored. */
export function judgeListing(
  content: ListingContent,
  { productId, ...judged }: Judged,
): { missing: Missing[]; reading: GoodReading | null } {
  const missing = [...needs(content, judged)];
  const said = new Set(missing.map(({ field }) => field));
  const reading = readProductRow(rowOf(content, productId));
  const faults = reading.ok ? faultsTogether(reading) : reading.faults;
  for (const { field, reason } of faults) {
    // A price that is missing is told once, and so is what follows of it.
    if (said.has(field) || (field === 'price' && said.has('variants'))) continue;
    said.add(field);
    missing.push({ field, message: sentence(field, reason) });
  }
  return { missing, reading: missing.length === 0 && reading.ok ? withPictures(reading, content) : null };
}

export function missingOf(content: ListingContent, judged: Judged): Missing[] {
  return judgeListing(content, judged).missing;
}

function* needs(
  content: ListingContent,
  { ownPictures = [], lostPictures = new Set(), ...parts }: Omit<Judged, 'productId'>,
): Generator<Missing> {
  const { product_type: type, description = '', variants = [], pictures = [] } = content;
  if (!content.product_name?.trim()) yield { field: 'product_name', message: 'Give it a name.' };
  const foreign = foreignNameFault(content.product_name ?? '');
  if (foreign) yield { field: 'product_name', message: foreign };
  if (!type) yield { field: 'product_type', message: 'Choose a category.' };
  const length = [...description.trim()].length;
  if (length === 0) yield { field: 'description', message: 'Describe it.' };
  else if (length < SHORTEST_DESCRIPTION)
    yield {
      field: 'description',
      message: `Describe it in at least ${SHORTEST_DESCRIPTION} characters; these are ${length}.`,
    };
  else if (length > LONGEST_DESCRIPTION)
    yield {
      field: 'description',
      message: `Shorten the description to ${LONGEST_DESCRIPTION.toLocaleString('en-US')} characters.`,
    };
  const lost = pictures.findIndex((address) => lostPictures.has(address) && !ownPictures.includes(address));
  if (pictures.some((address) => !isOwnPicture(address) && !ownPictures.includes(address)))
    yield { field: 'pictures', message: 'Upload the pictures here: one of them lies somewhere else.' };
  else if (lost >= 0)
    yield {
      field: 'pictures',
      message: `Take picture ${lost + 1} out and upload it again: it is not there any more.`,
    };
  else if (new Set(pictures).size < pictures.length)
    yield { field: 'pictures', message: 'The same picture is there twice: take one of them out.' };
  if (variants.length > 0) {
    const unpriced = variants.find(({ price = null }) => price === null);
    if (unpriced)
      yield {
        field: 'variants',
        message: `Give ${selectedOptionsText(unpriced.selected_options) || 'each variant'} a price.`,
      };
  } else if ((content.price ?? null) === null) yield { field: 'price', message: 'Give it a price.' };
  if (type === 'computing' && !content.price_unit?.trim())
    yield { field: 'price_unit', message: 'Say what the price is for, such as hour.' };
  if (type === 'data' && typeof content.attributes?.personal_data !== 'boolean')
    yield { field: 'attributes', message: 'Say whether the rows hold personal data.' };
  if ((type === 'data' || type === 'algorithm') && !content.license?.trim())
    yield { field: 'license', message: 'Choose a license.' };
  for (const message of goodsNeeds(content, parts)) yield { field: 'goods', message };
}

/** As an import reads it, as far as it can be read; null where it cannot yet. */
export function readAsRow(content: ListingContent, productId: string): GoodReading | null {
  const reading = readProductRow(rowOf(content, productId));
  return reading.ok ? withPictures(reading, content) : null;
}

/** As a row of a catalogue file. The price of a product with variants is that of the variant that is shown. */
function rowOf(content: ListingContent, productId: string): Record<string, unknown> {
  const { pictures: _, ...fields } = content;
  const row: Record<string, unknown> = { options: [], attributes: {}, ...fields, product_id: productId };
  const { variants = [] } = content;
  if (variants.length === 0 || variants.some(({ price = null }) => price === null)) return row;
  const list = variants.map(
    (variant): Variant => ({ stock: null, sale_price: null, is_default: false, ...variant, price: variant.price ?? 0 }),
  );
  const { on_sale = false, price } = content;
  const shown = priceOfVariants({ variants: list, on_sale, price_micros: toMicros(price ?? 0) });
  return { ...row, variants: list, stock: null, price: shown?.price, sale_price: shown?.sale_price ?? null };
}

/** Of what is right field by field. */
function faultsTogether(reading: GoodReading): Array<{ field: string; reason: string }> {
  const merge = mergeRow({ ...reading, absent: [] }, null, nobodyHolds);
  return merge.ok ? [] : merge.faults;
}

/** The first picture is the product's image; a catalogue file knows pictures of elsewhere alone. */
function withPictures(reading: GoodReading, { pictures = [] }: ListingContent): GoodReading {
  return { ...reading, absent: [], product: { ...reading.product, product_img: pictures[0] ?? '' } };
}

/** 'sale_price is missing although on_sale is true' -> 'The sale price is missing although on_sale is true.' */
function sentence(field: string, reason: string): string {
  const [path = '', ...rest] = reason.split(' ');
  // 'goods.access.text is' is the way of a program: people are told of the part of the page and what is in it.
  const [, ...parts] = path.split('.').map((part) => part.replaceAll('_', ' '));
  const named = reason.startsWith(field) ? [[labels[field] ?? field, ...parts].join(', '), ...rest].join(' ') : reason;
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}.`;
}
