// Emails to the owners of a shop about its payouts.
import { formatCents } from '#contract/money/amount/money.ts';
import type { MailedSeller, MailingShop, SellerMail } from '../../selling/ports.rules.ts';
import { mailedName } from '../../text/foreign-words.rules.ts';

/** `last4`: of the bank account; null where Stripe pays out. */
export function destinationChangedMails(
  shop: MailingShop,
  seller: MailedSeller,
  given: { last4: string | null; by: string; waitDays: number },
) {
  const name = mailedName(seller.name, 'your shop');
  const goesTo = given.last4 === null ? 'an account at Stripe' : `the account ending in ${given.last4}`;
  return toOwners(seller, {
    subject: `The account that payouts of ${name} go to was changed`,
    heading: `Payouts of ${name} go to another account now`,
    paragraphs: [
      `From now on they go to ${goesTo}. ${mailedName(given.by, 'One of its people')} has changed it.`,
      ...(given.waitDays > 0
        ? [
            `Payouts wait ${given.waitDays} ${given.waitDays === 1 ? 'day' : 'days'}, unless another owner confirms the account in the payout settings before.`,
          ]
        : []),
      'If that was not one of you, change it back at once, sign out everywhere, and write to us.',
    ],
    action: { label: 'See the payout settings', url: walletUrl(shop, seller, 'settings') },
  });
}

export function payoutCameBackMails(
  shop: MailingShop,
  seller: MailedSeller,
  given: { payoutId: string; cents: number; reason: string },
) {
  const name = mailedName(seller.name, 'your shop');
  return toOwners(seller, {
    subject: `Payout ${given.payoutId} of ${name} came back`,
    heading: `${formatCents(given.cents)} did not arrive`,
    paragraphs: [
      `Payout ${given.payoutId} came back. The reason:`,
      given.reason,
      'The money is in the balance again. Check your bank details in the payout settings, then ask for it once more.',
    ],
    action: { label: 'See the payout', url: walletUrl(shop, seller, `payouts/${encodeURIComponent(given.payoutId)}`) },
  });
}

function toOwners({ owners }: MailedSeller, mail: Omit<SellerMail, 'to'>): SellerMail[] {
  return owners.map((to) => ({ to, ...mail }));
}

function walletUrl(shop: MailingShop, { address }: MailedSeller, screen: string): string {
  return `${shop.origin}/profile/wallet/${screen}?${new URLSearchParams({ seller: address })}`;
}
