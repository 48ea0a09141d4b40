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
import { type Fault, finding } from './fault.rules.ts';
import { type RowReading, saleFault } from './product-row.rules.ts';
import { priceOfVariants, variantsFault } from './variant-list.rules.ts';

type JudgedColumn = (typeof judgedColumns)[number];

/** A product to store; what is undefined stays as the database has it. */
export type MergedProduct = Pick<StoredProduct, RequiredColumn | JudgedColumn> & Partial<StoredProduct>;

/** A product of the database: the columns that a row is judged by at least, or all of them. */
export type KnownProduct = Pick<StoredProduct, JudgedColumn> & Held & Partial<StoredProduct>;

/** Units that orders hold of a product, and of its variants. */
export type Held = { held: number; variants_held: VariantHeld[] };

/** `warnings` are about what follows elsewhere. */
type Merge =
  | { ok: true; product: MergedProduct; fromSpecs: boolean; changes: Fault[]; warnings: Fault[] }
  | { ok: false; faults: Fault[] };

/**
 * Joins a row to its product: what the row does not have stays, and the whole must be right. `base`
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
  const found = saleFault(product);
  if (found) return { ok: false, faults: [{ field: 'sale_price', ...found, ...(base && keptSale(product, absent)) }] };
  const fitted = fitVariants(product, absent);
  if ('code' in fitted) return { ok: false, faults: [fitted] };
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
): { product: MergedProduct; changes: Fault[] } | Fault {
  const { variants, options, price_micros: price, on_sale, sale_price_micros: sale } = product;
  const shown = priceOfVariants(product);
  if (!shown) return { product, changes: [] };
  const kept = absent.includes('variants') ? { kept: { variants: true as const } } : {};
  const fault = options ? variantsFault(variants, options) : null;
  if (fault) return { ...fault, ...kept };
  const variant = {
    variant: shown.is_default ? ('default' as const) : ('cheapest' as const),
    variant_price: shown.price,
  };
  if (toMicros(shown.price) !== price)
    return { field: 'price', ...finding('price_not_of_variant', { price: fromMicros(price), ...variant }), ...kept };
  if (on_sale) {
    if (shown.sale_price === null) return { field: 'on_sale', ...finding('sale_not_of_variant', variant), ...kept };
    if (toMicros(shown.sale_price) !== sale) {
      const params = { variant: variant.variant, variant_sale_price: shown.sale_price };
      return { field: 'sale_price', ...finding('sale_price_not_of_variant', params), ...kept };
    }
  }
  const stock = stockOfVariants(variants);
  if (stock === product.stock) return { product, changes: [] };
  const changes: Fault[] =
    product.stock !== null && !absent.includes('stock')
      ? [{ field: 'stock', ...finding('stock_is_of_variants', { given: product.stock, stock }) }]
      : [];
  return { product: { ...product, stock }, changes };
}

/** A fault that comes of what the file does not say is not understood without what the product has. */
function keptSale(
  { on_sale, sale_price_micros: sale }: MergedProduct,
  absent: readonly FileField[],
): Pick<Fault, 'kept'> {
  const kept = {
    ...(absent.includes('on_sale') && { on_sale }),
    ...(absent.includes('sale_price') && { sale_price: sale === null ? null : fromMicros(sale) }),
  };
  return Object.keys(kept).length > 0 ? { kept } : {};
}

function stockWarnings(product: MergedProduct, { held, variants_held }: Held, absent: readonly FileField[]): Fault[] {
  if (product.variants.length === 0) return absent.includes('stock') ? [] : stockWarning('', product.stock, held);
  if (absent.includes('variants')) return [];
  return product.variants.flatMap(({ selected_options: selected, stock }) =>
    stockWarning(selectedOptionsText(selected), stock, heldOfVariant(variants_held, selected)),
  );
}

function stockWarning(variant: string, stock: number | null, held: number): Fault[] {
  if (stock === null || held <= stock) return [];
  return [{ field: 'stock', ...finding('stock_below_held', { variant, stock, held }) }];
}
