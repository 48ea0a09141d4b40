import { addMovement } from '../balance/add-movement.ts';
import { listMovementsOf, lockBalance, readAvailable } from '../balance/balance.store.ts';
import { emit } from '../event/emit.ts';
import { formatAmount } from '../money/currency.rules.ts';
import { invalid, noSuch, ProviderError } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db, Metadata, Transfer, TransferReversal } from '../schema.ts';
import { shownTransfer } from './shown-transfer.ts';
import { addReversal, lockTransfer, updateTransfer } from './transfer.store.ts';

type NewReversal = {
  /** Minor units; all that is left without. */
  amount: number | undefined;
  description: string | undefined;
  metadata: Metadata;
};

/**
 * Takes money of a transfer back. The seller must have it: what waits with the transfer itself, or what can be used of
 * their balance. Where it is spent, the platform bears it.
 */
export async function reverseTransfer(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo'>,
  transferId: string,
  asked: NewReversal,
): Promise<TransferReversal> {
  const now = sandbox.now();
  const transfer = await lockTransfer(transaction, transferId);
  if (!transfer) throw noSuch('transfer', transferId, 'id', 404);
  const { currency } = transfer;
  const left = transfer.amount - transfer.amount_reversed;
  const amount = asked.amount ?? left;
  if (left === 0) throw new ProviderError('state_forbids', `Transfer ${transfer.id} is already fully reversed.`);
  if (amount > left)
    throw invalid(
      'amount',
      `Transfer reversal amount (${formatAmount(amount, currency)}) is greater than unreversed amount on transfer (${formatAmount(left, currency)})`,
    );
  const waitsUntil = await pendingUntil(transaction, transfer, now);
  if (!waitsUntil) await refuseSpent(transaction, transfer, amount, now);

  const [id, refund] = [newId('trr'), newId('pyr')];
  const common = {
    currency,
    created_at: now,
    ...(waitsUntil && { available_on: waitsUntil }),
    description: asked.description ?? null,
  };
  await addMovement(transaction, {
    ...common,
    account: transfer.destination,
    type: 'payment_refund',
    reporting_category: 'refund',
    amount: -amount,
    source: refund,
  });
  const returned = await addMovement(transaction, {
    ...common,
    account: null,
    type: 'transfer_refund',
    reporting_category: 'transfer_reversal',
    amount,
    source: id,
  });
  const reversal = await addReversal(transaction, {
    id,
    transfer: transfer.id,
    amount,
    currency,
    metadata: JSON.stringify(asked.metadata),
    balance_transaction: returned.id,
    destination_payment_refund: refund,
    created_at: now,
  });
  const { amount_reversed: before } = transfer;
  const changed = await updateTransfer(transaction, transfer.id, { amount_reversed: before + amount });
  await emit(transaction, sandbox, [
    {
      type: 'transfer.reversed',
      object: await shownTransfer(transaction, changed),
      previous: { amount_reversed: before, reversed: false },
    },
  ]);
  return reversal;
}

/** When what was transferred can be used, where that is still to come. */
async function pendingUntil(transaction: Db, transfer: Transfer, now: Date): Promise<Date | null> {
  const [received] = await listMovementsOf(transaction, transfer.destination_payment);
  return received && received.available_on > now ? received.available_on : null;
}

async function refuseSpent(transaction: Db, transfer: Transfer, amount: number, now: Date) {
  await lockBalance(transaction, transfer.destination);
  if (amount > (await readAvailable(transaction, transfer.destination, transfer.currency, now)))
    throw new ProviderError(
      'balance_insufficient',
      `The connected account ${transfer.destination} has insufficient available funds to reverse this transfer. Reverse a smaller amount, or wait until its balance covers it.`,
    );
}
