import type { Highlights } from '#contract/catalogue/highlight.ts';
import type { Db } from '../../schema/db.ts';
import { findListed } from '../product/product-list.store.ts';
import { pickVaried } from './highlight.rules.ts';
import { listDiscounted, listMostBought, listNewest } from './highlight.store.ts';

/** Products of each kind. */
const SHOWN = 6;
const CANDIDATES = 48;
/** Newest products that are looked at for those in stock. */
const LOOKED_AT = 500;

/** Products that are new, on sale and bought most; each list may be empty. */
export async function readHighlights(db: Db): Promise<Highlights> {
  const candidates = await Promise.all([
    listNewest(db, LOOKED_AT, CANDIDATES),
    listDiscounted(db, CANDIDATES),
    listMostBought(db, 'machines', CANDIDATES),
    listMostBought(db, 'others', CANDIDATES),
  ]);
  const picked = candidates.map((kind) => pickVaried(kind, SHOWN));
  const products = await findListed(db, [...new Set(picked.flat().map(({ position }) => position))]);
  const known = new Map(products.map((product) => [product.product_id, product]));
  const [newest = [], on_sale = [], most_rented = [], most_bought = []] = picked.map((kind) =>
    kind.flatMap(({ product_id: id }) => known.get(id) ?? []),
  );
  return { newest, on_sale, most_rented, most_bought };
}
