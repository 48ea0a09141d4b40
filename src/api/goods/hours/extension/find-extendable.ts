import type { Db } from '../../../schema/db.ts';
import { statusOf } from '../../entitlement/entitlement.rules.ts';
import { listOwned } from '../../entitlement/entitlement.store.ts';
import { listBalances, lockBalances } from '../hours-balance.store.ts';
import type { ExtendableMachine } from './extendable.rules.ts';

/**
 * Those of these machines that are the account's, by their entitlements. `lock` keeps their hours as they are until the transaction ends; those
 * of nobody else are locked.
 */
export async function findExtendable(
  db: Db,
  accountId: string | null,
  entitlementIds: readonly string[],
  { lock, now }: { lock: boolean; now: Date },
): Promise<Map<string, ExtendableMachine>> {
  if (accountId === null || entitlementIds.length === 0) return new Map();
  const own = (await listOwned(db, accountId, entitlementIds)).filter(({ goods }) => goods.hours);
  const ids = own.map(({ entitlement_id: id }) => id);
  if (ids.length === 0) return new Map();
  if (lock) await lockBalances(db, ids);
  const balances = new Map((await listBalances(db, ids)).map((balance) => [balance.entitlement_id, balance]));
  const found = lock ? await listOwned(db, accountId, ids) : own;
  return new Map(
    found.flatMap((entitlement): Array<[string, ExtendableMachine]> => {
      const balance = balances.get(entitlement.entitlement_id);
      const { hours } = entitlement.goods;
      if (!balance || !hours) return [];
      const { entitlement_id, product_id, selected_options, edition, seller_id } = entitlement;
      const isExpired = balance.expires_at !== null && balance.expires_at <= now;
      const isTheirs = statusOf(entitlement, now) === 'active' && balance.machine_returned_at === null && !isExpired;
      const minutes = Number(balance.used) + Number(balance.minutes);
      return [
        [
          entitlement_id,
          { entitlement_id, product_id, selected_options, edition, seller_id, by: hours.by, minutes, isTheirs },
        ],
      ];
    }),
  );
}
