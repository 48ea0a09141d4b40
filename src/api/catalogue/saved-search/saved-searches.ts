import type { Kysely } from 'kysely';
import { type SavedSearch, savedSearchMaximum } from '#contract/catalogue/saved-search.ts';
import type { SearchAddress } from '#contract/catalogue/saved-search-address.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { nameSearch } from './name-search.ts';
import {
  findByAddress,
  insertSearch,
  listSearches,
  lockSearcher,
  noteAsked,
  renameSearch,
  type Saver,
  setAlerts,
} from './saved-search.store.ts';

type Db = Kysely<ApiTables>;

/** Searches of the account, or one of them, newest first. */
export async function readSearches(db: Db, accountId: string, searchId?: string): Promise<SavedSearch[]> {
  const rows = await listSearches(db, accountId, searchId);
  return rows.map(({ search_id, name, address, saved_at, alerts, looked_at, too_many, fitting }) => ({
    search_id,
    name,
    address,
    saved_at: saved_at.toISOString(),
    alerts,
    fits: looked_at === null || too_many ? null : fitting,
    too_many,
  }));
}

type NewSearch = {
  name?: string | undefined;
  alerts: boolean;
  saved_at?: string | undefined;
  /** The operator's, for the name of a search whose owner gives it none. */
  shopName: string;
};

/** Saves a search; one that is saved already stays as it is. Answers its id, or null where there is no room. */
export async function saveSearch(
  db: Db,
  saver: Saver,
  search: SearchAddress,
  { name = '', alerts, saved_at, shopName }: NewSearch,
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    const count = await lockSearcher(transaction, saver.userId);
    const known = await findByAddress(transaction, saver.userId, search.address);
    if (known !== null) return known;
    if (count >= savedSearchMaximum) return null;
    if (alerts) await noteAsked(transaction, saver);
    const { address } = search;
    const named = name || (await nameSearch(transaction, search, shopName));
    return insertSearch(transaction, saver, { name: named, address, alerts, saved_at });
  });
}

/** Changes the name of a search, or whether there are alerts of it. */
export async function changeSearch(
  db: Db,
  saver: Saver,
  searchId: string,
  { name, alerts }: { name?: string | undefined; alerts?: boolean | undefined },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSearcher(transaction, saver.userId);
    if (alerts !== undefined) {
      await noteAsked(transaction, saver);
      await setAlerts(transaction, saver, searchId, alerts);
    }
    if (name !== undefined) await renameSearch(transaction, saver, searchId, name);
  });
}
