// Products that every shop of a comparison gets, made by the bench's own generator: without variants, sale prices and licenses, which
// each would have in its own way, with prices in whole cents and with counted stock.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchProducts } from '../bench/fill/bench-products.ts';

/** A line of the file that the peers are filled from. */
export type PeerProduct = {
  id: string;
  name: string;
  description: string;
  category: string;
  /** Pairs of a name and one of its values, such as ['region', 'Norway']. */
  facets: Array<[name: string, value: string]>;
  price_cents: number;
  stock: number;
};

export type Catalogue = {
  products: PeerProduct[];
  /** Folder of price lists, for the bench's own import into Hearth. */
  folder: string;
  /** The same products for the peers, in JSON Lines. */
  file: string;
  /** Words that many names have, to search by. */
  words: string[];
  /** Product of which there are `SCARCE`. */
  scarce: PeerProduct;
  /** Products that are bought in turn. */
  bought: PeerProduct[];
};

/** Units of the product that is sold out in a rush. */
export const SCARCE = 10;
const PLENTY = 1_000_000;
const WORDS = 12;
const BOUGHT = 60;

type BenchProduct = {
  product_id: string;
  product_name: string;
  product_type: string;
  description: string;
  price: number;
  stock: number | null;
  provider: string;
  attributes: Record<string, unknown>;
};

const parsed = (lines: Iterable<string>) => [...lines].map((line) => JSON.parse(line) as BenchProduct);

/** Writes the catalogue of `count` products into `folder`. */
export async function makeCatalogue(count: number, folder: string): Promise<Catalogue> {
  const lists = join(folder, 'price-lists');
  await mkdir(lists, { recursive: true });
  const isScarce = (index: number, { product_type }: BenchProduct) =>
    index >= Math.floor(count / 3) && product_type === 'data';
  const source = parsed(benchProducts(count));
  const scarce = source.findIndex((product, index) => isScarce(index, product));
  const plain = source.map((product, index) => ({
    product_id: product.product_id,
    product_name: product.product_name,
    product_type: product.product_type,
    description: product.description,
    price: Math.max(1, Math.round(product.price * 100)) / 100,
    on_sale: false,
    stock: index === scarce ? SCARCE : PLENTY,
    price_unit: '',
    provider: product.provider,
  }));
  await writeFile(join(lists, 'products.jsonl'), plain.map((product) => `${JSON.stringify(product)}\n`).join(''));
  // With the attributes that the import of the bench gives them.
  const products = parsed(benchProducts(count, lists)).map(toPeerProduct);
  const file = join(folder, 'products.jsonl');
  await writeFile(file, products.map((product) => `${JSON.stringify(product)}\n`).join(''));
  const usable = products.filter(({ category, stock }) => category !== 'computing' && stock === PLENTY);
  return {
    products,
    folder: lists,
    file,
    words: frequentWords(products),
    scarce: products[scarce] as PeerProduct,
    // Spread over the catalogue: what is bought twice at once waits for a row of its stock.
    bought: usable.filter((_, index) => index % Math.max(1, Math.floor(usable.length / BOUGHT)) === 0).slice(0, BOUGHT),
  };
}

function toPeerProduct(product: BenchProduct): PeerProduct {
  const { provider, attributes } = product;
  const texts = (value: unknown) => [value].flat().filter((it) => typeof it === 'string');
  return {
    id: product.product_id,
    name: product.product_name,
    description: product.description,
    category: product.product_type,
    facets: [
      ['provider', provider],
      ...Object.entries(attributes).flatMap(([name, value]) => texts(value).map((text) => [name, text] as const)),
    ] as PeerProduct['facets'],
    price_cents: Math.round(product.price * 100),
    stock: product.stock ?? PLENTY,
  };
}

/** Whole words: a search of parts of them would find other numbers of products in each shop. */
function frequentWords(products: PeerProduct[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of products)
    for (const word of new Set(name.toLowerCase().match(/\b[a-z]{5,}\b/g)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || a.localeCompare(b))
    .slice(0, WORDS)
    .map(([word]) => word);
}
