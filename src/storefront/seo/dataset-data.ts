import { croissant } from '#contract/catalogue/croissant.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import type { OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import { freeFilePath } from '#contract/goods/offered-release.ts';
import { licensePath } from '../catalogue/license/license-path.ts';
import { productPath } from '../catalogue/paths.ts';

/** The page names the first files; the API's own description has all. */
const MOST_FILES = 20;

/** A data set in Croissant, as the page of its product says it; null of what is none. Several editions are described by the first. */
export function datasetData(
  product: Product,
  [release]: readonly OfferedRelease[],
  shop: { origin: string; name: string },
): object | null {
  if (product.product_type !== 'data' || !release) return null;
  const url = shop.origin + productPath(product.product_id);
  return croissant({
    name: product.product_name,
    description: product.description,
    license: product.license ?? '',
    url,
    licenseAddress: (id) => shop.origin + licensePath(id),
    creator: {
      name: product.provider || product.seller?.name || shop.name,
      ...(product.seller && { url: `${shop.origin}/sellers/${product.seller.address}` }),
    },
    version: release.version,
    published_at: release.published_at,
    files: release.files.slice(0, MOST_FILES).map((file) => ({
      ...file,
      address: file.is_free ? shop.origin + freeFilePath(product.product_id, file.path) : url,
    })),
  });
}
