// The movements that a payout is made of, as its shop reads them: price and fee and tax of each come to what it moved.
import type { PayoutLine } from '#contract/payout.schema.ts';
import type { TransferDetails } from '#ledger/transfer.rules.ts';

type Moved = { kind: string; at: Date; amount: number; about: string | null; details: TransferDetails };

/** Those that bring a line's money, less what is kept of it. */
const bringing = new Set(['release', 'refund_failed', 'dispute_won']);
/** Those that bring a payout back. */
export const cameBackKinds = ['payout_failed', 'payout_returned'];

export function toPayoutLine({ kind, at, amount, about, details }: Moved): PayoutLine {
  const fee = kind === 'fee_returned' ? amount : bringing.has(kind) ? -centsOf(details.fee_cents) : null;
  const tax = bringing.has(kind) && centsOf(details.tax_cents) > 0 ? -centsOf(details.tax_cents) : null;
  const price = kind === 'fee_returned' ? null : amount - (fee ?? 0) - (tax ?? 0);
  const fixed = fee === null ? null : centsOf(details.fee_fixed_cents);
  return {
    at: at.toISOString(),
    kind,
    name: textOf(details.name),
    order_id: about ?? textOf(details.order),
    price: dollars(price),
    fee: dollars(fee),
    tax: dollars(tax),
    fee_rule: fee === null ? null : textOf(details.fee_rule),
    fee_rate_bp: fee === null ? null : centsOf(details.fee_rate_bp),
    fee_fixed: dollars(fixed),
    reason: textOf(details.reason),
    payout_id: textOf(details.payout),
    amount: amount / 100,
  };
}

type Value = TransferDetails[string] | undefined;

function textOf(value: Value): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function centsOf(value: Value): number {
  return typeof value === 'number' ? value : 0;
}

function dollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
