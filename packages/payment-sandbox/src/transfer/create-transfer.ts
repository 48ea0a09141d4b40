import { relyOnAccount } from '../account/account.store.ts';
import { transfersStatus } from '../account/requirements.rules.ts';
import { addMovement } from '../balance/add-movement.ts';
import { findMovement, lockBalance, readAvailable } from '../balance/balance.store.ts';
import { emit } from '../event/emit.ts';
import { formatAmount } from '../money/currency.rules.ts';
import { lockPaymentIntent, updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { invalid, noSuch, ProviderError } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account, Db, Metadata, PaymentIntent, Transfer } from '../schema.ts';
import { shownTransfer } from './shown-transfer.ts';
import { addTransfer, transferredFrom } from './transfer.store.ts';

type NewTransfer = {
  /** Minor units; all that is left of `source_transaction` without. */
  amount: number | undefined;
  currency: string;
  destination: string;
  source_transaction: string | undefined;
  transfer_group: string | undefined;
  description: string | undefined;
  metadata: Metadata;
};

/**
 * Moves money from the platform's balance to a connected account's. Out of a charge it may go before the charge's money can
 * be used, and then can be used no sooner; out of the balance there must be enough, however many transfers ask at once.
 */
export async function createTransfer(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo'>,
  asked: NewTransfer,
): Promise<Transfer> {
  const now = sandbox.now();
  const destination = await receiver(transaction, asked.destination);
  const source = asked.source_transaction ? await fundsOf(transaction, asked, asked.source_transaction) : null;
  const amount = asked.amount ?? source?.left;
  if (amount === undefined) throw new ProviderError('parameter_missing', 'Missing required param: amount.', 'amount');
  if (source) refuseMoreThan(source, amount, asked.currency);
  else await refuseUncovered(transaction, amount, asked.currency, now);

  const group = asked.transfer_group ?? source?.intent.transfer_group ?? (source && `group_${source.charge}`);
  if (source && !source.intent.transfer_group)
    await updatePaymentIntent(transaction, source.intent.id, { transfer_group: group });
  const [id, payment] = [newId('tr'), newId('py')];
  const common = {
    currency: asked.currency,
    created_at: now,
    ...(source && source.availableOn > now && { available_on: source.availableOn }),
  };
  const taken = await addMovement(transaction, {
    ...common,
    account: null,
    type: 'transfer',
    reporting_category: 'transfer',
    amount: -amount,
    source: id,
    description: asked.description ?? null,
  });
  await addMovement(transaction, {
    ...common,
    account: destination.id,
    type: 'payment',
    reporting_category: 'charge',
    amount,
    source: payment,
    description: asked.description ?? null,
  });
  const transfer = await addTransfer(transaction, {
    id,
    destination: destination.id,
    amount,
    currency: asked.currency,
    description: asked.description ?? null,
    metadata: JSON.stringify(asked.metadata),
    source_transaction: asked.source_transaction ?? null,
    transfer_group: group ?? null,
    balance_transaction: taken.id,
    destination_payment: payment,
    created_at: now,
  });
  await emit(transaction, sandbox, [{ type: 'transfer.created', object: await shownTransfer(transaction, transfer) }]);
  return transfer;
}

/** It stays able to receive until the transaction ends. */
async function receiver(transaction: Db, id: string): Promise<Account> {
  const account = await relyOnAccount(transaction, id);
  if (!account || account.closed_at) throw noSuch('destination', id, 'destination', 400);
  if (transfersStatus(account) !== 'active')
    throw new ProviderError(
      'capability_missing',
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    );
  return account;
}

type Source = { charge: string; intent: PaymentIntent; left: number; availableOn: Date };

/** Amount of a charge that is left to transfer. Nobody else transfers from it until the transaction ends. */
async function fundsOf(transaction: Db, { currency }: NewTransfer, charge: string): Promise<Source> {
  const intent = await lockPaymentIntent(transaction, { charge });
  if (!intent) throw noSuch('charge', charge, 'source_transaction', 400);
  const movement = intent.balance_transaction
    ? await findMovement(transaction, intent.balance_transaction, null)
    : null;
  if (intent.status !== 'succeeded' || !movement)
    throw invalid('source_transaction', `The charge ${charge} has not succeeded: nothing can be transferred of it.`);
  if (intent.currency !== currency)
    throw invalid(
      'currency',
      `The currency of source_transaction's balance transaction (${intent.currency}) must be the same as the transfer currency (${currency})`,
    );
  const left = intent.amount_received - (await transferredFrom(transaction, charge));
  return { charge, intent, left, availableOn: movement.available_on };
}

function refuseMoreThan({ charge, left }: Source, amount: number, currency: string) {
  if (amount > left)
    throw invalid(
      'amount',
      `Transfer amount (${formatAmount(amount, currency)}) is greater than what is left to transfer of the source_transaction ${charge} (${formatAmount(left, currency)}).`,
    );
}

async function refuseUncovered(transaction: Db, amount: number, currency: string, now: Date) {
  await lockBalance(transaction, null);
  if (amount > (await readAvailable(transaction, null, currency, now)))
    throw new ProviderError(
      'balance_insufficient',
      'You have insufficient available funds in your Stripe account. Use `source_transaction` for a charge whose funds are not available yet, or wait until they are.',
    );
}
