import type { SellerRole } from '#contract/selling/seller.ts';

/** Who sees a shop's money: the API refuses all others. */
export const walletRoles: readonly SellerRole[] = ['owner', 'finance'];
