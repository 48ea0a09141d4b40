// Labels of a transaction on a screen.
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { Movement, MovementPart } from '#contract/money/wallet.schema.ts';
import { type MovementGroup, type PartName, rangeOfMonth, type SideName } from '#contract/money/wallet.ts';

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

export const groupNames: Record<Exclude<MovementGroup, 'other'>, string> = {
  sales: 'Sales',
  refunds: 'Refunds',
  payouts: 'Payouts',
};

/** Title of a transaction, and the text of its second line. */
export function movementText(movement: Movement): { title: string; about: string } {
  const { kind, order_id: order, product_name: product, payout_id: payout, sold, reason } = movement;
  const ofOrder = order ? `order ${order}` : '';
  const named = (what: string) => (product ? `${what}, ${product}` : what);
  switch (kind) {
    case 'release':
      return {
        title: product ?? 'Sale',
        about: listed(ofOrder, sold?.delivered_at && `delivered ${dayText(sold.delivered_at)}`),
      };
    case 'refund':
      return { title: named('Refund'), about: listed(ofOrder, reason, owedText(movement)) };
    case 'fee_returned':
      return { title: named('Fee returned with the refund'), about: ofOrder };
    case 'refund_failed':
      return { title: named('Refund that failed'), about: listed(ofOrder, reason) };
    case 'dispute':
      return { title: named('Disputed payment'), about: listed(ofOrder, reason, owedText(movement)) };
    case 'dispute_won':
      return { title: named('Dispute that was won'), about: listed(ofOrder, reason) };
    case 'netting':
      return { title: 'Taken for what was owed', about: listed(...movement.debts.map(debtText)) || ofOrder };
    case 'payout':
      return { title: `Payout ${payout ?? ''}`.trim(), about: 'to your bank account' };
    case 'payout_failed':
    case 'payout_returned':
      return { title: `Payout ${payout ?? ''} came back`.replace('  ', ' '), about: reason ?? '' };
    default:
      return { title: capital(kind.replaceAll('_', ' ')), about: listed(ofOrder, reason) };
  }
}

/** Part of it that the balance could not bear. */
function owedText({ parts }: Movement): string {
  const owed = parts.find(({ part }) => part === 'owed');
  return owed ? `the other ${formatAmount(owed.amount)} is owed` : '';
}

/** Text for the rule in a column of the list. */
export function ruleText({ rule, parts, kind }: Movement): string {
  if (kind === 'netting') return 'Netting';
  const coupon = parts.some(({ part }) => part === 'coupon') ? 'coupon' : '';
  return [rule?.name, coupon].filter(Boolean).join('; ');
}

/** A part of an amount: what it is, and by which rule. */
export function partText(part: MovementPart, movement: Movement): { name: string; about: string } {
  return { name: partName(part, movement), about: aboutPart(part, movement) };
}

const partNames: Record<PartName, string> = {
  price: 'Price',
  coupon: 'Coupon',
  refunded_before: 'Refunded before it was released',
  fee_percent: 'Fee',
  fee_fixed: 'Fee, fixed',
  tax: 'Tax, paid on by the shop',
  refund: 'Back to the buyer',
  coupon_back: 'Share of the coupon',
  fee_returned: 'Fee returned',
  tax_back: 'Tax, not due any more',
  owed: 'Not there: owed against coming sales',
  netting: 'What was owed',
  payout: 'Payout',
  other: 'Amount',
};

function partName({ part, percent, of, amount }: MovementPart, { sold, payout_id }: Movement): string {
  if (part === 'coupon') return `Coupon ${sold?.coupon ?? ''}`.trim();
  if (part === 'fee_percent' && percent !== null)
    return of === null ? `Fee, ${percent} %` : `Fee, ${percent} % of ${formatAmount(of)}`;
  if (part === 'fee_returned' && percent !== null) return `Fee returned, ${percent} %`;
  if (part === 'refund' && amount > 0) return 'Stays with you after all';
  if (part === 'payout' && payout_id) return `Payout ${payout_id}`;
  return partNames[part];
}

function aboutPart({ part, rule, of }: MovementPart, { sold, reason }: Movement): string {
  const byRule = rule ? `rule “${rule}”` : '';
  switch (part) {
    case 'price':
      return sold
        ? listed(
            sold.options
              ? `${countText(sold.quantity, sold.machines)} × ${sold.options}`
              : `quantity ${countText(sold.quantity, sold.machines)}`,
            sold.product_version !== null && `version ${sold.product_version}`,
            `as ordered on ${dayText(sold.ordered_at)}`,
          )
        : '';
    case 'coupon':
      return sold ? `of ${formatAmount(sold.coupon_total)} that it took off; the rest is the shop’s to bear` : '';
    case 'fee_percent':
      return sold && byRule ? `${byRule}, kept on the line since ${dayText(sold.ordered_at)}` : byRule;
    case 'fee_fixed':
      return byRule ? `${byRule}, once for each order line` : '';
    case 'fee_returned':
      return byRule ? `${byRule}; what is fixed of it stays with the shop` : '';
    case 'refund':
      return reason ?? '';
    case 'owed':
      return 'paid from the next sales, a line of its own each time';
    case 'netting':
      return of === null ? (reason ?? '') : `${formatAmount(of)} was owed; ${reason ?? ''}`;
    default:
      return part === 'other' || part === 'payout' ? (reason ?? '') : '';
  }
}

export const sideNames: Record<SideName, string> = {
  you: 'You',
  owed: 'Owed by you',
  reserve: 'Your reserve',
  in_transit: 'On its way to your bank',
  order: 'Paid by the buyer',
  operator: 'The marketplace',
  fee: 'Marketplace, fee',
  tax: 'Marketplace, tax to pay on',
  dispute: 'Set aside for the dispute',
  outside: 'Outside the shop',
  other: 'Another account',
};

function debtText({ order_id: order, reason }: Movement['debts'][number]): string {
  return ['refund of order', order, reason && `(${reason})`].filter(Boolean).join(' ');
}

function listed(...parts: Array<string | null | undefined | false>): string {
  return parts.filter(Boolean).join(', ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
