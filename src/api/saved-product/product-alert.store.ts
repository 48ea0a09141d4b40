// The alerts of all accounts, as the job that tells of changes and the links in its mails find them.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;

const asked = sql<boolean>`alerts <> '{}'`;

/** Products that have changed since they were last forgotten, oldest change first. */
export async function listWatchedChanges(db: Db, after: number, limit: number) {
  return db
    .selectFrom('api.watched_change')
    .select(['id', 'product_id'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function forgetWatchedChanges(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('api.watched_change').where('id', 'in', ids).execute();
}

export async function findWatched(db: Db, productId: string) {
  return db
    .selectFrom('api.product')
    .select(['product_name', 'effective_micros', 'price_unit', 'in_stock', 'specs'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
}

/** Who wants to be told about the product, page by page in the order of accounts, locked until the transaction ends. */
export async function lockWatchers(transaction: Db, productId: string, afterAccount: string, limit: number) {
  return transaction
    .selectFrom('api.saved_product')
    .select(['account_id', 'user_id', 'alerts', 'end_token'])
    .where('product_id', '=', productId)
    .where(asked)
    .where('account_id', '>', afterAccount)
    .orderBy('account_id')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** What the link in an alert's mail is about; undefined where it is of nothing that is saved any more. */
export async function findAlertLink(db: Db, endToken: string) {
  return db
    .selectFrom('api.saved_product as saved')
    .innerJoin('api.product as product', 'product.product_id', 'saved.product_id')
    .select(['saved.account_id', 'saved.product_id', 'saved.alerts', 'product.product_name'])
    .select((eb) =>
      eb
        .selectFrom('api.saved_product as other')
        .select(sql<number>`count(*)`.as('others'))
        .whereRef('other.account_id', '=', 'saved.account_id')
        .whereRef('other.product_id', '<>', 'saved.product_id')
        .where(sql<boolean>`other.alerts <> '{}'`)
        .as('others'),
    )
    .where('saved.end_token', '=', endToken)
    .executeTakeFirst();
}

/** Ends the alerts about one product of an account, or about all. Answers about how many there were some. */
export async function endAlerts(db: Db, accountId: string, productId: string | null): Promise<number> {
  const ended = await db
    .updateTable('api.saved_product')
    .set({ alerts: '{}' })
    .where('account_id', '=', accountId)
    .where(asked)
    .$if(productId !== null, (query) => query.where('product_id', '=', productId as string))
    .returning('product_id')
    .execute();
  return ended.length;
}

/** For accounts that have ended: nobody of theirs reads a mail about it. */
export async function endAlertsOfAccounts(db: Db, accountIds: readonly string[]): Promise<void> {
  await db
    .updateTable('api.saved_product')
    .set({ alerts: '{}' })
    .where('account_id', '=', sql<string>`any(${accountIds})`)
    .where(asked)
    .execute();
}
