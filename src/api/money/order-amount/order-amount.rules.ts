import { sumCents } from '#contract/money/amount/money.ts';
import type { StoredLine, StoredOrder, StoredRefund } from '../../schema/order.record.ts';
import { sumTaxes } from '../tax/tax.rules.ts';

/** Sums of the lines by rate of tax. */
export function taxesOf(lines: readonly StoredLine[]) {
  return sumTaxes(lines.map((line) => ({ ...line, gross: lineCents(line).paid })));
}

/** By which the buyer's business is known to its tax office, as it was given with the order; empty where none was. */
export function taxNumberOfBuyer({ billing, invoice_to }: Pick<StoredOrder, 'billing' | 'invoice_to'>): string {
  return (billing ? billing.tax_number : invoice_to?.tax_number) ?? '';
}

/** Cents paid for a line, and the rest of them that is not refunded. */
export function lineCents(line: Pick<StoredLine, 'amount_cents' | 'discount_cents' | 'refunded_cents'>) {
  const paid = line.amount_cents - line.discount_cents;
  return { paid, left: paid - line.refunded_cents };
}

/** Cents received for a paid order: its total, unless the operator accepted another amount. */
export function paidCents({
  received_cents,
  total_cents,
}: Pick<StoredOrder, 'received_cents' | 'total_cents'>): number {
  return received_cents ?? total_cents;
}

/** Cents for the card to pay: all that the wallet does not. */
export function cardCents({ total_cents, wallet_cents }: Pick<StoredOrder, 'total_cents' | 'wallet_cents'>): number {
  return total_cents - wallet_cents;
}

/** Cents of the order from its buyer's wallet. */
export function fromWalletCents({
  wallet_cents,
  wallet_returned,
}: Pick<StoredOrder, 'wallet_cents' | 'wallet_returned'>): number {
  return wallet_returned ? 0 : wallet_cents;
}

/** Cents that can still go back to the origin of the payment, beside the wallet. */
export function originRefundableCents(order: StoredOrder): number {
  const gone = order.refunds.filter(({ state, destination }) => state !== 'failed' && destination === 'origin');
  return Math.max(0, receivedCents(order) - fromWalletCents(order) - sumOf(gone));
}

/** Those that have arrived, oldest first. */
export function arrivedRefunds({ refunds }: Pick<StoredOrder, 'refunds'>): StoredRefund[] {
  return refunds.filter(({ state }) => state === 'succeeded');
}

/** Cents of refunds that are decided and have not arrived. */
export function refundingCents({ refunds }: Pick<StoredOrder, 'refunds'>): number {
  return sumOf(refunds.filter(({ state }) => state === 'decided' || state === 'pending'));
}

/** Cents that can still be refunded: those received, less those refunded or on their way. */
export function refundableCents(order: StoredOrder): number {
  return receivedCents(order) - sumOf(order.refunds.filter(({ state }) => state !== 'failed'));
}

/** Processes of before it was noted note no amount. */
function receivedCents(order: StoredOrder): number {
  return order.received_cents ?? (order.paid_at ? order.total_cents : 0);
}

function sumOf(refunds: StoredRefund[]): number {
  return sumCents(refunds.map(({ amount_cents }) => amount_cents));
}
