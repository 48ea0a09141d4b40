// Mails to the people of a shop who deliver; of the operator's own products, to the operator.

import type { Transaction } from 'kysely';
import type { Marketplace } from '#contract/marketplace.ts';
import { isMailable, type Message, type SendMail } from '#mail/mailer.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findDeliverers } from '../../selling/ports.ts';
import { findNotifiedShop, type NotifiedShop } from './shop-notice.store.ts';

/** `seller` null: the operator's own products. */
export type ToShop = { to: string; shop: Marketplace; seller: NotifiedShop | null };
/** `sellerId` '' for the operator. A shop that may not act is told nothing. */
export type NotifyShop = (
  transaction: Transaction<ApiTables>,
  sellerId: string,
  mail: (about: ToShop) => Message,
) => Promise<void>;

export function createNotifyShop(deps: {
  sendMail: SendMail;
  /** `email`: where the operator reads of their own products. */
  shop: { name: string; origin: string; email: string };
}): NotifyShop {
  const { sendMail, shop } = deps;
  return async (transaction, sellerId, mail) => {
    const seller = sellerId ? await findNotifiedShop(transaction, sellerId) : null;
    if (sellerId && !seller) return;
    const people = sellerId
      ? (await findDeliverers(transaction, [sellerId])).map(({ user_id }) => user_id)
      : [shop.email];
    for (const to of people.filter(isMailable)) await sendMail(transaction, mail({ to, shop, seller }));
  };
}
