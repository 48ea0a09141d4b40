// Emails to people about what an operator gives them and takes back.

import { libraryPath } from '#contract/goods/library/library.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import { mailedTitle } from '../../text/foreign-words.rules.ts';

type About = { to: string; shop: Marketplace; productName: string; entitlementId: string };

/** `until`: when it ends by itself; null where it does not. */
export function givenMail({ until, ...about }: About & { until: Date | null }) {
  const { shop, entitlementId } = about;
  const productName = mailedTitle(about.productName);
  const end = until && ` It is yours until ${until.toISOString().slice(0, 10)}.`;
  return {
    to: about.to,
    subject: `In your ${shop.name} library: ${productName}`,
    heading: 'You have been given something',
    paragraphs: [`${productName} is in your library, and there is nothing to pay.${end ?? ''}`],
    action: { label: 'Open it', url: shop.origin + libraryPath(entitlementId) },
    note: `You get this because ${shop.name} has given it to your account.`,
  };
}

export function withdrawnMail({ reason, ...about }: About & { reason: string }) {
  const { shop, entitlementId } = about;
  const productName = mailedTitle(about.productName);
  return {
    to: about.to,
    subject: `Taken back: ${productName}`,
    heading: 'Something in your library has ended',
    paragraphs: [`${productName} was given to you, and has been taken back.`, reason],
    action: { label: 'Open your library', url: shop.origin + libraryPath(entitlementId) },
    note: `You get this because ${shop.name} had given it to your account.`,
  };
}
