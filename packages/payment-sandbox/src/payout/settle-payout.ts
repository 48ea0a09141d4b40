import { addMovement } from '../balance/add-movement.ts';
import { emit } from '../event/emit.ts';
import type { EventType, ThinEventType } from '../event/event-type.ts';
import { ProviderError } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { type Sandbox, settlesAt } from '../sandbox.ts';
import type { Db, Metadata, Payout } from '../schema.ts';
import { payoutObject } from './payout.object.ts';
import { addPayout, lockPayout, updatePayout } from './payout.store.ts';
import type { PayoutFailure } from './payout-failures.rules.ts';

type Clock = Pick<Sandbox, 'now' | 'listensTo' | 'settleMs'>;

/** Next statuses of a payout, each with those that it can follow. */
const before: Record<'in_transit' | 'paid' | 'failed' | 'canceled', Payout['status'][]> = {
  in_transit: ['pending'],
  paid: ['pending', 'in_transit'],
  // Also after it was paid: the bank sends it back days later.
  failed: ['pending', 'in_transit', 'paid'],
  canceled: ['pending'],
};

/** By the clock; somebody else may have moved it since it was found due. */
export async function advanceDuePayout(transaction: Db, sandbox: Clock, id: string): Promise<void> {
  const payout = await lockPayout(transaction, id);
  if (payout?.settles_at && payout.settles_at <= sandbox.now()) await advancePayout(transaction, sandbox, payout);
}

/** Moves a payout that the transaction has locked on by one step, as its plan says. */
export async function advancePayout(transaction: Db, sandbox: Clock, payout: Payout): Promise<Payout> {
  if (payout.status === 'pending') return movePayout(transaction, sandbox, payout, 'in_transit');
  const fails = payout.ends === 'failed' || (payout.ends === 'paid_then_failed' && payout.status === 'paid');
  return fails ? failPayout(transaction, sandbox, payout) : movePayout(transaction, sandbox, payout, 'paid');
}

/** It is on its way, or has arrived. The transaction has locked it. */
export async function movePayout(
  transaction: Db,
  sandbox: Clock,
  payout: Payout,
  status: 'in_transit' | 'paid',
): Promise<Payout> {
  refuseFrom(payout, status);
  const goesOn = status === 'in_transit' || payout.ends === 'paid_then_failed';
  const moved = await updatePayout(transaction, payout.id, {
    status,
    settles_at: goesOn ? settlesAt(sandbox) : null,
    ...(status === 'paid' && { arrives_at: sandbox.now() }),
  });
  await emitChange(transaction, sandbox, status === 'paid' ? 'payout.paid' : 'payout.updated', moved, payout);
  return moved;
}

/** The bank does not take it, or sends it back: the money is on the balance again. */
export async function failPayout(
  transaction: Db,
  sandbox: Clock,
  payout: Payout,
  code: PayoutFailure | null = null,
): Promise<Payout> {
  refuseFrom(payout, 'failed');
  return giveBack(transaction, sandbox, payout, {
    status: 'failed',
    movement: 'payout_failure',
    event: 'payout.failed',
    failure_code: code ?? payout.bank_account.failure_code ?? 'could_not_process',
  });
}

export async function cancelPayout(transaction: Db, sandbox: Clock, payout: Payout): Promise<Payout> {
  refuseFrom(payout, 'canceled');
  return giveBack(transaction, sandbox, payout, {
    status: 'canceled',
    movement: 'payout_cancel',
    event: 'payout.canceled',
    failure_code: null,
  });
}

/** Takes a payout that has arrived back, by another below zero. */
export async function reversePayout(
  transaction: Db,
  sandbox: Clock,
  payout: Payout,
  metadata: Metadata,
): Promise<Payout> {
  if (payout.status !== 'paid' || payout.reversed_by !== null || payout.original_payout !== null)
    throw new ProviderError(
      'state_forbids',
      `Payout ${payout.id} can't be reversed: only payouts that are paid can, once. One that is pending can be canceled.`,
    );
  const id = newId('po');
  const now = sandbox.now();
  const { account, amount, currency } = payout;
  const { id: movement } = await addMovement(transaction, {
    account,
    type: 'payout',
    reporting_category: 'payout_reversal',
    amount,
    currency,
    source: id,
    description: `Reversal of ${payout.id}`,
    created_at: now,
  });
  const reversal = await addPayout(transaction, {
    id,
    account,
    amount: -amount,
    currency,
    description: null,
    statement_descriptor: payout.statement_descriptor,
    metadata: JSON.stringify(metadata),
    method: payout.method,
    automatic: false,
    bank_account: JSON.stringify(payout.bank_account),
    status: 'pending',
    ends: 'paid',
    settles_at: settlesAt(sandbox),
    arrives_at: payout.arrives_at,
    balance_transaction: movement,
    original_payout: payout.id,
    created_at: now,
  });
  const reversed = await updatePayout(transaction, payout.id, { reversed_by: id, ends: 'paid', settles_at: null });
  await emit(transaction, sandbox, [{ type: 'payout.created', object: payoutObject(reversal), account }]);
  await emitChange(transaction, sandbox, 'payout.updated', reversed, payout);
  return reversal;
}

async function giveBack(
  transaction: Db,
  sandbox: Clock,
  payout: Payout,
  how: {
    status: 'failed' | 'canceled';
    movement: string;
    event: 'payout.failed' | 'payout.canceled';
    failure_code: string | null;
  },
): Promise<Payout> {
  const { id } = await addMovement(transaction, {
    account: payout.account,
    type: how.movement,
    reporting_category: 'payout_reversal',
    amount: payout.amount,
    currency: payout.currency,
    source: payout.id,
    created_at: sandbox.now(),
  });
  const changed = await updatePayout(transaction, payout.id, {
    status: how.status,
    settles_at: null,
    failure_balance_transaction: id,
    failure_code: how.failure_code,
  });
  await emitChange(transaction, sandbox, how.event, changed, payout);
  return changed;
}

function refuseFrom({ id, status, original_payout, reversed_by }: Payout, next: keyof typeof before) {
  const isReversal = original_payout !== null || reversed_by !== null;
  if (!before[next].includes(status) || (isReversal && next !== 'in_transit' && next !== 'paid'))
    throw new ProviderError(
      'state_forbids',
      `Payout ${id} can't become ${next}: it has a status of \`${status}\`${isReversal ? ' and is a reversal or has one' : ''}.`,
    );
}

async function emitChange(
  transaction: Db,
  sandbox: Clock,
  type: Exclude<EventType, ThinEventType>,
  payout: Payout,
  { status }: Payout,
) {
  const { account } = payout;
  await emit(transaction, sandbox, [{ type, object: payoutObject(payout), previous: { status }, account }]);
}
