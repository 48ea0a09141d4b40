// Emails to buyers and shops while a shop sets something up.

import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';
import { mailedName, mailedTitle } from '../../text/foreign-words.rules.ts';

type Mail = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  action: { label: string; url: string };
  note: string;
};

export type MailShop = { shop: Marketplace };

/** The promised time has passed, and what was bought is not there. */
export function lateAccessMail({ shop }: MailShop, order: StoredOrder, to: string, line: StoredLine): Mail {
  const what = mailedTitle(nameWithOptions(line.product_name, line.selected_options));
  const seller = line.seller ? mailedName(line.seller.name, 'The seller') : shop.name;
  return {
    to,
    subject: `${what} is late: your ${shop.name} order ${order.order_id}`,
    heading: 'It is not there yet',
    paragraphs: [
      `${seller} promised to have set up ${what} by now, and has not. We go on asking for it, and tell you when it is there.`,
      'If you do not want to wait, take your money back in your library: it goes back the way you have paid.',
    ],
    action: { label: 'See your library', url: `${shop.origin}/profile/library` },
    note: `Order ${order.order_id}.`,
  };
}

/** The same for those who should have set it up. `seller` null: the operator's own products. */
export function lateForShopMail(
  { to, shop, seller }: MailShop & { to: string; seller: { address: string } | null },
  order: StoredOrder,
  line: StoredLine,
): Mail | Omit<Mail, 'action'> {
  const what = mailedTitle(nameWithOptions(line.product_name, line.selected_options));
  const mail = {
    to,
    subject: `You are late with ${what}: order ${order.order_id}`,
    heading: 'A buyer waits for access',
    paragraphs: [
      `${what} should have been set up by now: your endpoint has not said that it is. The buyer was told, and may take the money back.`,
      'Your endpoint is asked again by itself. Look at its calls, which say why they failed.',
    ],
    note: seller
      ? `You get this once for each purchase, as an owner or editor of a shop at ${shop.name}.`
      : 'You get this as the operator, for a product of your own.',
  };
  if (!seller) return mail;
  const query = new URLSearchParams({ seller: seller.address });
  return { ...mail, action: { label: 'See the endpoint', url: `${shop.origin}/profile/shop-keys?${query}` } };
}
