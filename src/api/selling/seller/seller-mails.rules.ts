// Emails to the people of a shop, in the marketplace's words. Handed to `sendMail` by the code that has the transaction.
import type { Marketplace } from '#contract/marketplace.ts';
import type { SellerRole } from '#contract/selling/seller.ts';
import { mailedName } from '../../text/foreign-words.rules.ts';

/** The marketplace, as its mails name it. */
export type MailingShop = Marketplace;

/** A message as the mail's port takes it. */
export type SellerMail = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  note?: string;
};

/** A shop that mails are about, and the addresses of its owners. */
export type MailedSeller = { name: string; address: string; owners: readonly string[] };

export function applicationReceivedMails(shop: MailingShop, seller: MailedSeller): SellerMail[] {
  const name = shopName(seller.name);
  return toOwners(seller, {
    subject: `We have got the application of ${name}`,
    heading: `We have got the application of ${name}`,
    paragraphs: [
      `Somebody at ${shop.name} reads it. You get a mail once it is decided; usually that takes one working day.`,
      'Until then you can withdraw it to change it.',
    ],
    action: { label: 'See the application', url: `${shop.origin}/profile/become-a-seller` },
  });
}

/** Emails to the owners about a decision on their application. `reason` is why it was returned. */
export function applicationDecidedMails(
  shop: MailingShop,
  seller: MailedSeller,
  decision: 'approved' | 'returned',
  reason: string,
): SellerMail[] {
  const name = shopName(seller.name);
  if (decision === 'approved')
    return toOwners(seller, {
      subject: `${name} is approved`,
      heading: `Welcome: ${name} is approved`,
      paragraphs: [
        `You can sell at ${shop.name} now. Add your first product: it goes on sale as soon as it is approved.`,
        `The page of your shop: ${shop.origin}/sellers/${seller.address}`,
      ],
      action: {
        label: 'Manage your products',
        url: `${shop.origin}/profile/products-management?${new URLSearchParams({ seller: seller.address })}`,
      },
    });
  return toOwners(seller, {
    subject: `The application of ${name} came back`,
    heading: `The application of ${name} came back`,
    paragraphs: [
      'It cannot be approved as it is. The reason:',
      reason,
      'What you entered is kept. Change it and submit it again.',
    ],
    action: { label: 'Continue your application', url: `${shop.origin}/profile/become-a-seller` },
  });
}

/** `name` null: of a shop that is not approved, whose words go to nobody who has not asked for them. */
export function supportAddressMail(
  shop: MailingShop,
  given: { to: string; name: string | null; token: string },
): SellerMail {
  const name = given.name === null ? 'A new shop' : shopName(given.name);
  return {
    to: given.to,
    subject:
      given.name === null ? `Confirm this address for a shop at ${shop.name}` : `Confirm this address for ${name}`,
    heading: 'Is this your support address?',
    paragraphs: [
      `${name} wants to sell at ${shop.name} and has named this address as the one where buyers get help. Confirm it with the account that wrote the application.`,
      'The link is good for two days.',
    ],
    action: { label: 'Confirm the address', url: `${shop.origin}/profile/shop?confirm=${given.token}` },
    note: 'If you know nothing of this, do nothing: without your word the address is not used.',
  };
}

const rolePowers: Record<SellerRole, string> = {
  owner: 'An owner may do everything: products, orders, money, people, and closing the shop.',
  editor: 'An editor writes products, delivers orders, and answers reviews and messages.',
  finance: 'Finance sees orders and figures, and refunds.',
};

export function invitationMail(
  shop: MailingShop,
  given: { to: string; name: string; role: SellerRole; token: string },
): SellerMail {
  const name = shopName(given.name);
  return {
    to: given.to,
    subject: `${name} invites you as ${given.role}`,
    heading: `${name} invites you`,
    paragraphs: [
      `You are invited to work on the shop ${name} at ${shop.name}. ${rolePowers[given.role]}`,
      `Sign in with an account of this address, ${given.to}. The link is good for seven days and works once.`,
    ],
    action: { label: 'See the invitation', url: `${shop.origin}/profile/shop?invitation=${given.token}` },
    note: 'If you do not know this shop, do nothing.',
  };
}

export function sellerClosedMails(shop: MailingShop, seller: MailedSeller): SellerMail[] {
  const name = shopName(seller.name);
  return toOwners(seller, {
    subject: `${name} has closed`,
    heading: `${name} has closed`,
    paragraphs: [
      'Nothing was open any more. The page of your shop says that it has closed. Buyers keep what they bought.',
    ],
    action: { label: 'See the page', url: `${shop.origin}/sellers/${seller.address}` },
  });
}

function shopName(name: string): string {
  return mailedName(name, 'A shop');
}

function toOwners(seller: MailedSeller, message: Omit<SellerMail, 'to'>): SellerMail[] {
  return seller.owners.map((to) => ({ to, ...message }));
}
