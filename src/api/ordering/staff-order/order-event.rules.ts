// Events of an order, in the words of the timeline.
import { minutesText } from '#contract/goods/access/hours.ts';
import { formatCents, formatSignedCents } from '#contract/money/amount/money.ts';
import type { OrderEvent } from '#contract/ordering/staff-order/staff-order.ts';
import type { EventGroup, EventKind } from '#contract/ordering/staff-order/staff-order-terms.ts';
import { comingShare, paidCents } from '../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';

/** As the store tells it. */
export type Happened = { source: string; key: string; at: Date; data: Record<string, unknown> };

type Words = Partial<Omit<OrderEvent, 'id' | 'at' | 'planned' | 'title' | 'group' | 'kind'>> & {
  group: EventGroup;
  kind: EventKind;
  title: string;
};

/** `order`: what is known of it now. `readsLedger`: whoever asks may look at transfers. */
type Reading = { order: StoredOrder; shopName: string; readsLedger: boolean };

export function toEvent(happened: Happened, reading: Reading): OrderEvent {
  return eventOf(happened, wordsOf(happened, reading), false);
}

export function toPlanned(happened: Happened): OrderEvent {
  const { source, data } = happened;
  const dispute_id = text(data.dispute);
  const words: Record<string, Words> = {
    answer_until: {
      group: 'words',
      kind: 'planned',
      title: 'The seller has to answer the dispute',
      detail: 'otherwise the buyer gets the money back',
      dispute_id,
    },
    evidence_until: {
      group: 'money',
      kind: 'planned',
      title: 'The bank takes no more evidence',
      detail: 'without any the payment is lost',
      dispute_id,
    },
    promised: {
      group: 'delivery',
      kind: 'planned',
      title: `Access to ${text(data.product) ?? 'it'} is promised`,
      detail: 'the buyer can take the money back from then on',
    },
  };
  return eventOf(happened, words[source] ?? { group: 'words', kind: 'planned', title: source }, true);
}

/** Money that is to come to sellers, and the end of an order that waits: what the order itself says. `takenOf`: cents that refunds took of a line. */
export function plannedOf(order: StoredOrder, takenOf: (line: number) => number): OrderEvent[] {
  const ends: Happened[] =
    order.status === 'pending' ? [{ source: 'ends', key: 'ends', at: order.expires_at, data: {} }] : [];
  const coming = (line: StoredLine) =>
    comingShare({ ...line, tax_cents: line.withheld_tax_cents, taken_cents: takenOf(line.line) });
  // Nothing comes of what was free, or went back whole.
  const waiting = order.lines.filter(
    (line) => line.release_at !== null && line.released_at === null && coming(line) > 0,
  );
  const days = Map.groupBy(waiting, (line) => new Date(line.release_at ?? 0).getTime());
  return [
    ...ends.map((one) =>
      eventOf(
        one,
        { group: 'money', kind: 'planned', title: 'It ends, where it is not paid', detail: 'its items are free again' },
        true,
      ),
    ),
    ...[...days].map(([time, lines]) =>
      eventOf(
        { source: 'release', key: `release ${time}`, at: new Date(time), data: {} },
        releaseLabels(
          lines,
          lines.reduce((sum, line) => sum + coming(line), 0),
        ),
        true,
      ),
    ),
  ];
}

function releaseLabels(lines: readonly StoredLine[], cents: number): Words {
  const names = [...new Set(lines.map(({ seller }) => seller?.name ?? 'the shop itself'))];
  const held = lines.filter(({ disputed }) => disputed);
  return {
    group: 'money',
    kind: 'planned',
    title: `${formatCents(cents)} goes to ${listed(names)}`,
    detail:
      held.length > 0
        ? `${listed(held.map(({ product_name: name }) => name))} waits for the end of a dispute`
        : 'when its holding time is over',
  };
}

function eventOf({ key, at, data: _data }: Happened, words: Words, planned: boolean): OrderEvent {
  const { group, kind, title, ...more } = words;
  return {
    id: key,
    at: at.toISOString(),
    planned,
    group,
    kind,
    title,
    detail: '',
    text: null,
    by: null,
    staff_only: false,
    transfer_id: null,
    dispute_id: null,
    thread_id: null,
    ...more,
  };
}

