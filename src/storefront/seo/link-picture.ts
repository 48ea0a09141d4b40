import { isOwnPicture } from '#contract/catalogue/picture.ts';
import type { Product } from '#contract/catalogue/product/product.ts';

/** Picture of links to a product: its own where that lies in the shop, and otherwise one that is drawn for links. */
export function linkPicture({ product_id, product_img }: Pick<Product, 'product_id' | 'product_img'>): string {
  return isOwnPicture(product_img) ? product_img : `/og/product/${encodeURIComponent(product_id)}.jpg`;
}
