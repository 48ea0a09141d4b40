import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { BalanceTransaction } from '../schema.ts';

export function balanceTransactionObject(movement: BalanceTransaction, now: Date): Stripe.BalanceTransaction {
  const { currency, fee } = movement;
  return {
    id: movement.id,
    object: 'balance_transaction',
    amount: movement.amount,
    available_on: unixSeconds(movement.available_on),
    balance_type: 'payments',
    created: unixSeconds(movement.created_at),
    currency,
    description: movement.description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: movement.reporting_category === 'dispute' ? 'Dispute fee' : 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: movement.net,
    reporting_category: movement.reporting_category,
    source: movement.source,
    status: movement.available_on > now && movement.available_on > movement.created_at ? 'pending' : 'available',
    type: movement.type,
  };
}
