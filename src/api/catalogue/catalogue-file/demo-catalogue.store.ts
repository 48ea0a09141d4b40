import { type Insertable, type Kysely, sql } from 'kysely';
import type { ReviewTable } from '../../schema/catalogue.ts';
import type { UserTable } from '../../schema/people.ts';
import type { ApiTables } from '../../schema/schema.ts';

const LOCK = 7_236_002;

type Db = Kysely<ApiTables>;

/** One at a time, of several processes that start at once, until the transaction ends. */
export async function lockEmptyCatalogue(transaction: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
}

export async function hasProducts(db: Db): Promise<boolean> {
  return (await db.selectFrom('api.product').select('product_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Users that are known already stay as they are. */
export async function insertReviewers(db: Db, users: Array<Insertable<UserTable>>): Promise<void> {
  await db
    .insertInto('api.user')
    .values(users)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertReviews(db: Db, reviews: Array<Insertable<ReviewTable>>): Promise<void> {
  await db.insertInto('api.review').values(reviews).execute();
}
