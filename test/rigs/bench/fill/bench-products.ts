// Catalogues of any size to measure on: the demo products, or those of a folder of price lists, repeated under other ids
// and names until there are enough.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import { benchAttributes } from './bench-attributes.ts';

const demo = join(import.meta.dirname, '../../../../catalogue/demo/products.jsonl');

/** A name that exactly one product has, whatever the size of the catalogue: a keyword that stays selective. */
export const needle = 'Zephyr H9 prototype';

/**
 * JSON lines of `count` products. Each repetition differs in id, name, attributes and a little in price. They are taken from the files
 * of `folder` that are JSON Lines, packed or not.
 */
export function* benchProducts(count: number, folder: string | null = null): Generator<string> {
  const sources = sourceProducts(folder === null ? [demo] : priceLists(folder));
  for (let index = 0; index < count; index++) {
    const product = sources[index % sources.length] as Record<string, unknown>;
    const round = Math.floor(index / sources.length);
    const line =
      round === 0
        ? product
        : {
            ...product,
            product_id: `${product.product_id}-${round}`,
            product_name: `${product.product_name} ${round}`,
            price: dearer(product.price, round),
            on_sale: false,
            sale_price: null,
            ...(Array.isArray(product.variants) && {
              variants: product.variants.map((it) => dearerVariant(it, round)),
            }),
          };
    const isNeedle = index === Math.floor(count / 2);
    const attributes = {
      ...benchAttributes(product.product_type as ProductType, index),
      ...wordsOf(product.attributes),
    };
    yield `${JSON.stringify({ ...(isNeedle ? { ...line, product_name: needle } : line), attributes })}\n`;
  }
}

/** Words of the attributes stay what the name and the description say; numbers and dates differ from one product to the next. */
function wordsOf(attributes: unknown): object {
  const entries = Object.entries(attributes ?? {});
  const isWord = (name: string, value: unknown) =>
    (typeof value === 'string' && !name.startsWith('collected_')) || Array.isArray(value) || name === 'gpu_memory';
  return Object.fromEntries(entries.filter(([name, value]) => isWord(name, value)));
}

function dearer(price: unknown, round: number): number {
  return Math.round((Number(price) + round / 100) * 1e6) / 1e6;
}

function dearerVariant(variant: { price: number }, round: number): object {
  return { ...variant, price: dearer(variant.price, round), sale_price: null };
}

function priceLists(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /\.jsonl(\.gz)?$/.test(name));
  if (names.length === 0) throw new Error(`${folder} has no file that ends in .jsonl or .jsonl.gz`);
  return names.sort().map((name) => join(folder, name));
}

function sourceProducts(files: string[]): object[] {
  const texts = files.map((file) => {
    const content = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(content) : content).toString();
  });
  const lists = texts.map((text) =>
    usable(
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ),
  );
  // Taken in turn from each file, so that a small catalogue has every category too.
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.map((list) => list[index]))
    .flat()
    .filter((item) => item !== undefined);
}

function usable(products: Array<{ product_id: string; price: number | null }>) {
  const seen = new Set<string>();
  return products.filter(
    ({ product_id, price }) => price !== null && price >= 0 && !seen.has(product_id) && seen.add(product_id),
  );
}
