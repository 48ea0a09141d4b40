import type { SellerRole } from '#contract/selling/seller.ts';

/** Roles that see a shop's money: the API refuses all others. */
export const walletRoles: readonly SellerRole[] = ['owner', 'finance'];