function wordsOf({ source, data }: Happened, reading: Reading): Words {
  const product = text(data.product) ?? '';
  switch (source) {
    case 'placed':
      return {
        group: 'words',
        kind: 'placed',
        title: 'Placed',
        detail: joined([
          count(data.lines, 'line'),
          data.coupon ? `coupon ${data.coupon}` : '',
          `to be paid by ${data.method}`,
        ]),
      };
    case 'licenses': {
      const licenses = strings(data.licenses);
      const hashes = strings(data.hashes).map((hash) => `${hash.slice(0, 8)}…`);
      return {
        group: 'words',
        kind: 'licenses',
        title: `${licenses.length === 1 ? 'License' : 'Licenses'} accepted: ${listed(licenses)}`,
        detail: hashes.length > 0 ? `sha256 ${hashes.join(', ')}` : '',
      };
    }
    case 'mail':
      return { group: 'words', kind: 'mail', title: 'Mail to the buyer', detail: text(data.subject) ?? '' };
    case 'note':
      return {
        group: 'words',
        kind: 'note',
        title: 'Note, staff only',
        text: text(data.text),
        by: text(data.by),
        staff_only: true,
      };
    case 'ledger':
      return ledgerLabels(data, reading);
    case 'invoice':
      return {
        group: 'money',
        kind: 'invoice',
        title: `${invoiceNames[String(data.kind)] ?? 'Invoice'} ${data.number}`,
        detail: formatSignedCents(number(data.cents)),
      };
    case 'withdrawn':
      return { group: 'delivery', kind: 'ended', title: `${product} was taken back`, detail: text(data.reason) ?? '' };
    case 'ready':
      return { group: 'delivery', kind: 'access', title: `Access to ${product} is there` };
    case 'call':
      return callLabels(data);
    case 'keys':
      return {
        group: 'delivery',
        kind: 'key',
        title: `${count(data.keys, 'key')} given to the buyer`,
        detail: product,
      };
    case 'revoked':
      return { group: 'delivery', kind: 'ended', title: `${count(data.keys, 'key')} revoked`, detail: product };
    case 'download':
      return downloadLabels(data);
    case 'machine_on':
      return {
        group: 'delivery',
        kind: 'machine_on',
        title: 'Machine started by the buyer',
        detail: joined([product, data.by === 'hand' ? 'switched on by hand' : `there after ${number(data.seconds)} s`]),
      };
    case 'machine_off':
      return machineOffLabels(data);
    case 'hours':
      return {
        group: 'delivery',
        kind: number(data.minutes) > 0 ? 'machine_on' : 'ended',
        title: `${minutesText(Math.abs(number(data.minutes)))} ${hourNames[String(data.kind)] ?? data.kind}`,
        detail: joined([product, text(data.reason) ?? '']),
      };
    case 'message':
      return {
        group: 'words',
        kind: 'message',
        title: `${sideNames[String(data.side)] ?? 'Somebody'} wrote in the dispute`,
        detail: data.file ? `attached ${data.file}` : '',
        text: text(data.text),
        dispute_id: text(data.dispute),
      };
    case 'report':
      return {
        group: 'words',
        kind: 'message',
        title: `${sideNames[String(data.side)] ?? 'Somebody'} reported the conversation about the order`,
        text: text(data.reason),
        thread_id: text(data.thread),
      };
    default:
      return auditLabels(data, reading);
  }
}

const sideNames: Record<string, string> = { buyer: 'The buyer', seller: 'The seller', staff: 'The staff' };
const invoiceNames: Record<string, string> = { invoice: 'Invoice', credit_note: 'Credit note' };
const hourNames: Record<string, string> = { returned: 'given back', expired: 'expired', taken: 'taken back' };

