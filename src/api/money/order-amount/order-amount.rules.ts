import { sumCents } from '#contract/money/amount/money.ts';
import type { StoredLine, StoredOrder, StoredRefund } from '../../schema/order.record.ts';
import { sumTaxes } from '../tax/tax.rules.ts';

/** What the lines come to by rate of tax. */
export function taxesOf(lines: readonly StoredLine[]) {
  return sumTaxes(lines.map((line) => ({ ...line, gross: lineCents(line).paid })));
}

/** By which the buyer's business is known to its tax office, as it was given with the order; empty where none was. */
export function taxNumberOfBuyer({ billing, invoice_to }: Pick<StoredOrder, 'billing' | 'invoice_to'>): string {
  return (billing ? billing.tax_number : invoice_to?.tax_number) ?? '';
}

/** What was paid for a line, in cents, and what of that is left. */
export function lineCents(line: Pick<StoredLine, 'amount_cents' | 'discount_cents' | 'refunded_cents'>) {
  const paid = line.amount_cents - line.discount_cents;
  return { paid, left: paid - line.refunded_cents };
}

/** What was received for a paid order, in cents: what it costs, unless the operator took another amount. */
export function paidCents({
  received_cents,
  total_cents,
}: Pick<StoredOrder, 'received_cents' | 'total_cents'>): number {
  return received_cents ?? total_cents;
}

/** What the card is to pay, in cents: all that the wallet does not. */
export function cardCents({ total_cents, wallet_cents }: Pick<StoredOrder, 'total_cents' | 'wallet_cents'>): number {
  return total_cents - wallet_cents;
}

/** What the order has of its buyer's wallet, in cents. */
export function fromWalletCents({
  wallet_cents,
  wallet_returned,
}: Pick<StoredOrder, 'wallet_cents' | 'wallet_returned'>): number {
  return wallet_returned ? 0 : wallet_cents;
}

/** What can still go back to where it was paid from beside the wallet, in cents. */
export function originRefundableCents(order: StoredOrder): number {
  const gone = order.refunds.filter(({ state, destination }) => state !== 'failed' && destination === 'origin');
  return Math.max(0, receivedCents(order) - fromWalletCents(order) - sumOf(gone));
}

/** Those that have arrived, oldest first. */
export function arrivedRefunds({ refunds }: Pick<StoredOrder, 'refunds'>): StoredRefund[] {
  return refunds.filter(({ state }) => state === 'succeeded');
}

/** What was decided to go back and has not arrived, in cents. */
export function refundingCents({ refunds }: Pick<StoredOrder, 'refunds'>): number {
  return sumOf(refunds.filter(({ state }) => state === 'decided' || state === 'pending'));
}

/** What can still be given back, in cents: what was received, less what went back or is on its way. */
export function refundableCents(order: StoredOrder): number {
  return receivedCents(order) - sumOf(order.refunds.filter(({ state }) => state !== 'failed'));
}

/** Processes of before it was noted note no amount. */
export function receivedCents(order: StoredOrder): number {
  return order.received_cents ?? (order.paid_at ? order.total_cents : 0);
}

export function sumOf(refunds: StoredRefund[]): number {
  return sumCents(refunds.map(({ amount_cents }) => amount_cents));
}
