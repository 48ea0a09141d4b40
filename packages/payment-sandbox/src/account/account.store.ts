import type { Insertable, Updateable } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform';
import type { Account, AccountTable, Db } from '../schema.ts';

export async function addAccount(db: Db, account: Insertable<AccountTable>): Promise<Account> {
  return db.insertInto('payments.account').values(account).returningAll().executeTakeFirstOrThrow();
}

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const account = await db.selectFrom('payments.account').selectAll().where('id', '=', id).executeTakeFirst();
  return account ?? null;
}

/** Nobody else changes it until the transaction ends. */
export async function lockAccount(transaction: Db, id: string): Promise<Account | null> {
  const account = await transaction
    .selectFrom('payments.account')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return account ?? null;
}

/** It stays as it is until the transaction ends, for as many as rely on that at once. */
export async function relyOnAccount(transaction: Db, id: string): Promise<Account | null> {
  const account = await transaction
    .selectFrom('payments.account')
    .selectAll()
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return account ?? null;
}

export async function updateAccount(transaction: Db, id: string, changes: Updateable<AccountTable>): Promise<Account> {
  return transaction
    .updateTable('payments.account')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export async function listAccounts(
  db: Db,
  { closed, recipient }: { closed: boolean; recipient?: boolean },
  page: NumberedPage,
): Promise<Account[]> {
  const accounts = db
    .selectFrom('payments.account')
    .selectAll()
    .where('closed_at', closed ? 'is not' : 'is', null)
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? true));
  return newestFirst(accounts, page).execute();
}