const ledgerNames: Record<string, string> = {
  capture: 'booked to this order',
  wallet_payment: 'from the wallet, booked to this order',
  wallet_payment_returned: 'booked back to the wallet',
  release: 'released',
  refund: 'taken for a refund',
  refund_paid: 'paid back',
  refund_failed: 'given back: the refund failed',
  refund_came_back: 'came back: the refund was returned',
  fee_returned: 'of the fee returned to the seller',
  dispute: 'set apart for a dispute',
  dispute_won: 'given back: the dispute was won',
  dispute_lost: 'lost in a dispute',
  netting: 'kept for what was owed',
  accepted_difference: 'accepted as the difference to the total',
  loss: 'borne by the shop',
  processor_fee: 'kept by the payment provider',
};

function ledgerLabels(data: Record<string, unknown>, { readsLedger }: Reading): Words {
  const kind = String(data.kind);
  return {
    group: 'money',
    kind: 'ledger',
    title: `${formatCents(number(data.cents))} ${ledgerNames[kind] ?? kind.replaceAll('_', ' ')}`,
    detail: joined([`ledger transfer ${data.transfer}`, text(data.name) ?? '', text(data.reason) ?? '']),
    transfer_id: readsLedger ? number(data.transfer) : null,
  };
}

const callNames: Record<string, string> = {
  'access.grant': 'asked to set up access',
  'access.withdraw': 'asked to take access back',
  'hours.start': 'asked to switch the machine on',
  'hours.stop': 'asked to switch the machine off',
  'hours.extend': 'asked to keep the machine on',
  'hours.status': 'asked how the machine is',
};

function callLabels({ type, state, attempts, failure, product }: Record<string, unknown>): Words {
  const tries = number(attempts);
  return {
    group: 'delivery',
    kind: 'access',
    title: `The shop's endpoint was ${callNames[String(type)] ?? type}`,
    detail: joined([
      text(product) ?? '',
      state === 'sent' ? 'it answered' : state === 'failed' ? 'given up' : 'waits for an answer',
      tries > 1 ? `${tries} tries` : '',
      text(failure) ?? '',
    ]),
  };
}

function downloadLabels({ path, product, done, door, agent }: Record<string, unknown>): Words {
  return {
    group: 'delivery',
    kind: 'download',
    title: done ? `${path} downloaded` : `${path} downloaded in part`,
    detail: joined([text(product) ?? '', door === 'hub' ? 'by the Hub address' : '', text(agent) ?? '']),
  };
}

const stopNames: Record<string, string> = {
  buyer: 'by the buyer',
  used_up: 'the hours were used up',
  expired: 'the hours expired',
  refunded: 'the money went back',
  on_hold: 'the payment is looked at',
  shop: 'by the shop',
  machine: 'it ended by itself',
  not_started: 'it never started',
  time_limit: 'the time that the buyer had set was over',
  budget: 'the budget that the buyer had set was used up',
};

function machineOffLabels({ product, reason, minutes, failed, failure }: Record<string, unknown>): Words {
  if (failed)
    return {
      group: 'delivery',
      kind: 'machine_off',
      title: 'Machine did not start',
      detail: joined([text(product) ?? '', text(failure) ?? '']),
    };
  const why = stopNames[String(reason)] ?? '';
  return {
    group: 'delivery',
    kind: 'machine_off',
    title: joined(['Machine stopped', why]),
    detail: joined([text(product) ?? '', `${minutesText(number(minutes))} used`]),
  };
}

type Said = {
  kind: EventKind;
  group: EventGroup;
  title: (cents: string, details: Record<string, unknown>, order: StoredOrder) => string;
};
const said = (group: EventGroup, kind: EventKind, title: Said['title'] | string): Said => ({
  group,
  kind,
  title: typeof title === 'string' ? () => title : title,
});

