// Order as the staff read it: all that is known of it, and its timeline, newest first.
import type { Kysely } from 'kysely';
import type { OrderEvent, OrderNote, StaffOrder } from '#contract/ordering/staff-order/staff-order.ts';
import type { StaffRole } from '#contract/people/staff.ts';
import { may } from '../../access/access.rules.ts';
import { downloadsOfOrders } from '../../goods/ports.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { listRefundsOfOrder } from '../order/refund.store.ts';
import { listRefundShares } from '../order/refund-share.store.ts';
import { type Happened, plannedOf, toEvent, toPlanned } from './order-event.rules.ts';
import { listEvents, listPlanned, type StoredEvent } from './order-event.store.ts';
import { listNotes } from './order-note.store.ts';
import { toStaffOrder } from './staff-order.rules.ts';
import { findUsername, findWish, isMemberOfAny, listLineGoods } from './staff-order.store.ts';
import { mayTakeBack } from './write-note.ts';

type Db = Kysely<ApiTables>;

/** More than anybody reads on one screen. */
const NOTES = 200;

/** The one who reads. */
type Reader = { accountId: string; email: string; role: StaffRole };

export async function readStaffOrder(
  db: Db,
  order: StoredOrder,
  { reader, walletIsOpen, now }: { reader: Reader; walletIsOpen: boolean; now: Date },
): Promise<StaffOrder> {
  const { order_id: orderId, account_id: accountId } = order;
  const [username, goods, downloads, refunds, notes, wish, isSide] = await Promise.all([
    accountId ? findUsername(db, accountId) : null,
    listLineGoods(db, orderId),
    downloadsOfOrders(db, [orderId]),
    listRefundsOfOrder(db, orderId),
    listNotes(db, orderId, NOTES),
    accountId ? findWish(db, accountId) : ('card' as const),
    isSideOf(db, order, reader.accountId),
  ]);
  const asked = { accountId: reader.accountId, isAdmin: reader.role === 'admin' };
  const shownNotes = notes.map(
    (note): OrderNote => ({
      note_id: note.note_id,
      written_by: note.written_by,
      written_at: note.written_at.toISOString(),
      text: note.text,
      may_delete: mayTakeBack(note, asked, now),
    }),
  );
  return toStaffOrder({
    ...{ order, username, goods, downloads, refunds, walletIsOpen, wish, isSide },
    notes: shownNotes,
    may: (action) => may({ userId: reader.accountId, email: reader.email }).actForMarketplace(action, reader.role),
  });
}

/** True if somebody is the buyer of an order, or of a shop that has sold something in it: they do not move its money for the operator. */
export async function isSideOf(db: Db, order: StoredOrder, accountId: string): Promise<boolean> {
  if (order.account_id === accountId) return true;
  const sellers = [...new Set(order.lines.flatMap(({ seller_id: id }) => (id === null ? [] : [id])))];
  return isMemberOfAny(db, accountId, sellers);
}

type Page = {
  after: ListCursor | null;
  limit: number;
  group: 'money' | 'delivery' | 'words' | null;
  readsLedger: boolean;
  readsInvoices: boolean;
};

/** Reads events. Planned ones stand before the first page, outside its limit. One more is read than asked for, to see if there are any. */
export async function readEvents(
  db: Db,
  order: StoredOrder,
  shopName: string,
  page: Page,
): Promise<{ planned: OrderEvent[]; happened: Array<OrderEvent & { micros: string }> }> {
  const { after, limit, group, readsLedger, readsInvoices: invoices } = page;
  const stored = await listEvents(db, order.order_id, { after, limit, group, invoices });
  const happened = stored.map((one) => ({
    ...toEvent(happenedOf(one), { order, shopName, readsLedger }),
    micros: one.micros,
  }));
  if (after !== null) return { planned: [], happened };
  const shares = await listRefundShares(db, order.order_id);
  const takenOf = (line: number) =>
    shares
      .filter((share) => share.line === line && share.state !== 'failed')
      .reduce((sum, { cents }) => sum + cents, 0);
  const planned = [
    ...plannedOf(order, takenOf),
    ...(await listPlanned(db, order.order_id)).map((one) => toPlanned(happenedOf(one))),
  ].filter((one) => group === null || one.group === group);
  return { planned: planned.sort((a, b) => (a.at < b.at ? 1 : -1)), happened };
}

function happenedOf({ source, key, at, data }: StoredEvent): Happened {
  return { source, key, at: new Date(at), data };
}
