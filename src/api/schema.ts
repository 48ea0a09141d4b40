// Every table of the shop, as the stores see them. The tables themselves are made by migrations/.
import type { ColumnType, Generated } from 'kysely';
import type { Product, ProductType } from '#contract/product.ts';
import type { Review } from '#contract/review.ts';
import type { User } from '#contract/user.ts';

type Json<T> = ColumnType<T, string, string>;
type Instant = ColumnType<Date, string | Date | undefined, string | Date>;
type MadeByDatabase<T> = ColumnType<T, never, never>;

export type ProductTable = {
  product_id: string;
  position: MadeByDatabase<number>;
  product_name: string;
  name_folded: string;
  product_type: ProductType;
  description: string;
  excerpt: string;
  product_img: string;
  price_micros: number;
  on_sale: boolean;
  sale_price_micros: number | null;
  effective_micros: MadeByDatabase<number>;
  stock: number | null;
  in_stock: MadeByDatabase<boolean>;
  price_unit: string;
  provider: string;
  options: Json<Product['options']>;
  specs: Json<Product['specs']>;
  created_at: Instant;
  updated_at: Instant;
};

export type UserTable = {
  user_id: string;
  username: string;
  profile_pic: Generated<string>;
  user_type: Generated<User['user_type']>;
  phone: Generated<string>;
  addresses: ColumnType<string[], string | undefined, string>;
  created_at: Instant;
};

export type ReviewTable = {
  review_id: string;
  product_id: string;
  user_email: string;
  rate: number;
  review_text: string;
  created_at: Instant;
  updated_at: Instant;
  helpful_count: number;
  verified_purchase: boolean;
  responses: Json<Review['responses']>;
  show: boolean;
};

export type CatalogueChangeTable = { id: Generated<number>; changed_at: Instant };

export type ApiTables = {
  'api.product': ProductTable;
  'api.user': UserTable;
  'api.review': ReviewTable;
  'api.catalogue_change': CatalogueChangeTable;
};
