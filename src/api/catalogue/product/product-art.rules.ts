import { artPath, type Product } from '#contract/catalogue/product/product.ts';

/** Adds a picture where a product has none: art that is made of its id. */
export function withArt<P extends Pick<Product, 'product_id' | 'product_type' | 'product_img'>>(product: P): P {
  return { ...product, product_img: product.product_img || artPath(product) };
}
