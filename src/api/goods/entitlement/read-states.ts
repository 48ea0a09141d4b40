import type { LibraryState } from '#contract/goods/library/library.ts';
import type { Db } from '../../schema/db.ts';
import { listOwned } from './entitlement.store.ts';

/** How each kind of goods tells how it stands; null: the account has no such thing. */
export type StateReaders = {
  [Kind in 'keys' | 'access' | 'hours']: (accountId: string, entitlementId: string) => Promise<LibraryState[Kind]>;
};

/** How those of these things stand that the account has, in their order: the same as each kind tells of one alone. */
export async function readStates(
  { db, states }: { db: Db; states: StateReaders },
  accountId: string,
  entitlementIds: readonly string[],
): Promise<LibraryState[]> {
  const owned = new Map((await listOwned(db, accountId, entitlementIds)).map((one) => [one.entitlement_id, one]));
  const found: LibraryState[] = [];
  for (const id of new Set(entitlementIds)) {
    const { goods } = owned.get(id) ?? {};
    if (!goods) continue;
    // One after another: a page of a library is one piece of work for the database, not sixty.
    found.push({
      entitlement_id: id,
      keys: goods.keys ? await states.keys(accountId, id) : null,
      access: goods.access ? await states.access(accountId, id) : null,
      hours: goods.hours ? await states.hours(accountId, id) : null,
    });
  }
  return found;
}
