import type {
  HoursEntry,
  LibraryHours,
  LibraryMachine,
  MachineSession,
  SellerHours,
} from '#contract/goods/access/hours.schema.ts';
import type { HoursState } from '#contract/goods/access/hours.ts';
import { type GoodsOfOne, kindsOf } from '#contract/goods/goods.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../../schema/db.ts';
import { findEntitlement } from '../entitlement/entitlement.store.ts';
import { machineOf } from '../entitlement/library.rules.ts';
import { buyerOf } from '../provision/provision-request.rules.ts';
import { fieldsBoundTo } from '../provision/provision-secret.rules.ts';
import { countedUntil } from './hours.rules.ts';
import type { StoredEntry } from './hours-balance.store.ts';
import { readMachineCost } from './machine-cost.ts';
import { firstLimit } from './machine-limit.rules.ts';
import { openReport } from './machine-report.ts';
import { listNewestSessions, type StoredSession } from './machine-session.store.ts';
import { listTemplates } from './machine-template.store.ts';
import { isLookedAfterBy, leftOf, type Pool, type PoolMember, readPool } from './pool.ts';

type Reads = { db: Db; secrets: Secrets; now: () => Date };

/** Reads the hours of this account; null where it has no such thing. */
export async function readLibraryHours(
  reads: Reads,
  accountId: string,
  entitlementId: string,
): Promise<LibraryHours | null> {
  const { db, now } = reads;
  // Before the balance: whose it is not learns nothing.
  if (!(await findEntitlement(db, accountId, entitlementId))) return null;
  const pool = await readPool(db, entitlementId, now());
  if (!pool) return null;
  const { entitlement } = pool.own;
  const [session] = await listNewestSessions(db, [entitlementId]);
  const state = stateOf(pool.own, now());
  const leftInAll = leftOf(pool, now());
  const cost = await readMachineCost(db, pool, session ?? null, now());
  const isOn = session?.state === 'starting' || session?.state === 'running';
  const mayStart = pool.own.standing === 'active' && leftInAll > 0 && !isOn;
  return {
    entitlement_id: entitlementId,
    product_id: entitlement.product_id,
    product_name: entitlement.product_name,
    by: entitlement.goods.hours?.by ?? 'hand',
    state,
    ...balanceOf(pool.own),
    minutes_left_in_all: leftInAll,
    may_extend:
      state === 'active' && pool.own.balance.machine_returned_at === null && isOfHoursAlone(entitlement.goods),
    may_start: mayStart,
    templates: (mayStart ? await listTemplates(db, entitlement) : []).map(({ name }) => ({ name })),
    price_of_hour: cost.priceOfHour,
    prices_differ: cost.pricesDiffer,
    session: session ? toLibraryMachine(session, reads.secrets, cost.cents) : null,
  };
}

/** More of a thing beside its hours, such as a key, is had by renting anew. */
function isOfHoursAlone(goods: GoodsOfOne): boolean {
  return kindsOf(goods).length === 1;
}

/** The same for whoever looks after it (null: the operator), and knows no buyer by it; null where it is not theirs. */
export async function readSoldHours(
  reads: Reads,
  sellerId: string | null,
  entitlementId: string,
): Promise<SellerHours | null> {
  const { db, now } = reads;
  const pool = await readPool(db, entitlementId, now());
  if (!pool || !(await isLookedAfterBy(db, pool, sellerId))) return null;
  const { entitlement } = pool.own;
  const [session] = await listNewestSessions(db, [entitlementId]);
  return {
    entitlement_id: entitlementId,
    order_id: entitlement.order_id,
    line: entitlement.line,
    product_id: entitlement.product_id,
    product_name: entitlement.product_name,
    selected_options: entitlement.selected_options,
    quantity: entitlement.quantity,
    ...machineOf(entitlement),
    buyer: buyerOf(entitlement),
    by: entitlement.goods.hours?.by ?? 'hand',
    state: stateOf(pool.own, now()),
    ...balanceOf(pool.own),
    granted_at: entitlement.granted_at.toISOString(),
    session: session ? toSession(session, reads.secrets) : null,
    request: requestOf(session),
  };
}

export function toEntry(stored: StoredEntry & { since?: Date }): HoursEntry {
  const { entry_id, kind, minutes, at, since = at, session_id, reason } = stored;
  return { entry_id, kind, minutes, since: since.toISOString(), at: at.toISOString(), session_id, reason };
}

function balanceOf({ balance }: PoolMember) {
  const { bought, used, minutes, expires_at: expiresAt } = balance;
  return {
    minutes_bought: bought,
    minutes_used: used,
    minutes_left: minutes,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

function stateOf({ standing, balance }: Pool['own'], now: Date): HoursState {
  if (standing === 'on_hold' || standing === 'expired') return standing;
  if (standing !== 'active') return 'ended';
  return balance.expires_at && balance.expires_at <= now ? 'expired' : 'active';
}

/** Request of a buyer that is fulfilled manually. */
function requestOf(session: StoredSession | undefined): 'start' | 'stop' | null {
  if (session?.by !== 'hand') return null;
  if (session.state === 'starting') return 'start';
  return session.state === 'stopping' ? 'stop' : null;
}

function toLibraryMachine(stored: StoredSession, secrets: Secrets, cents: number | null): LibraryMachine {
  const { session_id: sessionId, state, started_at: startedAt, budget_cents: budget, report } = stored;
  const limit = firstLimit(stored);
  const isRunning = state === 'running';
  return {
    ...toSession(stored, secrets),
    stop_after_minutes: stored.stop_after_minutes,
    budget: budget === null ? null : budget / 100,
    stops_at: isRunning && limit && startedAt ? countedUntil(startedAt, limit.minutes).toISOString() : null,
    cost: cents === null ? null : cents / 100,
    report: isRunning && report ? openReport(secrets, sessionId, report) : null,
  };
}

function toSession(stored: StoredSession, secrets: Secrets): MachineSession {
  const sealed = stored.state === 'running' ? stored.fields : null;
  return {
    session_id: stored.session_id,
    state: stored.state,
    template: stored.template,
    ssh_keys: stored.ssh_keys ?? [],
    requested_at: stored.requested_at.toISOString(),
    started_at: stored.started_at?.toISOString() ?? null,
    stopped_at: stored.stopped_at?.toISOString() ?? null,
    stop_reason: stored.stop_reason,
    failure: stored.failure,
    minutes: stored.counted,
    minutes_returned: stored.returned,
    fields: sealed ? JSON.parse(secrets.open(sealed, fieldsBoundTo(stored.session_id)).toString('utf8')) : [],
  };
}
