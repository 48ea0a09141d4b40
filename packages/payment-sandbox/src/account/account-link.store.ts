import type { Insertable, Updateable } from 'kysely';
import type { AccountLink, AccountLinkTable, Db } from '../schema.ts';

export async function addLink(db: Db, link: Insertable<AccountLinkTable>): Promise<AccountLink> {
  return db.insertInto('payments.account_link').values(link).returningAll().executeTakeFirstOrThrow();
}

export async function findLink(db: Db, token: string): Promise<AccountLink | null> {
  const link = await db.selectFrom('payments.account_link').selectAll().where('token', '=', token).executeTakeFirst();
  return link ?? null;
}

/** Nobody else answers it until the transaction ends. */
export async function lockLink(transaction: Db, token: string): Promise<AccountLink | null> {
  const link = await transaction
    .selectFrom('payments.account_link')
    .selectAll()
    .where('token', '=', token)
    .forUpdate()
    .executeTakeFirst();
  return link ?? null;
}

export async function updateLink(db: Db, token: string, changes: Updateable<AccountLinkTable>): Promise<void> {
  await db.updateTable('payments.account_link').set(changes).where('token', '=', token).execute();
}
