import type { Highlights } from '#contract/catalogue/highlight.ts';
import type { Db } from '../../schema/db.ts';
import { findListed } from '../product/product-list.store.ts';
import { type Candidate, pickVaried } from './highlight.rules.ts';
import { listDiscounted, listMostBought, listNewest } from './highlight.store.ts';

/** Products of each kind. */
const SHOWN = 6;
const CANDIDATES = 48;
/** Newest products that are looked at for those in stock. */
const LOOKED_AT = 500;

/** Products that are new, on sale and bought most; each list may be empty. */
export async function readHighlights(db: Db): Promise<Highlights> {
  const read = async (candidates: Promise<Candidate[]>) => {
    const picked = pickVaried(await candidates, SHOWN);
    return findListed(
      db,
      picked.map(({ position }) => position),
    );
  };
  const [newest, on_sale, most_rented, most_bought] = await Promise.all([
    read(listNewest(db, LOOKED_AT, CANDIDATES)),
    read(listDiscounted(db, CANDIDATES)),
    read(listMostBought(db, 'machines', CANDIDATES)),
    read(listMostBought(db, 'others', CANDIDATES)),
  ]);
  return { newest, on_sale, most_rented, most_bought };
}
