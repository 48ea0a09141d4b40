// Functions and types of this domain that other domains may use; everything else here is its own.
export {
  endPayInsOf,
  findPayingWallet,
  findRefundTarget,
  findWallet,
  lockWallet,
} from './buyer-wallet/buyer-wallet.store.ts';
export { findSellerTerms } from './commission/commission.store.ts';
