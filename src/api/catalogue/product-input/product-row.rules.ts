// Judges what is given for a product: a row of a file, what a seller has written, what the staff or a program sends.

import type { z } from 'zod';
import { defaultVariant } from '#contract/catalogue/product/variant.ts';
import { gpusOf } from '#contract/goods/access/machine.ts';
import { cardLength, excerpt } from '#contract/text/excerpt.ts';
import {
  type FileField,
  fileFields,
  requiredFileFields,
  type StoredProduct,
} from '../../schema/product-columns.rules.ts';
import { foldName } from '../../text/search-text.rules.ts';
import { readAttributes } from './attribute-value.rules.ts';
import { changesOf } from './changes.rules.ts';
import { attributeColumns } from './derived-columns.rules.ts';
import { type Fault, type Finding, faultIn, finding } from './fault.rules.ts';
import { goods } from './goods.rules.ts';
import { deliveryHours, onSale, price, salePrice, stock } from './numbers.rules.ts';
import { options, specs } from './product-lists.rules.ts';
import { attributesOfSpecs } from './specs/attributes-of-specs.rules.ts';
import {
  description,
  isAbsent,
  license,
  priceUnit,
  productId,
  productImg,
  productName,
  productType,
  provider,
} from './texts.rules.ts';
import { readVariants } from './variant-list.rules.ts';

const optionalFields = fileFields.filter((field) => !requiredFileFields.some((required) => required === field));

/**
 * `absent` are the fields that the row does not have at all: in `product` they stand with their defaults, but for attributes
 * `fromSpecs`, which were read from specifications. `changes` are values that were changed to fit.
 */
export type RowReading =
  | { ok: true; product: StoredProduct; absent: FileField[]; fromSpecs: boolean; changes: Fault[] }
  | { ok: false; faults: Fault[] };

/** A schema of each field that is judged by itself; attributes and variants are judged by what stands beside them. */
const schemas = {
  product_id: productId,
  product_name: productName,
  product_type: productType,
  description,
  product_img: productImg,
  price,
  on_sale: onSale,
  sale_price: salePrice,
  stock,
  price_unit: priceUnit,
  provider,
  options,
  specs,
  license,
  goods,
  delivery_within_hours: deliveryHours,
} satisfies Record<Exclude<FileField, 'attributes' | 'variants'>, z.ZodType>;

type Fields = { [Field in keyof typeof schemas]: z.output<(typeof schemas)[Field]> };
const fields = Object.entries(schemas);

type Values = Readonly<Record<string, unknown>>;

/**
 * Judges one row, whose values are those of JSON or the texts of a table's cells. Every fault of the row is named, one of
 * each field. What concerns several fields is judged as far as the row has them all; the rest is left to `mergeRow`, which
 * knows the product.
 */
export function readProductRow(values: Values): RowReading {
  const { read, faults } = readFields(values);
  const isFaulty = (...names: FileField[]) => faults.some(({ field }) => (names as string[]).includes(field));
  // They are judged by what stands beside them, as far as that is right.
  const attributes = read.product_type ? readAttributes(values.attributes, read.product_type) : { value: {} };
  if ('fault' in attributes) faults.push(attributes.fault);
  const isPriced = !isFaulty('price', 'on_sale', 'sale_price');
  const variants = isPriced && read.options ? variantsOf(values, read as Fields) : { value: [] };
  if ('fault' in variants) faults.push(variants.fault);
  const absent = optionalFields.filter((field) => !Object.hasOwn(values, field));
  const hasSale = !absent.includes('on_sale') && !absent.includes('sale_price');
  const sale = isPriced && hasSale ? saleFault({ ...(read as Fields), ...microsOf(read as Fields) }) : null;
  if (sale) faults.push({ field: 'sale_price', ...sale });
  if (faults.length > 0 || 'fault' in attributes || 'fault' in variants) return { ok: false, faults };
  const product = toStored(read as Fields, attributes.value, variants.value);
  const fromSpecs = absent.includes('attributes') && takeAttributesOfSpecs(product);
  Object.assign(product, attributeColumns(product));
  return { ok: true, product, absent, fromSpecs, changes: changesOf(values, product) };
}

function readFields(values: Values): { read: Partial<Fields>; faults: Fault[] } {
  const read: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [field, schema] of fields) {
    const result = schema.safeParse(values[field], { reportInput: true });
    if (result.success) read[field] = result.data;
    else faults.push(faultIn(field, result.error));
  }
  return { read, faults };
}

const microsOf = ({ price: full, sale_price: sale }: Fields) => ({ price_micros: full, sale_price_micros: sale });

function toStored(
  { price: _price, sale_price: _sale, ...read }: Fields,
  attributes: StoredProduct['attributes'],
  variants: StoredProduct['variants'],
): StoredProduct {
  const defaultOptions = variants.length === 0 ? null : (defaultVariant({ variants })?.selected_options ?? []);
  return {
    ...read,
    price_micros: _price,
    sale_price_micros: _sale,
    name_folded: foldName(read.product_name),
    excerpt: excerpt(read.description, cardLength),
    attributes,
    facets: [],
    gpu_memory_mb: null,
    least_gpus: null,
    variants,
    default_options: defaultOptions,
    default_gpus: gpusOf(defaultOptions),
  };
}

/** Fault of the price of a sale, or null. */
export function saleFault({
  on_sale,
  sale_price_micros: sale,
  price_micros: full,
}: Pick<StoredProduct, 'on_sale' | 'sale_price_micros' | 'price_micros'>): Finding | null {
  if (on_sale && sale === null) return finding('sale_price_missing');
  if (on_sale && sale === full) return finding('sale_price_equal');
  return sale !== null && sale > full ? finding('sale_price_above') : null;
}

/** Answers whether there are any. */
function takeAttributesOfSpecs(product: StoredProduct): boolean {
  product.attributes = attributesOfSpecs(product);
  return Object.keys(product.attributes).length > 0;
}

function variantsOf(values: Values, read: Fields): ReturnType<typeof readVariants> {
  if (!isAbsent(values.variants) && !Object.hasOwn(values, 'options'))
    return { fault: { field: 'variants', ...finding('options_missing') } };
  return readVariants(values.variants, read.options, { ...read, ...microsOf(read) });
}
