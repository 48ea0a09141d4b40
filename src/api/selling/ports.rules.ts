// Rules of this domain that other domains may use; everything else here is its own.
export type { MailedSeller, MailingShop, SellerMail } from './seller/seller-mails.rules.ts';
export { secretText, signatureHeaders } from './webhook/signature.rules.ts';
export { type AddressRules, refusalOfAddress } from './webhook/webhook-address.rules.ts';
