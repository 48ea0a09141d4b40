// Side of a person in a dispute, and the page that they read: buyer, member of a shop in it, or staff. For everybody else there is none.
import type { DisputePage } from '#contract/ordering/dispute.ts';
import { may } from '../../access/access.rules.ts';
import { secondFactorNeeded } from '../../access/access-refusals.ts';
import type { Customer } from '../../access/authenticate.ts';
import { findMembership, findStaffRole } from '../../access/member.store.ts';
import { notFound } from '../../http/answers.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findOrder } from '../order/order.store.ts';
import { listNamedRefunds } from '../order/refund.store.ts';
import { toLineHours } from '../staff-order/staff-order.rules.ts';
import { listLineGoods } from '../staff-order/staff-order.store.ts';
import { listDisputeMessages } from './dispute-message.store.ts';
import { findDispute, listCardDisputes } from './dispute-page.store.ts';
import { type DisputeRow, type Reader, toDisputePage } from './to-dispute.rules.ts';

export type Read = { row: DisputeRow; reader: Reader };

/** Throws 404 for who has nothing to do with it. */
export async function readAs(db: Db, disputeId: string, customer: Customer): Promise<Read> {
  const row = isStorableText(disputeId) ? await findDispute(db, disputeId) : null;
  const reader = row && (await readerOf(db, row, customer));
  if (!row || !reader) throw noDispute();
  return { row, reader };
}

export async function readPage(db: Db, { row, reader }: Read): Promise<DisputePage> {
  const order = await findOrder(db, row.order_id);
  if (!order) throw noDispute();
  const own = reader.side === 'seller' ? (reader.sellerId ?? undefined) : undefined;
  const messages = await listDisputeMessages(db, row.dispute_id, own);
  const cards = await listCardDisputes(db, row.order_id);
  const refunds = row.line === null ? [] : await listNamedRefunds(db, row.order_id, row.line);
  const mayDecide =
    reader.side === 'staff' && (row.seller_id === null || !(await findMembership(db, row.seller_id, reader.accountId)));
  const goods = mayDecide ? (await listLineGoods(db, row.order_id)).find(({ line }) => line === row.line) : undefined;
  const hours = toLineHours(goods);
  return toDisputePage({ row, order, messages, cards, refunds, hours, mayDecide }, reader);
}

/** As a side of it first: who is of the staff as well decides nothing there. */
async function readerOf(db: Db, row: DisputeRow, customer: Customer): Promise<Reader | null> {
  const { userId: accountId } = customer;
  if (row.account_id === accountId) return { side: 'buyer', sellerId: null, accountId, role: null };
  const shops = row.seller_id ? [row.seller_id] : row.kind === 'card' ? row.sellers.filter(Boolean) : [];
  for (const sellerId of shops) {
    const membership = await findMembership(db, sellerId, accountId);
    if (membership && may(customer).actForSeller('readDisputes', membership))
      return { side: 'seller', sellerId, accountId, role: membership.role };
  }
  const role = await findStaffRole(db, accountId);
  if (!role || !may(customer).actForMarketplace('readDisputes', role)) return null;
  if (!customer.hasSecondFactor) throw secondFactorNeeded();
  return { side: 'staff', sellerId: null, accountId, role };
}

export const noDispute = () => notFound('There is no dispute of yours with this id.');
