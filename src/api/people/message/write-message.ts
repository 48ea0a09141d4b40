// Writing: into a thread that there is, or the first message about a product or an order.

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Marketplace } from '#contract/marketplace.ts';
import type { RefusalCode } from '#contract/refusal.ts';
import type { SendMail } from '#mail/mailer.ts';
import { isMailable } from '#mail/mailer.ts';
import { recordEvent } from '../../event/event.store.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { messageMail } from './message-mail.ts';
import { otherSide, type Party, type StoredThread, whyNotWrite } from './thread.rules.ts';
import {
  addMessage,
  findAskedOrder,
  findAskedProduct,
  findReaders,
  findThread,
  isMember,
  lockThread,
  openThread,
  type ThreadAbout,
} from './thread.store.ts';

export type Messages = { db: Kysely<ApiTables>; sendMail: SendMail; shop: Marketplace };

/** `missing`: there is no such thing for whoever asks; `impossible`: why it cannot be written about now. */
export type Unwritten = { missing: true } | { impossible: string; code?: RefusalCode };
type Written = { thread: StoredThread } | Unwritten;
type Writer = { party: Party; accountId: string; text: string };

export async function writeMessage(
  service: Messages,
  threadId: string,
  writer: Writer,
  allowWrite: () => Promise<void>,
): Promise<Written> {
  return allOrNothing(service.db, (transaction) => write(transaction, service, threadId, writer, allowWrite));
}

type Asked = {
  accountId: string;
  text: string;
  productId: string | undefined;
  orderId: string | undefined;
  seller: string | undefined;
};

/** A buyer writes about a product of a shop, or about an order of theirs that is paid. What was begun before goes on. */
export async function askSeller(
  service: Messages,
  { accountId, text, ...about }: Asked,
  allowWrite: () => Promise<void>,
): Promise<Written> {
  return allOrNothing(service.db, async (transaction) => {
    const found = await (about.orderId !== undefined
      ? findOrderAsked(transaction, { accountId, orderId: about.orderId, seller: about.seller })
      : findProductAsked(transaction, about.productId ?? ''));
    if ('missing' in found || 'impossible' in found) return found;
    if (await isMember(transaction, found.seller_id, accountId))
      return { impossible: 'This is your own shop: its messages come to you.', code: 'own_shop' };
    const threadId = await openThread(
      transaction,
      { ...found, thread_id: randomUUID(), account_id: accountId },
      'buyer',
    );
    const party: Party = { side: 'buyer', accountId };
    return write(transaction, service, threadId, { party, accountId, text }, allowWrite);
  });
}

/** Somebody of a shop writes to the buyer of an order with products of the shop. */
export async function writeToBuyer(
  service: Messages,
  given: { sellerId: string; orderId: string; accountId: string; text: string },
  allowWrite: () => Promise<void>,
): Promise<Written> {
  const { sellerId, orderId, accountId, text } = given;
  return allOrNothing(service.db, async (transaction) => {
    const order = await findAskedOrder(transaction, orderId);
    if (!order?.paid_at || !order.sellers.some(({ seller_id }) => seller_id === sellerId)) return { missing: true };
    if (!order.account_id)
      return {
        impossible: 'This customer has deleted their account. Nobody reads what you write.',
        code: 'buyer_left',
      };
    const about = { product_id: null, product_name: null, order_id: orderId };
    const thread = { ...about, thread_id: randomUUID(), seller_id: sellerId, account_id: order.account_id };
    const threadId = await openThread(transaction, thread, 'seller');
    return write(transaction, service, threadId, { party: { side: 'seller', sellerId }, accountId, text }, allowWrite);
  });
}

class Undone extends Error {
  outcome: Unwritten;
  constructor(outcome: Unwritten) {
    super('nothing was written');
    this.outcome = outcome;
  }
}

/** A message that is not written leaves no thread that was begun for it. */
async function allOrNothing(
  db: Kysely<ApiTables>,
  work: (transaction: Kysely<ApiTables>) => Promise<Written>,
): Promise<Written> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const outcome = await work(transaction);
      if ('thread' in outcome) return outcome;
      throw new Undone(outcome);
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
}

async function findProductAsked(transaction: Kysely<ApiTables>, productId: string): Promise<ThreadAbout | Unwritten> {
  const product = await findAskedProduct(transaction, productId);
  if (!product) return { missing: true };
  const { seller_id, product_id, product_name } = product;
  if (!seller_id) return { impossible: 'We sell this product ourselves. Ask us by the contact page.' };
  return { seller_id, product_id, product_name, order_id: null };
}

async function findOrderAsked(
  transaction: Kysely<ApiTables>,
  { accountId, orderId, seller }: { accountId: string; orderId: string; seller: string | undefined },
): Promise<ThreadAbout | Unwritten> {
  const order = await findAskedOrder(transaction, orderId);
  if (!order || order.account_id !== accountId) return { missing: true };
  if (!order.paid_at) return { impossible: 'This order is not paid yet. Ask about its product instead.' };
  if (order.sellers.length === 0)
    return { impossible: 'We have sold everything of this order ourselves. Ask us by the contact page.' };
  const asked = seller === undefined ? order.sellers : order.sellers.filter(({ address }) => address === seller);
  const [first] = asked;
  if (!first) return { missing: true };
  if (asked.length > 1) return { impossible: 'Several shops have sold this order. Say which of them you write to.' };
  return { seller_id: first.seller_id, product_id: null, product_name: null, order_id: orderId };
}

async function write(
  transaction: Kysely<ApiTables>,
  { sendMail, shop }: Messages,
  threadId: string,
  { party, accountId, text }: Writer,
  allowWrite: () => Promise<void>,
): Promise<Written> {
  const thread = await lockThread(transaction, party, threadId);
  if (!thread) return { missing: true };
  const why = whyNotWrite(thread, party.side);
  if (why !== null) return { impossible: why.message, code: why.code };
  await allowWrite();
  const message = { message_id: randomUUID(), thread_id: threadId, side: party.side, account_id: accountId, text };
  const { tell } = await addMessage(transaction, message);
  const { thread_id, seller_id, product_id, order_id } = thread;
  const eventData = { thread_id, message_id: message.message_id, product_id, order_id };
  if (party.side === 'buyer') await recordEvent(transaction, seller_id, 'message.received', eventData);
  const reader = otherSide(party.side);
  if (tell)
    for (const to of (await findReaders(transaction, thread, reader)).filter(isMailable))
      await sendMail(transaction, messageMail(shop, thread, { reader, to }));
  return { thread: (await findThread(transaction, party, threadId)) ?? thread };
}
