import type { Product } from '#contract/catalogue/product/product.ts';

/** The alerts that are asked for, each with what it has seen last. */
export type Alerts = {
  cheaper?: { micros: number; unit: string };
  back_in_stock?: { in_stock: boolean };
  new_version?: { version: string };
};

/** Fields of a product that are searched. */
export type Searched = Required<
  Pick<
    Product,
    'product_name' | 'product_type' | 'provider' | 'description' | 'options' | 'specs' | 'attributes' | 'license'
  >
>;
