import { croissant, croissantFileMaximum } from '#contract/catalogue/croissant.ts';
import { freeFilePath } from '#contract/goods/offered-release.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { keptFacts, promisedReleases } from './offered-release.rules.ts';
import { findPublished, findSoldProduct, publishedFiles } from './offered-release.store.ts';

/**
 * A data set in Croissant, with all that its files say; of several editions the first. Null where there is no such product, it is no data set, or
 * it has no files. What has to be bought is named by the address that sends it to buyers, and refuses it to others with a sentence.
 */
export async function describeDataset(
  db: Db,
  productId: string,
  shop: { origin: string; name: string; repoOf: (productId: string, shopAddress: string | null) => string },
): Promise<object | null> {
  const product = isStorableText(productId) ? await findSoldProduct(db, productId) : null;
  if (product?.product_type !== 'data') return null;
  const promised = promisedReleases(product.goods).map(({ release_id }) => release_id);
  const published = await findPublished(db, product.product_id, promised);
  const release = promised.flatMap((id) => published.find(({ release_id }) => release_id === id) ?? [])[0];
  if (!release?.published_at) return null;
  const files = await publishedFiles(db, [release.release_id], { most: croissantFileMaximum, withRows: false });
  const url = `${shop.origin}/products/id/${encodeURIComponent(product.product_id)}`;
  // Where the tools of the Hub fetch it: this release, whatever comes after it.
  const start = `${shop.origin}/datasets/${shop.repoOf(product.product_id, product.address)}/resolve/${release.commit_sha}`;
  return croissant({
    name: product.product_name,
    description: product.description,
    license: product.license,
    url,
    licenseAddress: (id) => `${shop.origin}/licenses/${encodeURIComponent(id)}`,
    creator: {
      name: product.provider || product.name || shop.name,
      ...(product.address && { url: `${shop.origin}/sellers/${product.address}` }),
    },
    version: release.version,
    published_at: release.published_at.toISOString(),
    files: files.map((file) => ({
      path: file.path,
      size_bytes: file.size_bytes,
      sha256: file.sha256 ?? '',
      media_type: file.media_type,
      address:
        file.sample === 'file'
          ? shop.origin + freeFilePath(product.product_id, file.path)
          : `${start}/${file.path.split('/').map(encodeURIComponent).join('/')}`,
      facts: keptFacts(file.facts),
    })),
  });
}
