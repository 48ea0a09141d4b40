// Catalogues of any size to measure on: real products where ../shared/data has them, otherwise the demo products,
// repeated under other ids and names until there are enough.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '../../..');
const real = join(root, '../shared/data/products');

/** A name that exactly one product has, whatever the size of the catalogue: a keyword that stays selective. */
export const needle = 'Zephyr H9 prototype';

/** JSON lines of `count` products. Each repetition differs in id, name and a little in price. */
export function* benchProducts(count: number): Generator<string> {
  const sources = sourceProducts();
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
            price: Math.round((Number(product.price) + round / 100) * 1e6) / 1e6,
            on_sale: false,
            sale_price: null,
          };
    const isNeedle = index === Math.floor(count / 2);
    yield `${JSON.stringify(isNeedle ? { ...line, product_name: needle } : line)}\n`;
  }
}

function sourceProducts(): object[] {
  const files = existsSync(real)
    ? readdirSync(real)
        .filter((name) => name.endsWith('.jsonl.gz'))
        .map((name) => gunzipSync(readFileSync(join(real, name))).toString())
    : [readFileSync(join(root, 'catalogue/demo/products.jsonl'), 'utf8')];
  const lists = files.map((text) =>
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
