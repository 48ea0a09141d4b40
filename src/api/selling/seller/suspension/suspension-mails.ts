// Emails to the owners of a shop when the staff suspend it, and when that is over.
import type { Marketplace } from '#contract/marketplace.ts';
import type { Message } from '#mail/mailer.ts';
import { mailedName } from '../../../text/foreign-words.rules.ts';

/** `sellerAddress`: whoever has several shops comes to the right one. */
type Recipient = { to: string; sellerName: string; sellerAddress: string };

export function suspendedMail(
  shop: Marketplace,
  { to, sellerAddress, reason, ...told }: Recipient & { reason: string },
): Message {
  const sellerName = mailedName(told.sellerName, 'Your shop');
  return {
    to,
    subject: `${sellerName} is suspended at ${shop.name}`,
    heading: `${sellerName} is suspended`,
    paragraphs: [
      'We have suspended your shop. Its products are not in the catalogue at the moment and cannot be bought. Orders that were not paid have ended.',
      `Why: ${reason}`,
      'What buyers have paid for stays theirs, and we look after their open orders. Answer this mail when you think that we are wrong, or when the reason is gone.',
    ],
    action: { label: 'See your shop', url: shopUrl(shop, sellerAddress) },
  };
}

export function reinstatedMail(shop: Marketplace, { to, sellerAddress, ...told }: Recipient): Message {
  const sellerName = mailedName(told.sellerName, 'Your shop');
  return {
    to,
    subject: `${sellerName} is open again at ${shop.name}`,
    heading: `${sellerName} is open again`,
    paragraphs: [
      'Your shop is no longer suspended. Its products are in the catalogue again, but for those that were paused.',
    ],
    action: { label: 'See your shop', url: shopUrl(shop, sellerAddress) },
  };
}

function shopUrl({ origin }: Marketplace, seller: string): string {
  return `${origin}/profile/shop?${new URLSearchParams({ seller })}`;
}
