// Faults of a product before it can be submitted: those of an import, and what a marketplace needs beside. The editor lists
// what this says, and a submission is refused for exactly it.

import { isOwnPicture } from '#contract/catalogue/picture.ts';
import type { Variant } from '#contract/catalogue/product/product.ts';
import type { ProductFault } from '#contract/catalogue/product/product-fault.schema.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { toMicros } from '#contract/money/amount/money.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import {
  type Fault,
  finding,
  type Held,
  LONGEST_DESCRIPTION,
  mergeRow,
  priceOfVariants,
  type RowReading,
  readProductRow,
  toProductFault,
} from '../../../catalogue/ports.rules.ts';
import { foreignNameFault } from '../../../text/foreign-words.rules.ts';
import { type GoodsParts, goodsNeeds } from './listing-goods.rules.ts';

type GoodReading = Extract<RowReading, { ok: true }>;

/** Characters that a buyer has to read at least. */
const SHORTEST_DESCRIPTION = 40;

const nobodyHolds: Held = { held: 0, variants_held: [] };

/** Facts that a listing is judged by beside what has been written. */
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
): { faults: Fault[]; reading: GoodReading | null } {
  const faults = [...needs(content, judged)];
  const found = new Set(faults.map(({ field }) => field));
  const reading = readProductRow(rowOf(content, productId));
  for (const fault of reading.ok ? faultsTogether(reading) : reading.faults) {
    // A price that is missing is told once, and so is what follows of it.
    if (found.has(fault.field) || (fault.field === 'price' && found.has('variants'))) continue;
    found.add(fault.field);
    faults.push(fault);
  }
  return { faults, reading: faults.length === 0 && reading.ok ? withPictures(reading, content) : null };
}

export function missingOf(content: ListingContent, judged: Judged): ProductFault[] {
  return judgeListing(content, judged).faults.map(toProductFault);
}

function* needs(
  content: ListingContent,
  { ownPictures = [], lostPictures = new Set(), ...parts }: Omit<Judged, 'productId'>,
): Generator<Fault> {
  const { product_type: type, description = '', variants = [], pictures = [] } = content;
  if (!content.product_name?.trim()) yield { field: 'product_name', ...finding('name_needed') };
  const foreign = foreignNameFault(content.product_name ?? '');
  if (foreign) yield { field: 'product_name', ...finding('name_leads_elsewhere', { reason: foreign }) };
  if (!type) yield { field: 'product_type', ...finding('category_needed') };
  const length = [...description.trim()].length;
  if (length === 0) yield { field: 'description', ...finding('description_needed') };
  else if (length < SHORTEST_DESCRIPTION)
    yield { field: 'description', ...finding('description_short', { least: SHORTEST_DESCRIPTION, count: length }) };
  else if (length > LONGEST_DESCRIPTION)
    yield { field: 'description', ...finding('description_long', { most: LONGEST_DESCRIPTION }) };
  const lost = pictures.findIndex((address) => lostPictures.has(address) && !ownPictures.includes(address));
  if (pictures.some((address) => !isOwnPicture(address) && !ownPictures.includes(address)))
    yield { field: 'pictures', ...finding('picture_elsewhere') };
  else if (lost >= 0) yield { field: 'pictures', ...finding('picture_lost', { picture: lost + 1 }) };
  else if (new Set(pictures).size < pictures.length) yield { field: 'pictures', ...finding('picture_repeated') };
  if (variants.length > 0) {
    const unpriced = variants.find(({ price = null }) => price === null);
    if (unpriced) {
      const variant = selectedOptionsText(unpriced.selected_options);
      yield { field: 'variants', ...finding('variant_price_needed', { variant }) };
    }
  } else if ((content.price ?? null) === null) yield { field: 'price', ...finding('price_needed') };
  if (type === 'computing' && !content.price_unit?.trim()) yield { field: 'price_unit', ...finding('unit_needed') };
  if (type === 'data' && typeof content.attributes?.personal_data !== 'boolean')
    yield { field: 'attributes', ...finding('personal_data_needed') };
  if ((type === 'data' || type === 'algorithm') && !content.license?.trim())
    yield { field: 'license', ...finding('license_needed') };
  for (const need of goodsNeeds(content, parts)) yield { field: 'goods', ...need };
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

/** Faults of fields beside each other, each of which is right. */
function faultsTogether(reading: GoodReading): Fault[] {
  const merge = mergeRow({ ...reading, absent: [] }, null, nobodyHolds);
  return merge.ok ? [] : merge.faults;
}

/** The first picture is the product's image; a catalogue file knows pictures of elsewhere alone. */
function withPictures(reading: GoodReading, { pictures = [] }: ListingContent): GoodReading {
  return { ...reading, absent: [], product: { ...reading.product, product_img: pictures[0] ?? '' } };
}
