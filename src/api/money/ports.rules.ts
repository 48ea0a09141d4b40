// Rules of this domain that other domains may use; everything else here is its own.
export { monthBegin, refusalOfWalletPayment, toCents } from './buyer-wallet/buyer-wallet.rules.ts';
export { termsOf } from './commission/commission-terms.rules.ts';
export {
  arrivedRefunds,
  cardCents,
  fromWalletCents,
  lineCents,
  originRefundableCents,
  paidCents,
  refundableCents,
  refundingCents,
  taxesOf,
  taxNumberOfBuyer,
} from './order-amount/order-amount.rules.ts';
export { leftOfLine, type RefundedLine, refundParts, type TakenShare } from './order-amount/refund-share.rules.ts';
export { addressLines } from './receipt/pdf.rules.ts';
export { isTaxWithheld, percentOf, taxOf } from './tax/tax.rules.ts';
export {
  buyerWallet,
  orderHeld,
  outsideOf,
  platformFees,
  platformLoss,
  platformTax,
  sellerAvailable,
  sellerOwed,
} from './wallet/posting/accounts.rules.ts';
export { walletPayment, walletPaymentReturned } from './wallet/posting/buyer-wallet.posting.rules.ts';
export {
  acceptedDifference,
  capture,
  giveBack,
  refundCameBack,
  release,
  type TakenLine,
  type Taking,
  take,
  takenArrived,
} from './wallet/posting/posting.rules.ts';
export { comingShare, releasedShare, returnedShare, type Share } from './wallet/posting/share.rules.ts';
