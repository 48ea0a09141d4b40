// Fields of a product: what people call them in forms, differences, histories and faults, and what each is while it is empty.
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
  delivery_within_hours: 'Promised delivery, in hours',
} as const satisfies Record<Exclude<keyof Product, 'seller'>, string>;

export type ProductField = keyof typeof productFieldLabels;

/** Fields that somebody writes: the id is the shop's, a provider is the seller, and the image is the first picture. */
type WrittenField = Exclude<ProductField, 'product_id' | 'provider' | 'product_img'>;

/** Values of fields in which nothing is written. */
export const emptyFields = {
  product_name: '',
  product_type: undefined,
  description: '',
  price: null,
  on_sale: false,
  sale_price: null,
  stock: null,
  price_unit: '',
  options: [],
  specs: [],
  attributes: {},
  variants: [],
  license: '',
  goods: {},
  delivery_within_hours: null,
  pictures: [],
} as const satisfies Record<WrittenField, unknown>;
