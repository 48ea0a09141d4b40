// A dispute as each side is told of it: one page for those of lines and those of card payments, with its times.

import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import type {
  Dispute,
  DisputeListItem,
  DisputeMessage,
  DisputeMoment,
  DisputePage,
  OrderDisputes,
} from '#contract/ordering/dispute.ts';
import type {
  CardDisputeState,
  DisputeDecision,
  DisputeSide,
  LineDisputeState,
} from '#contract/ordering/dispute-terms.ts';
import type { TakenShare } from '../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';
import { deliveredAt } from '../order/order.rules.ts';
import { type DisputeTimes, disputable, isOpen } from './dispute.rules.ts';

export type DisputeRow = {
  dispute_id: string;
  order_id: string;
  account_id: string | null;
  username: string | null;
  reason: string;
  amount_cents: number;
  opened_at: Date;
  ended_at: Date | null;
  seller_id: string | null;
  seller_name: string | null;
  seller_address: string | null;
  /** Sellers of all lines of the order; '' is the operator. */
  sellers: string[];
  product_name: string | null;
  line: number | null;
  answer_until: Date | null;
  /** Time until the bank takes evidence for a card payment. */
  evidence_until: Date | null;
  answered_at: Date | null;
  paused_at: Date | null;
  decision: DisputeDecision | null;
  decided_cents: number | null;
  decided_minutes: number | null;
  decision_reason: string;
  hold_id: string | null;
} & ({ kind: 'line'; state: LineDisputeState } | { kind: 'card'; state: CardDisputeState });

