import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { Transfer, TransferReversal } from '../schema.ts';

/** With `reversals`, newest first, of which there may be one more than are shown. */
export function transferObject(transfer: Transfer, reversals: TransferReversal[], shown: number): object {
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amount,
    amount_reversed: transfer.amount_reversed,
    balance_transaction: transfer.balance_transaction,
    created: unixSeconds(transfer.created_at),
    currency: transfer.currency,
    description: transfer.description,
    destination: transfer.destination,
    destination_payment: transfer.destination_payment,
    livemode: false,
    metadata: transfer.metadata,
    reversals: {
      object: 'list',
      data: reversals.slice(0, shown).map(reversalObject),
      has_more: reversals.length > shown,
      url: `/v1/transfers/${transfer.id}/reversals`,
    },
    reversed: transfer.amount_reversed === transfer.amount,
    source_transaction: transfer.source_transaction,
    source_type: 'card',
    transfer_group: transfer.transfer_group,
  } satisfies Record<keyof Stripe.Transfer, unknown>;
}

export function reversalObject(reversal: TransferReversal): Stripe.TransferReversal {
  return {
    id: reversal.id,
    object: 'transfer_reversal',
    amount: reversal.amount,
    balance_transaction: reversal.balance_transaction,
    created: unixSeconds(reversal.created_at),
    currency: reversal.currency,
    destination_payment_refund: reversal.destination_payment_refund,
    metadata: reversal.metadata,
    source_refund: null,
    transfer: reversal.transfer,
  };
}
