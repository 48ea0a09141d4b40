// Reads what a machine has cost, and how long a sum lasts.
import type { Db } from '../../schema/db.ts';
import type { EntitlementStatus } from '../entitlement/entitlement.rules.ts';
import type { StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { listPaidTime } from './extension/extension.store.ts';
import { inOrderOfUse } from './hours.rules.ts';
import { listUses, type StoredBalance } from './hours-balance.store.ts';
import {
  centsOf,
  minutesBetween,
  minutesFor,
  minutesOfUse,
  type PaidMinutes,
  priceOfHour,
  purchasesOf,
} from './machine-cost.rules.ts';

type Member = { entitlement: StoredEntitlement; standing: EntitlementStatus; balance: StoredBalance };

export type MachineCost = {
  /** Cents, of the minutes that were not returned; null: nothing costs anything. */
  cents: number | null;
  /** Price of the hours that are used next, in dollars. */
  priceOfHour: number | null;
  /** Minutes from now on that a sum in cents lasts, with what it was used for already; null: nothing costs anything. */
  minutesFor: (sumCents: number) => number | null;
};

/** `session`: the machine that is on, or was last; null: none yet. */
export async function readMachineCost(
  db: Db,
  pool: { own: Member; members: readonly Member[] },
  session: { session_id: string; entitlement_id: string } | null,
): Promise<MachineCost> {
  const ids = pool.members.map(({ entitlement }) => entitlement.entitlement_id);
  const extensions = await listPaidTime(db, ids);
  const uses = session ? await listUses(db, ids, session.session_id) : [];
  const purchases = new Map<string, PaidMinutes[]>(
    pool.members.map(({ entitlement, balance }) => {
      const { entitlement_id: id } = entitlement;
      return [
        id,
        purchasesOf(
          entitlement,
          balance.bought,
          extensions.filter((more) => more.entitlement_id === id),
        ),
      ];
    }),
  );
  const ownId = session?.entitlement_id ?? pool.own.entitlement.entitlement_id;
  const used = uses.flatMap(({ entitlement_id: id, ...use }) => minutesOfUse(purchases.get(id) ?? [], use));
  const usable = pool.members.filter(
    ({ entitlement, standing }) => standing === 'active' || entitlement.entitlement_id === ownId,
  );
  const inOrder = inOrderOfUse(
    usable.map(({ entitlement, balance }) => ({
      entitlementId: balance.entitlement_id,
      grantedAt: entitlement.granted_at,
      expiresAt: balance.expires_at,
      balance,
    })),
    ownId,
  );
  const next = inOrder.flatMap(({ entitlementId: id, balance }) =>
    minutesBetween(purchases.get(id) ?? [], balance.used, balance.used + balance.minutes),
  );
  const usual = purchases.get(ownId) ?? [];
  const all = [...next, ...used, ...usual];
  return {
    cents: all.some(({ cents }) => cents > 0) ? centsOf(used) : null,
    priceOfHour: priceOfHour(all),
    minutesFor: (sumCents) => minutesFor(sumCents, { used, next, usual: [...used, ...usual] }),
  };
}
