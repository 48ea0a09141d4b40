// The alerts of all accounts, as the job that tells of changes and the links in its mails find them.
import { type Insertable, type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type AlertLink = Insertable<ApiTables['api.alert_link']>;

const asked = sql<boolean>`alerts <> '{}'`;

/** For alerts that have just been written: the product may be changing, by somebody who does not see them yet. */
export async function recordAsked(transaction: Db, productId: string): Promise<void> {
  await transaction.insertInto('api.watched_change').values({ product_id: productId, asked: true }).execute();
}

/** Nothing that was under way is so any more. What is above the newest transaction comes from a backup of another server. */
const isOver = sql<boolean>`looked_at_until <= pg_snapshot_xmin(pg_current_snapshot())
  or looked_at_until > pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * Products that have changed since they were last forgotten, oldest change first. Of one that was noted because somebody asked, `isLast`
 * says that no change of it can be unseen any more.
 */
export async function listWatchedChanges(db: Db, after: number, limit: number) {
  return db
    .selectFrom('api.watched_change')
    .select(['id', 'product_id'])
    .select(sql<boolean>`not asked or coalesce(${isOver}, false)`.as('isLast'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function forgetWatchedChanges(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('api.watched_change').where('id', 'in', ids).execute();
}

/** They are looked at until everything has ended that is under way when they are first seen. */
export async function saveWatchedChanges(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('api.watched_change')
    .set({ looked_at_until: sql<string>`pg_snapshot_xmax(pg_current_snapshot())` })
    .where('id', 'in', ids)
    .where('looked_at_until', 'is', null)
    .execute();
}

export async function findWatched(db: Db, productId: string) {
  return db
    .selectFrom('api.listed_product')
    .select(['product_name', 'effective_micros', 'price_unit', 'in_stock', 'specs'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
}

/** Customers who want alerts about the product, page by page in the order of accounts, locked until the transaction ends. */
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

/** For the link in a mail that is written in this transaction. It is there for as long as the account. */
export async function saveAlertLink(transaction: Db, link: AlertLink): Promise<void> {
  await transaction
    .insertInto('api.alert_link')
    .values(link)
    .onConflict((conflict) => conflict.column('end_token').doUpdateSet({ user_id: link.user_id }))
    .execute();
}

/**
 * Subject of the link in an alert's email: the alerts are those that there are now, null where the product is not saved any more, and its
 * name is null where it has left the catalogue.
 */
export async function findAlertLink(db: Db, endToken: string) {
  return db
    .selectFrom('api.alert_link as link')
    .leftJoin('api.saved_product as saved', (join) =>
      join.onRef('saved.account_id', '=', 'link.account_id').onRef('saved.product_id', '=', 'link.product_id'),
    )
    .leftJoin('api.product as product', 'product.product_id', 'link.product_id')
    .select(['link.account_id', 'link.product_id', 'saved.alerts', 'product.product_name'])
    .select((eb) =>
      eb
        .selectFrom('api.saved_product as other')
        .select(sql<number>`count(*)`.as('others'))
        .whereRef('other.account_id', '=', 'link.account_id')
        .whereRef('other.product_id', '<>', 'link.product_id')
        .where(sql<boolean>`other.alerts <> '{}'`)
        .as('others'),
    )
    .where('link.end_token', '=', endToken)
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
