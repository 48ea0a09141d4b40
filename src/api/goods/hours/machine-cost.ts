// Reads what a machine has cost, and how long a sum lasts.
import type { Db } from '../../schema/db.ts';
import type { EntitlementStatus } from '../entitlement/entitlement.rules.ts';
import type { StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { listPaidTime } from './extension/extension.store.ts';
import { drawMinutes } from './hours.rules.ts';
import { listUses, type StoredBalance } from './hours-balance.store.ts';
import {
  centsOf,
  minutesBetween,
  minutesFor,
  minutesOfUses,
  type PaidMinutes,
  priceOfHour,
  pricesDiffer,
  purchasesOf,
} from './machine-cost.rules.ts';
import type { StoredSession } from './machine-session.store.ts';

type Member = { entitlement: StoredEntitlement; standing: EntitlementStatus; balance: StoredBalance };

export type MachineCost = {
  /** Cents, of the minutes that were not returned; null: nothing costs anything. */
  cents: number | null;
  /** Price of the hours that are used next, in dollars. */
  priceOfHour: number | null;
  /** The hours that are used next do not all have that price. */
  pricesDiffer: boolean;
  /** Minutes from now on that a sum in cents lasts, with what it was used for already; null: nothing costs anything. */
  minutesFor: (sumCents: number) => number | null;
};

type Machine = Pick<StoredSession, 'session_id' | 'entitlement_id' | 'state' | 'started_at' | 'counted'>;

/** Behind every expiry. */
const endOfTime = new Date(8.64e15);

/** `session`: the machine that is on, or was last; null: none yet. `at`: now. */
export async function readMachineCost(
  db: Db,
  pool: { own: Member; members: readonly Member[] },
  session: Machine | null,
  at: Date,
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
          balance,
          extensions.filter((more) => more.entitlement_id === id),
        ),
      ];
    }),
  );
  const ownId = session?.entitlement_id ?? pool.own.entitlement.entitlement_id;
  const used = [...Map.groupBy(uses, ({ entitlement_id: id }) => id)].flatMap(([id, own]) =>
    minutesOfUses(purchases.get(id) ?? [], own),
  );
  const usable = pool.members.filter(
    ({ entitlement, standing }) => standing === 'active' || entitlement.entitlement_id === ownId,
  );
  // As the meter takes them: what expires before it is its turn is not used.
  const { draws } = drawMinutes(
    session?.state === 'running' && session.started_at
      ? { startedAt: session.started_at, counted: session.counted, entitlementId: ownId }
      : { startedAt: at, counted: 0, entitlementId: ownId },
    endOfTime,
    usable.map(({ entitlement, balance }) => ({
      entitlementId: balance.entitlement_id,
      minutes: balance.minutes,
      grantedAt: entitlement.granted_at,
      expiresAt: balance.expires_at,
    })),
  );
  const usedOf = new Map(pool.members.map(({ balance }) => [balance.entitlement_id, balance.used]));
  const next = draws.flatMap(({ entitlementId: id, minutes }) => {
    const used = usedOf.get(id) ?? 0;
    return minutesBetween(purchases.get(id) ?? [], used, used + minutes);
  });
  const usual = purchases.get(ownId) ?? [];
  const all = [...next, ...used, ...usual];
  return {
    cents: all.some(({ cents }) => cents > 0) ? centsOf(used) : null,
    priceOfHour: priceOfHour(all),
    pricesDiffer: pricesDiffer(next),
    minutesFor: (sumCents) => minutesFor(sumCents, { used, next, usual: [...used, ...usual] }),
  };
}
