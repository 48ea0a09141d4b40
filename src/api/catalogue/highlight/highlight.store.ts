// Candidates of the home page's highlights: each a walk of an index that ends after so many products, however many there are.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import type { Candidate } from './highlight.rules.ts';

type Db = Kysely<ApiTables>;

/** In stock among the last `looked` that came, the newest first. */
export async function listNewest(db: Db, looked: number, most: number): Promise<Candidate[]> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('api.listed_product')
        .select(['position', 'product_id', 'provider', 'in_stock'])
        .orderBy('position', 'desc')
        .limit(looked)
        .as('newest'),
    )
    .select(['position', 'product_id', 'provider'])
    .where('in_stock', '=', true)
    .orderBy('position', 'desc')
    .limit(most)
    .execute();
}

/** On sale and in stock, the greatest discount first. */
export async function listDiscounted(db: Db, most: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`select position, product_id, provider from api.product
    where listed and on_sale and in_stock and effective_micros < price_micros
    order by effective_micros::float8 / price_micros, position limit ${most}`.execute(db);
  return rows;
}

/** In stock, the most buyers of the last 30 days first: machines, or everything else. */
export async function listMostBought(db: Db, of: 'machines' | 'others', most: number): Promise<Candidate[]> {
  return db
    .selectFrom('api.most_bought')
    .innerJoin('api.listed_product', 'api.listed_product.product_id', 'api.most_bought.product_id')
    .select(['position', 'api.listed_product.product_id', 'provider'])
    .where('api.most_bought.product_type', of === 'machines' ? '=' : '<>', 'computing')
    .where('in_stock', '=', true)
    .orderBy('buyers', 'desc')
    .orderBy('api.most_bought.product_id')
    .limit(most)
    .execute();
}
