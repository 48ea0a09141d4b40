// Views of lists that the staff have saved.
import { type Selectable, sql } from 'kysely';
import type { StaffViewTable } from '../../schema/operations.ts';
import type { Db } from './list-source.sql.ts';

export type StoredView = Selectable<StaffViewTable> & { owner: string | null };

const columns = ['view_id', 'list', 'name', 'query', 'shared', 'account_id', 'created_at', 'updated_at'] as const;

/** Whose it is, by name, as long as they are on the staff. */
const owner = sql<string | null>`(select account.username from api."user" as account
  where account.account_id = view.account_id and account.staff_role is not null limit 1)`;

/** The account's own views of a list, and those that are shared, by name. */
export function listViews(db: Db, list: string, accountId: string): Promise<StoredView[]> {
  return db
    .selectFrom('api.staff_view as view')
    .select(columns)
    .select(owner.as('owner'))
    .where('list', '=', list)
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('shared', '=', true)]))
    .orderBy(sql`lower(name)`)
    .orderBy('view_id')
    .execute();
}

/** Nobody else saves views of this account until the transaction ends. Answers how many of the list it has. */
export async function lockViewsOf(transaction: Db, list: string, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${accountId}`}, 0))`.execute(transaction);
  const { count } = await transaction
    .selectFrom('api.staff_view')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function lockView(transaction: Db, viewId: string): Promise<StoredView | undefined> {
  return transaction
    .selectFrom('api.staff_view as view')
    .select(columns)
    .select(owner.as('owner'))
    .where('view_id', '=', viewId)
    .forUpdate()
    .executeTakeFirst();
}

type Content = { name: string; query: string; shared: boolean };

export async function insertView(
  transaction: Db,
  view: Content & { view_id: string; list: string; account_id: string },
): Promise<void> {
  await transaction.insertInto('api.staff_view').values(view).execute();
}

export async function updateView(transaction: Db, viewId: string, content: Content, at: Date): Promise<void> {
  await transaction
    .updateTable('api.staff_view')
    .set({ ...content, updated_at: at })
    .where('view_id', '=', viewId)
    .execute();
}

export async function deleteView(transaction: Db, viewId: string): Promise<void> {
  await transaction.deleteFrom('api.staff_view').where('view_id', '=', viewId).execute();
}

/** Deletes the views of a deleted account: those that it has shared stay, as nobody's. */
export async function deleteViewsOfAccount(transaction: Db, accountId: string): Promise<void> {
  await transaction
    .deleteFrom('api.staff_view')
    .where('account_id', '=', accountId)
    .where('shared', '=', false)
    .execute();
  await transaction
    .updateTable('api.staff_view')
    .set({ account_id: null })
    .where('account_id', '=', accountId)
    .execute();
}
