// Emails to the people of a shop about decisions on their products.
import type { Marketplace } from '#contract/marketplace.ts';
import { mailedTitle } from '../../text/foreign-words.rules.ts';

/** The marketplace, as its mails name it. */
export type MailingShop = Marketplace;

/** A message as the mail's port takes it, without whom it is to. */
type ApprovalMail = {
  subject: string;
  heading: string;
  paragraphs: string[];
  action: { label: string; url: string };
  note: string;
};

type MailedProduct = {
  productId: string;
  name: string;
  /** The address of the shop's page; null where it has none. */
  sellerAddress: string | null;
};

/** `isNew`: it was not on sale before. `isListed`: buyers see it now. */
export function approvedMail(
  shop: MailingShop,
  product: MailedProduct,
  given: { isNew: boolean; isListed: boolean },
): ApprovalMail {
  const name = mailedTitle(product.name);
  const headline = given.isNew ? `${name} is approved` : `The change of ${name} is approved`;
  return {
    subject: headline,
    heading: headline,
    paragraphs: [
      given.isListed
        ? given.isNew
          ? 'It is on sale now.'
          : 'It is on sale with your change now.'
        : 'Buyers do not see it at the moment. Products Management says why.',
    ],
    action: given.isListed
      ? { label: 'See the page', url: `${shop.origin}/products/id/${encodeURIComponent(product.productId)}` }
      : { label: 'Open the product', url: editorUrl(shop, product) },
    note: noteOf(shop),
  };
}

export function returnedMail(
  shop: MailingShop,
  product: MailedProduct,
  given: { isNew: boolean; reason: string },
): ApprovalMail {
  const name = mailedTitle(product.name);
  const headline = given.isNew ? `${name} came back` : `The change of ${name} came back`;
  return {
    subject: headline,
    heading: headline,
    paragraphs: [
      'It cannot be approved as it is. The reason:',
      given.reason,
      given.isNew
        ? 'What you wrote is kept. Change it and submit it again.'
        : 'What was on sale before stays on sale. What you wrote is kept: change it and submit it again.',
    ],
    action: { label: 'Open the product', url: editorUrl(shop, product) },
    note: noteOf(shop),
  };
}

/** `reason` null: it is hidden no more. */
export function hiddenMail(shop: MailingShop, product: MailedProduct, reason: string | null): ApprovalMail {
  const name = mailedTitle(product.name);
  const headline = reason === null ? `${name} is hidden no more` : `${name} is hidden`;
  return {
    subject: headline,
    heading: headline,
    paragraphs:
      reason === null
        ? ['Buyers see it again, unless you have paused or archived it.']
        : [
            `${shop.name} has taken it out of the catalogue. The reason:`,
            reason,
            'Who has bought it keeps it. Answer to this mail when it is put right.',
          ],
    action: { label: 'Open the product', url: editorUrl(shop, product) },
    note: noteOf(shop),
  };
}

function editorUrl(shop: MailingShop, { productId, sellerAddress }: MailedProduct): string {
  const seller = sellerAddress === null ? '' : `?${new URLSearchParams({ seller: sellerAddress })}`;
  return `${shop.origin}/profile/products-management/${encodeURIComponent(productId)}${seller}`;
}

function noteOf(shop: MailingShop): string {
  return `You get this as an owner or editor of a shop at ${shop.name}.`;
}