const audited: Record<string, Said> = {
  'order.paid': said('money', 'paid', (_cents, { method }, order) => paidTitle(order, text(method) ?? 'card')),
  'order.transfer_noted': said('money', 'paid', 'The transfer or check was noted'),
  'order.payment_failed': said('money', 'ended', 'The payment failed'),
  'order.refund_decided': said('money', 'refund', (cents) => `Refund of ${cents} decided`),
  'order.refund_pending': said('money', 'refund', (cents) => `The provider works on the refund of ${cents}`),
  'order.refunded': said('money', 'refund', (cents) => `${cents} refunded`),
  'order.refund_failed': said('money', 'ended', (cents) => `The refund of ${cents} failed`),
  'order.review_opened': said('money', 'bank', 'Put into review'),
  'order.review_closed': said('money', 'bank', 'The review ended'),
  'order.dispute_opened': said('money', 'bank', (cents) => `The bank asks for ${cents}`),
  'order.dispute_won': said('money', 'bank', 'The bank decided for the shop'),
  'order.dispute_lost': said('money', 'bank', (cents) => `The bank took ${cents} back`),
  'order.delivered': said('delivery', 'delivered', 'Delivered'),
  'order.fulfilled': said('delivery', 'delivered', 'Everything is delivered'),
  'order.cancelled': said('words', 'ended', 'Cancelled'),
  'order.expired': said('words', 'ended', 'Ended: it was not paid in time'),
  'order.receipt_sent': said('words', 'mail', 'The receipt was sent again'),
  'order.note_deleted': said('words', 'note', 'A note was taken back'),
  'dispute.opened': said('words', 'message', 'The buyer disputes a line'),
  'dispute.answered': said('words', 'message', 'The seller answered the dispute'),
  'dispute.decided': said('words', 'message', 'The dispute was decided'),
  'dispute.withdrawn': said('words', 'message', 'The buyer withdrew the dispute'),
  'dispute.lost_by_silence': said('words', 'message', 'The dispute was lost: nobody answered'),
  'dispute.settled': said('words', 'message', 'The dispute is settled'),
};

function auditLabels(data: Record<string, unknown>, { order }: Reading): Words {
  const details = (data.details ?? {}) as Record<string, unknown>;
  const action = String(data.action);
  const { group, kind, title } =
    audited[action] ?? said('words', 'other', action.replace('.', ': ').replaceAll('_', ' '));
  const cents = formatCents(number(details.amount_cents));
  return {
    group,
    kind,
    title: title(cents, details, order),
    detail: joined(detailsOf(action, details, order)),
    text: action === 'order.refund_decided' ? text(data.reason) : null,
    by: text(data.who) ?? text(details.by) ?? (text(data.name) || actorNames[String(data.kind)] || null),
    dispute_id: text(details.dispute),
    staff_only: action === 'order.note_deleted',
  };
}

function paidTitle(order: StoredOrder, method: string): string {
  const ofWallet = order.wallet_cents;
  const rest = paidCents(order) - ofWallet;
  const parts = [
    (rest > 0 || ofWallet === 0) && `${formatCents(rest)} by ${method}`,
    ofWallet > 0 && `${formatCents(ofWallet)} from the wallet`,
  ];
  return `Paid ${parts.filter(Boolean).join(' and ')}`;
}

const actorNames: Record<string, string> = {
  operator: 'Operator',
  provider: 'Payment provider',
  job: 'The shop itself',
};
/** Said in the title, or by somebody's name. */
const unsaid = ['amount_cents', 'by', 'method', 'dispute', 'refund', 'seller'];

function detailsOf(action: string, details: Record<string, unknown>, order: StoredOrder): string[] {
  const rest = Object.entries(details).filter(([name, value]) => !unsaid.includes(name) && value !== '');
  const card = order.card_last4 ? `card ending in ${order.card_last4}` : '';
  return [
    action === 'order.paid' && order.payment_method === 'card' ? card : '',
    ...rest.map(([name, value]) => detailText(name, value, order)),
  ];
}

function detailText(name: string, value: unknown, order: StoredOrder): string {
  if (name === 'as') return value === 'staff' ? 'for the shop' : `as ${value}`;
  if (name !== 'lines' && name !== 'line') return `${name.replaceAll('_', ' ')}: ${value}`;
  const numbers = String(value).split(' ').map(Number);
  return listed(order.lines.filter(({ line }) => numbers.includes(line)).map(({ product_name }) => product_name));
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function number(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : 0;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function count(value: unknown, what: string): string {
  return number(value) === 1 ? `1 ${what}` : `${number(value)} ${what}s`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
