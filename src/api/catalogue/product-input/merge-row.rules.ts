import { type AttributeValues, findAttribute } from '#contract/catalogue/product/product-attributes.ts';
import { selectedOptionsText, stockOfVariants } from '#contract/catalogue/product/variant.ts';
import { fromMicros, toMicros } from '#contract/money/amount/money.ts';
import {
  columnsOf,
  type FileField,
  type judgedColumns,
  type RequiredColumn,
  type StoredProduct,
  type VariantHeld,
} from '../../schema/product-columns.rules.ts';
import { heldOfVariant } from '../product/choose-variant.rules.ts';
import { attributeColumns } from './derived-columns.rules.ts';
import { type Remark, type RowReading, saleFault } from './product-row.rules.ts';
import { priceOfVariants, variantsFault } from './variant-list.rules.ts';

type JudgedColumn = (typeof judgedColumns)[number];

/** A product to store; what is undefined stays as the database has it. */
export type MergedProduct = Pick<StoredProduct, RequiredColumn | JudgedColumn> & Partial<StoredProduct>;

/** What the database has of a product that is known: what a row is judged by at least, or all of it. */
export type KnownProduct = Pick<StoredProduct, JudgedColumn> & Held & Partial<StoredProduct>;

/** What orders hold of a product, and of its variants. */
export type Held = { held: number; variants_held: VariantHeld[] };

/** `warnings` are about what follows elsewhere. */
type Merge =
  | { ok: true; product: MergedProduct; fromSpecs: boolean; changes: Remark[]; warnings: Remark[] }
  | { ok: false; faults: Remark[] };

/**
 * What becomes of a product when a row comes to it: what the row does not have stays, and the whole must be right. `base`
 * is the product as it is, or as the rows before have left it; null for a new one, which has the row's defaults.
 */
export function mergeRow(
  { product: row, absent, fromSpecs, changes }: Extract<RowReading, { ok: true }>,
  base: KnownProduct | MergedProduct | null,
  held: Held,
): Merge {
  const product: MergedProduct = base && absent.length > 0 ? { ...row } : row;
  if (base) {
    for (const field of absent) {
      for (const column of columnsOf(field)) Object.assign(product, { [column]: base[column] });
    }
    if (absent.includes('attributes')) {
      product.attributes = keptAttributes(base, row);
      Object.assign(product, attributeColumns(product));
    }
  }
  const fault = saleFault(product);
  if (fault) {
    const reason = base ? fault + whatStays(product, absent) : fault;
    return { ok: false, faults: [{ field: 'sale_price', reason }] };
  }
  const fitted = fitVariants(product, absent);
  if ('reason' in fitted) return { ok: false, faults: [fitted] };
  const warnings = stockWarnings(fitted.product, held, absent);
  return {
    ok: true,
    product: fitted.product,
    fromSpecs: fromSpecs && product.attributes === row.attributes,
    changes: [...changes, ...fitted.changes],
    warnings,
  };
}

/** Those of the product as far as the row's category has them; else those that the row's specifications say. */
function keptAttributes({ attributes }: Pick<StoredProduct, 'attributes'>, row: StoredProduct): AttributeValues {
  const entries = Object.entries(attributes);
  const kept = entries.filter(([name]) => findAttribute(row.product_type, name));
  if (kept.length === 0) return row.attributes;
  return kept.length === entries.length ? attributes : Object.fromEntries(kept);
}

/** A product with variants costs what the default costs, or what the cheapest does now, and its stock is the sum of theirs. */
function fitVariants(
  product: MergedProduct,
  absent: readonly FileField[],
): { product: MergedProduct; changes: Remark[] } | Remark {
  const { variants, options, price_micros: price, on_sale, sale_price_micros: sale } = product;
  const shown = priceOfVariants(product);
  if (!shown) return { product, changes: [] };
  const left = absent.includes('variants') ? ' (the product has variants, which the row leaves: give them too)' : '';
  const fault = options ? variantsFault(variants, options) : null;
  if (fault) return { field: 'variants', reason: fault + left };
  const name = shown.is_default ? 'its default variant' : 'its cheapest variant';
  if (toMicros(shown.price) !== price)
    return { field: 'price', reason: `price ${fromMicros(price)} is not that of ${name}, ${shown.price}${left}` };
  if (on_sale) {
    if (shown.sale_price === null)
      return { field: 'on_sale', reason: `on_sale is true although ${name}, ${shown.price}, has no sale_price${left}` };
    if (toMicros(shown.sale_price) !== sale)
      return { field: 'sale_price', reason: `sale_price is not that of ${name}, ${shown.sale_price}${left}` };
  }
  const stock = stockOfVariants(variants);
  if (stock === product.stock) return { product, changes: [] };
  const says = product.stock !== null && !absent.includes('stock');
  const reason = `stock ${product.stock} is left out: the variants have ${stock ?? 'no stock that is counted'}`;
  return { product: { ...product, stock }, changes: says ? [{ field: 'stock', reason }] : [] };
}

/** A fault that comes of what the file does not say is not understood without what the product has. */
function whatStays({ on_sale, sale_price_micros: sale }: MergedProduct, absent: readonly FileField[]): string {
  const staying = [
    ...(absent.includes('on_sale') ? [`on_sale ${on_sale}`] : []),
    ...(absent.includes('sale_price') ? [sale === null ? 'no sale_price' : `sale_price ${fromMicros(sale)}`] : []),
  ];
  return staying.length > 0 ? ` (the product has ${staying.join(' and ')}, which the row leaves)` : '';
}

function stockWarnings(product: MergedProduct, { held, variants_held }: Held, absent: readonly FileField[]): Remark[] {
  if (product.variants.length === 0) return absent.includes('stock') ? [] : stockWarning('stock', product.stock, held);
  if (absent.includes('variants')) return [];
  return product.variants.flatMap(({ selected_options: selected, stock }) =>
    stockWarning(`stock of ${selectedOptionsText(selected)}:`, stock, heldOfVariant(variants_held, selected)),
  );
}

function stockWarning(name: string, stock: number | null, held: number): Remark[] {
  if (stock === null || held <= stock) return [];
  const reason = `${name} ${stock} is less than the ${held} that orders hold until they are paid: the newest of them are cancelled`;
  return [{ field: 'stock', reason }];
}