export type CardDisputeRow = {
  dispute_id: string;
  state: CardDisputeState;
  reason: string;
  amount_cents: number;
  evidence_due_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

type MessageRow = {
  message_id: string;
  side: DisputeSide;
  text: string;
  file_name: string | null;
  media_type: string | null;
  size_bytes: number | null;
  created_at: Date;
};

/** Reader of the page: `sellerId` is the shop's whose page it is then. */
export type Reader = { side: DisputeSide; sellerId: string | null; accountId: string; role: string | null };

type Refund = { refund_id: string; state: string; amount_cents: number; minutes: number | null; created_at: string };

type Known = {
  row: DisputeRow;
  order: StoredOrder;
  messages: readonly MessageRow[];
  cards: readonly CardDisputeRow[];
  /** Those that name its line. */
  refunds: readonly Refund[];
  /** Machine time of its line, in minutes, for who may decide. */
  hours: DisputePage['hours'];
  /** True if the reader may decide disputes, and is no side of this one. */
  mayDecide: boolean;
};

/** A shop is told of amounts that are its own alone. */
function showsAmount({ kind, sellers }: DisputeRow, { side, sellerId }: Pick<Reader, 'side' | 'sellerId'>): boolean {
  return kind === 'line' || side !== 'seller' || sellers.every((seller) => seller === sellerId);
}

function isEnded(row: DisputeRow): boolean {
  return row.ended_at !== null;
}

function toDispute(row: DisputeRow, reader: Pick<Reader, 'side' | 'sellerId'>): Dispute {
  const { kind, line, product_name, seller_name: name, seller_address: address } = row;
  return {
    dispute_id: row.dispute_id,
    kind,
    order_id: row.order_id,
    product: line === null ? null : { line, product_id: '', product_name: product_name ?? '' },
    seller: name && address ? { name, address } : null,
    buyer: row.account_id === null ? null : { name: row.username ?? 'Customer' },
    reason: row.reason,
    amount: showsAmount(row, reader) ? row.amount_cents / 100 : null,
    state: row.state,
    opened_at: row.opened_at.toISOString(),
    answer_until: row.kind === 'line' && row.state === 'open' ? (row.answer_until?.toISOString() ?? null) : null,
    evidence_until: reader.side === 'buyer' ? null : (row.evidence_until?.toISOString() ?? null),
    waits_for_bank: row.paused_at !== null,
    answered_at: row.answered_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    decision: row.decision,
    decided_amount: row.decided_cents === null ? null : row.decided_cents / 100,
    decided_minutes: row.decided_minutes,
    decision_reason: row.decision_reason,
  };
}

export function toListItem(row: DisputeRow, reader: Pick<Reader, 'side' | 'sellerId'>): DisputeListItem {
  const {
    decision_reason: _reason,
    decided_amount: _amount,
    decided_minutes: _minutes,
    ...told
  } = toDispute(row, reader);
  return told;
}

export function toDisputePage(known: Known, reader: Reader): DisputePage {
  const { row, order, messages, cards, mayDecide } = known;
  const line = order.lines.find((one) => one.line === row.line) ?? null;
  const dispute = toDispute(row, reader);
  const open = !isEnded(row);
  const isLine = row.kind === 'line';
  return {
    side: reader.side,
    may: {
      write: open && (reader.side !== 'seller' || reader.role !== 'finance'),
      withdraw: open && isLine && reader.side === 'buyer',
      refund: open && isLine && row.paused_at === null && reader.side === 'seller' && reader.role !== 'editor',
      decide: open && isLine && row.paused_at === null && reader.side === 'staff' && mayDecide,
    },
    dispute: { ...dispute, product: dispute.product && line && { ...dispute.product, product_id: line.product_id } },
    times: timesOf(known, line, reader),
    money: moneyOf(known, line),
    hours: known.hours,
    messages: messages.map((message) => toMessage(message, reader.side)),
    card_disputes: cards.map((card) => ({
      dispute_id: card.dispute_id,
      state: card.state,
      reason: card.reason,
      amount: showsAmount({ ...row, kind: 'card', state: card.state }, reader) ? card.amount_cents / 100 : null,
      evidence_until:
        card.state === 'open' && reader.side !== 'buyer' ? (card.evidence_due_at?.toISOString() ?? null) : null,
      opened_at: card.created_at.toISOString(),
      updated_at: card.updated_at.toISOString(),
    })),
  };
}

function toMessage(row: MessageRow, side: DisputeSide): DisputeMessage {
  return {
    message_id: row.message_id,
    side: row.side,
    own: row.side === side,
    text: row.text,
    file: row.file_name
      ? {
          file_id: row.message_id,
          name: row.file_name,
          media_type: row.media_type ?? '',
          size: row.size_bytes ?? 0,
        }
      : null,
    created_at: row.created_at.toISOString(),
  };
}

/** Past and planned events, in order. */
function timesOf({ row, order, refunds }: Known, line: StoredLine | null, { side }: Reader): DisputeMoment[] {
  const times: DisputeMoment[] = [];
  const add = (at: Date | string | null, what: DisputeMoment['what'], more: Partial<DisputeMoment> = {}) => {
    if (at) times.push({ at: new Date(at).toISOString(), what, planned: false, amount: null, minutes: null, ...more });
  };
  add(order.paid_at, 'ordered');
  if (line) add(deliveredAt(order, line), 'delivered');
  add(row.opened_at, 'opened');
  add(row.answered_at, 'answered');
  if (row.kind === 'line' && row.state === 'open' && !row.paused_at)
    add(row.answer_until, 'answer_until', { planned: true });
  if (side !== 'buyer') add(row.evidence_until, 'evidence_until', { planned: true });
  add(row.ended_at, 'ended');
  for (const refund of refunds) {
    const { amount_cents: cents, minutes } = refund;
    const what = refund.state === 'succeeded' ? 'refund_arrived' : 'refund_decided';
    add(refund.created_at, what, { amount: cents / 100, minutes });
  }
  if (line?.released_at) add(line.released_at, 'released');
  return times.sort((a, b) => a.at.localeCompare(b.at));
}

function moneyOf({ row, cards }: Known, line: StoredLine | null): DisputePage['money'] {
  if (row.kind === 'card')
    return row.state === 'open' ? 'with_bank' : row.state === 'lost' ? 'given_back' : 'with_seller';
  if (isOpen(row.state)) {
    if (cards.some(({ state }) => state === 'open')) return 'with_bank';
    return row.hold_id ? 'set_apart' : 'waits_in_order';
  }
  if (row.decision === 'buyer' || row.state === 'lost_by_silence' || row.state === 'settled') return 'given_back';
  return line?.released_at ? 'with_seller' : 'waits_in_order';
}

export function toOrderDisputes(
  order: StoredOrder,
  known: {
    disputes: ReadonlyArray<{ dispute_id: string; line: number; state: LineDisputeState }>;
    cards: readonly CardDisputeRow[];
    shares: readonly TakenShare[];
    times: DisputeTimes;
    now: Date;
  },
): OrderDisputes {
  const { disputes, cards, shares, times, now } = known;
  return {
    lines: order.lines.map((line) => {
      const last = disputes.findLast((dispute) => dispute.line === line.line) ?? null;
      const possible = line.disputed ? null : disputable(order, line, shares, times);
      const isNow = possible !== null && now >= possible.from && now <= possible.until;
      return {
        line: line.line,
        product_name: nameWithOptions(line.product_name, line.selected_options),
        seller: line.seller,
        dispute_id: last?.dispute_id ?? null,
        state: last?.state ?? null,
        reasons: isNow ? [...possible.reasons] : [],
        from: possible?.from.toISOString() ?? null,
        until: possible?.until.toISOString() ?? null,
      };
    }),
    card_disputes: cards.map(({ dispute_id, state }) => ({ dispute_id, state })),
  };
}
