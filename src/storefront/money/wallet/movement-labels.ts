// Labels of a transaction on a screen.

import { countText } from '#contract/catalogue/product/price-unit.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { Movement, MovementPart } from '#contract/money/wallet.schema.ts';
import { type MovementGroup, type PartName, rangeOfMonth, type SideName } from '#contract/money/wallet.ts';
import { type Message, msg, t } from '#language/message.ts';

const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const years = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const minutes = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const months = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonths = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day in UTC, by which months are counted. */
export const dayText = (instant: string | Date) => days.format(new Date(instant));
export const yearDayText = (instant: string | Date) => years.format(new Date(instant));
export const minuteText = (instant: string | Date) => minutes.format(new Date(instant));
export const monthText = (month: string) => months.format(rangeOfMonth(month).from);
export const shortMonthText = (month: string) => shortMonths.format(rangeOfMonth(month).from);

export const groupNames: Record<Exclude<MovementGroup, 'other'>, Message> = {
  sales: msg('Sales'),
  refunds: msg('Refunds'),
  payouts: msg('Payouts'),
};

/** Title of a transaction, and the text of its second line. */
export function movementText(movement: Movement): { title: string; about: string } {
  const { kind, order_id: order, product_name: product, payout_id: payout, sold, reason } = movement;
  const ofOrder = order ? t('order {order}', { order }) : '';
  const named = (what: string) => (product ? `${what}, ${product}` : what);
  switch (kind) {
    case 'release':
      return {
        title: product ?? t('Sale'),
        about: listed(
          ofOrder,
          sold?.delivered_at && t('delivered {delivered_at}', { delivered_at: dayText(sold.delivered_at) }),
        ),
      };
    case 'refund':
      return { title: named(t('Refund')), about: listed(ofOrder, reason, owedText(movement)) };
    case 'fee_returned':
      return { title: named(t('Fee returned with the refund')), about: ofOrder };
    case 'refund_failed':
      return { title: named(t('Refund that failed')), about: listed(ofOrder, reason) };
    case 'dispute':
      return { title: named(t('Disputed payment')), about: listed(ofOrder, reason, owedText(movement)) };
    case 'dispute_won':
      return { title: named(t('Dispute that was won')), about: listed(ofOrder, reason) };
    case 'netting':
      return { title: t('Taken for what was owed'), about: listed(...movement.debts.map(debtText)) || ofOrder };
    case 'payout':
      return { title: t('Payout {value}', { value: payout ?? '' }).trim(), about: t('to your bank account') };
    case 'payout_failed':
    case 'payout_returned':
      return { title: t('Payout {value} came back', { value: payout ?? '' }).replace('  ', ' '), about: reason ?? '' };
    default:
      return { title: capital(kind.replaceAll('_', ' ')), about: listed(ofOrder, reason) };
  }
}

/** Part of it that the balance could not bear. */
function owedText({ parts }: Movement): string {
  const owed = parts.find(({ part }) => part === 'owed');
  return owed ? t('the other {amount} is owed', { amount: formatAmount(owed.amount) }) : '';
}

/** Text for the rule in a column of the list. */
export function ruleText({ rule, parts, kind }: Movement): string {
  if (kind === 'netting') return t('Netting');
  const coupon = parts.some(({ part }) => part === 'coupon') ? 'coupon' : '';
  return [rule?.name, coupon].filter(Boolean).join('; ');
}

/** A part of an amount: what it is, and by which rule. */
export function partText(part: MovementPart, movement: Movement): { name: string; about: string } {
  return { name: partName(part, movement), about: aboutPart(part, movement) };
}

const partNames: Record<PartName, Message> = {
  price: msg('Price'),
  coupon: msg('Coupon'),
  refunded_before: msg('Refunded before it was released'),
  fee_percent: msg('Fee'),
  fee_fixed: msg('Fee, fixed'),
  tax: msg('Tax, paid on by the shop'),
  refund: msg('Back to the buyer'),
  coupon_back: msg('Share of the coupon'),
  fee_returned: msg('Fee returned'),
  tax_back: msg('Tax, not due any more'),
  owed: msg('Not there: owed against coming sales'),
  netting: msg('What was owed'),
  payout: msg('Payout'),
  other: msg('Amount'),
};

function partName({ part, percent, of, amount }: MovementPart, { sold, payout_id }: Movement): string {
  if (part === 'coupon') return t('Coupon {value}', { value: sold?.coupon ?? '' }).trim();
  if (part === 'fee_percent' && percent !== null)
    return of === null
      ? t('Fee, {percent} %', { percent })
      : t('Fee, {percent} % of {of}', { percent, of: formatAmount(of) });
  if (part === 'fee_returned' && percent !== null) return t('Fee returned, {percent} %', { percent });
  if (part === 'refund' && amount > 0) return t('Stays with you after all');
  if (part === 'payout' && payout_id) return t('Payout {payout_id}', { payout_id });
  return t(partNames[part]);
}

function aboutPart({ part, rule, of }: MovementPart, { sold, reason }: Movement): string {
  const byRule = rule ? t('rule “{rule}”', { rule }) : '';
  switch (part) {
    case 'price':
      return sold
        ? listed(
            sold.options
              ? `${countText(sold.quantity, sold.machines)} × ${sold.options}`
              : t('quantity {quantity}', { quantity: countText(sold.quantity, sold.machines) }),
            sold.product_version !== null && t('version {product_version}', { product_version: sold.product_version }),
            t('as ordered on {ordered_at}', { ordered_at: dayText(sold.ordered_at) }),
          )
        : '';
    case 'coupon':
      return sold ? `of ${formatAmount(sold.coupon_total)} that it took off; the rest is the shop’s to bear` : '';
    case 'fee_percent':
      return sold && byRule
        ? t('{byRule}, kept on the line since {ordered_at}', { byRule, ordered_at: dayText(sold.ordered_at) })
        : byRule;
    case 'fee_fixed':
      return byRule ? t('{byRule}, once for each order line', { byRule }) : '';
    case 'fee_returned':
      return byRule ? `${byRule}; what is fixed of it stays with the shop` : '';
    case 'refund':
      return reason ?? '';
    case 'owed':
      return t('paid from the next sales, a line of its own each time');
    case 'netting':
      return of === null ? (reason ?? '') : `${formatAmount(of)} was owed; ${reason ?? ''}`;
    default:
      return part === 'other' || part === 'payout' ? (reason ?? '') : '';
  }
}

export const sideNames: Record<SideName, Message> = {
  you: msg('You'),
  owed: msg('Owed by you'),
  reserve: msg('Your reserve'),
  in_transit: msg('On its way to your bank'),
  order: msg('Paid by the buyer'),
  operator: msg('The marketplace'),
  fee: msg('Marketplace, fee'),
  tax: msg('Marketplace, tax to pay on'),
  dispute: msg('Set aside for the dispute'),
  outside: msg('Outside the shop'),
  other: msg('Another account'),
};

function debtText({ order_id: order, reason }: Movement['debts'][number]): string {
  return [t('refund of order'), order, reason && `(${reason})`].filter(Boolean).join(' ');
}

function listed(...parts: Array<string | null | undefined | false>): string {
  return parts.filter(Boolean).join(', ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
