// Access, as far as a payment and a refund go: what is promised, what the shop is asked for, and what is taken back.
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import { accessUntil } from '../entitlement/entitlement.rules.ts';
import type { SettledEntitlement } from '../entitlement/entitlement.store.ts';
import { lockGrants, type NewGrant, putGrants, type StoredGrant, withdrawGrant } from './access-grant.store.ts';
import { cancelCall, cancelWithdrawals, insertCall } from './provision-call.store.ts';
import { GIVE_UP_MS, PATIENCE_MS, promisedWithinMs } from './provision-limits.rules.ts';
import { requestBody } from './provision-request.rules.ts';

type Db = Kysely<ApiTables>;

/** Calls that may be on their way have come to their end by then. */
const AFTER_ANOTHER_SECONDS = (2 * PATIENCE_MS) / 1_000;

/** A text is there at once; what an endpoint answers is owed until it has. The order must be locked. */
export async function settleAccess(
  transaction: Db,
  entitlements: readonly SettledEntitlement[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const done = new Set<string>();
  const ids = entitlements.filter((entitlement) => !entitlement.is_new).map(({ entitlement_id: id }) => id);
  const grants = await lockGrants(transaction, ids);
  const granted: NewGrant[] = [];
  for (const entitlement of entitlements) {
    const { entitlement_id: id, standing } = entitlement;
    const grant = grants.get(id);
    if (standing === 'active' && grant && wasHad(grant, at)) {
      // Nothing is owed, and it is not granted again.
      done.add(id);
      if (grant.state !== 'withdrawn') await withdrawAccess(transaction, entitlement, grant, at);
    } else if (standing === 'active') {
      const anew =
        !grant || grant.state === 'withdrawn' ? await grantAccess(transaction, entitlement, grant, at) : null;
      if (anew) granted.push(anew);
      if ((anew ?? grant)?.state === 'ready') done.add(id);
    } else if (standing !== 'on_hold' && grant && grant.state !== 'withdrawn') {
      await withdrawAccess(transaction, entitlement, grant, at);
    }
  }
  await putGrants(transaction, granted);
  return done;
}

/** To its end. What still waits for its endpoint has none yet: it stays late until it comes, or its buyer takes the money. */
function wasHad(grant: StoredGrant, at: Date): boolean {
  return grant.state !== 'waiting' && grant.ends_at !== null && grant.ends_at <= at;
}

/** Grant to write; what it asks of an endpoint is written already. */
async function grantAccess(
  transaction: Db,
  entitlement: SettledEntitlement,
  before: StoredGrant | undefined,
  at: Date,
): Promise<NewGrant> {
  const { entitlement_id, goods } = entitlement;
  const round = (before?.round ?? 0) + 1;
  if (goods.access?.by !== 'endpoint') {
    return { entitlement_id, round, state: 'ready', ready_at: at, ends_at: accessUntil(entitlement) };
  }
  // The first round counts from the payment.
  const from = before ? at : entitlement.granted_at;
  const promised = new Date(from.getTime() + promisedWithinMs(goods.access));
  // Access that was there once goes on to the same end.
  const until = before?.ends_at ?? accessUntil(entitlement, from);
  const id = `prv_${randomUUID()}`;
  // An earlier withdrawal must not come after this grant.
  const withdrawal = before ? await cancelWithdrawals(transaction, entitlement_id) : 'none';
  await insertCall(transaction, {
    id,
    type: 'access.grant',
    seller_id: entitlement.seller_id ?? '',
    entitlement_id,
    session_id: null,
    body: requestBody({ type: 'access.grant', id, at }, entitlement, until ? { valid_until: until.toISOString() } : {}),
    promised_at: promised,
    give_up_at: new Date(promised.getTime() + GIVE_UP_MS),
    inSeconds: withdrawal === 'under_way' ? AFTER_ANOTHER_SECONDS : 0,
  });
  return {
    entitlement_id,
    round,
    state: 'waiting',
    call_id: id,
    promised_at: promised,
    // Its time ends only once it has been there; what was given until some day ends then anyway.
    ends_at: entitlement.expires_at,
  };
}

async function withdrawAccess(
  transaction: Db,
  entitlement: SettledEntitlement,
  grant: StoredGrant,
  at: Date,
): Promise<void> {
  const { entitlement_id } = entitlement;
  await withdrawGrant(transaction, entitlement_id);
  if (!grant.call_id) return;
  const reach = await cancelCall(transaction, grant.call_id);
  // Once it was ready the call may have been forgotten since.
  if (reach === 'none' && grant.state !== 'ready') return;
  const id = `prv_${randomUUID()}`;
  await insertCall(transaction, {
    id,
    type: 'access.withdraw',
    seller_id: entitlement.seller_id ?? '',
    entitlement_id,
    session_id: null,
    body: requestBody({ type: 'access.withdraw', id, at }, entitlement),
    promised_at: null,
    give_up_at: new Date(at.getTime() + GIVE_UP_MS),
    // A call that is under way at this moment comes first.
    inSeconds: reach === 'under_way' ? AFTER_ANOTHER_SECONDS : 0,
  });
}
