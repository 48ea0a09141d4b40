// Hours, as far as a payment and a refund go: minutes are there at once, and what is left of them goes with the money.
import type { Db } from '../../schema/db.ts';
import type { EntitlementStatus } from '../entitlement/entitlement.rules.ts';
import type { StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { loseExtensions, returnExtensions } from './extension/lost-extensions.ts';
import { addEntry, findNewestEntry, insertBalance, lockBalances } from './hours-balance.store.ts';
import { callMachine } from './machine-calls.ts';
import { listLiveSessions, updateSession } from './machine-session.store.ts';
import { leftOf, meterPool, type Pool, readPool, withBudgetOfNow } from './pool.ts';

type Settled = StoredEntitlement & { standing: EntitlementStatus };

const DAY_MS = 24 * 60 * 60_000;

/** The order must be locked. */
export async function settleHours(
  transaction: Db,
  entitlements: readonly Settled[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const done = new Set<string>();
  // All of them in one order: two who settle for one customer do not wait for each other.
  await lockBalances(
    transaction,
    entitlements.map(({ entitlement_id: id }) => id),
  );
  for (const entitlement of entitlements) {
    if (entitlement.standing === 'active') {
      await grantHours(transaction, entitlement, at);
      done.add(entitlement.entitlement_id);
    } else {
      await takeHours(transaction, entitlement, at);
    }
  }
  return done;
}

async function grantHours(transaction: Db, entitlement: Settled, at: Date): Promise<void> {
  const { entitlement_id: entitlementId, goods, quantity, granted_at: grantedAt } = entitlement;
  const { hours } = goods;
  if (!hours) return;
  const expiresAt = hours.valid_days ? new Date(grantedAt.getTime() + hours.valid_days * DAY_MS) : null;
  if (await insertBalance(transaction, { entitlement_id: entitlementId, minutes: 0, expires_at: expiresAt })) {
    await addEntry(transaction, {
      entitlementId,
      kind: 'bought',
      minutes: hours.minutes_each * quantity,
      at,
      by: 'order',
    });
    const pool = await readPool(transaction, entitlementId, at);
    if (pool) await extendMachines(transaction, pool, at, { tellsShop: true });
    return;
  }
  // Entries of extensions are theirs alone.
  const last = await findNewestEntry(transaction, entitlementId, 'order');
  if (last?.kind === 'taken')
    await addEntry(transaction, {
      entitlementId,
      kind: 'returned',
      minutes: -last.minutes,
      at,
      reason: 'The refund has failed.',
      by: 'order',
    });
  await returnExtensions(transaction, entitlementId, at);
}

/** Machines that are on have more to go on with. `tellsShop`: also the people who run them. */
export async function extendMachines(
  transaction: Db,
  pool: Pool,
  at: Date,
  { tellsShop = false }: { tellsShop?: boolean } = {},
): Promise<void> {
  const ids = pool.members.map(({ entitlement }) => entitlement.entitlement_id);
  for (const live of await listLiveSessions(transaction, ids)) {
    const session = await withBudgetOfNow(transaction, pool, live);
    const notifies = tellsShop && session.by === 'hand' && session.state === 'running';
    await updateSession(transaction, session.session_id, {
      warned_at: null,
      ...(notifies && { shop_to_tell: 'extend' }),
    });
    const own = pool.members.find(({ entitlement }) => entitlement.entitlement_id === session.entitlement_id);
    if (session.by === 'endpoint' && own)
      await callMachine(transaction, 'hours.extend', {
        entitlement: own.entitlement,
        sessionId: session.session_id,
        minutesLeft: leftOf(pool, at),
        at,
      });
  }
}

/** Machines are stopped whenever it is not active; what is left is taken where the money goes back. */
export async function takeHours(
  transaction: Db,
  { entitlement_id: entitlementId, standing }: Pick<Settled, 'entitlement_id' | 'standing'>,
  at: Date,
): Promise<void> {
  const pool = await readPool(transaction, entitlementId, at);
  if (!pool) return;
  await meterPool(transaction, pool, at);
  if (standing !== 'refunded' && standing !== 'withdrawn') return;
  const minutes = await loseExtensions(transaction, entitlementId, { left: pool.own.balance.minutes, at });
  if (minutes > 0)
    await addEntry(transaction, { entitlementId, kind: 'taken', minutes, at, reason: 'Refunded.', by: 'order' });
}
