import type { SellerRole } from '#contract/selling/seller.ts';

export const roleNames: Record<SellerRole, string> = { owner: 'Owner', editor: 'Editor', finance: 'Finance' };

/** Permissions of each role. */
export const roleHints: Record<SellerRole, string> = {
  owner: 'Everything, also people and closing the shop',
  editor: 'Products, deliveries, reviews and messages',
  finance: 'Orders, refunds and figures',
};
