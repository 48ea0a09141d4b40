import type { OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import { offeredFileMaximum } from '#contract/goods/offered-release.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { offeredReleases, promisedReleases } from './offered-release.rules.ts';
import { findPublished, findSoldProduct, publishedFiles } from './offered-release.store.ts';

/** Public facts of the files that a product is sold with now; null where there is no such product. */
export async function findOffered(db: Db, productId: string): Promise<OfferedRelease[] | null> {
  const product = isStorableText(productId) ? await findSoldProduct(db, productId) : null;
  if (!product) return null;
  const promised = promisedReleases(product.goods);
  const published = await findPublished(
    db,
    product.product_id,
    promised.map(({ release_id }) => release_id),
  );
  const files = await publishedFiles(
    db,
    published.map(({ release_id }) => release_id),
    { most: offeredFileMaximum, withRows: true },
  );
  return offeredReleases(promised, published, files);
}
