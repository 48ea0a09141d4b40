// Fields of a product with what people call them: in forms, differences, histories and faults.
import type { Product } from './product.ts';

export const productFieldLabels = {
  product_id: 'Product id',
  product_name: 'Name',
  product_type: 'Category',
  description: 'Description',
  product_img: 'Picture',
  pictures: 'Pictures',
  price: 'Price',
  on_sale: 'On sale',
  sale_price: 'Sale price',
  stock: 'Stock',
  price_unit: 'What the price is for',
  provider: 'Provider',
  options: 'Options',
  specs: 'Specifications',
  attributes: 'Attributes',
  variants: 'Variants',
  license: 'License',
  goods: 'What buyers get',
} as const satisfies Record<Exclude<keyof Product, 'seller'>, string>;

export type ProductField = keyof typeof productFieldLabels;
