// Words about sellers: shops of several people, whose products the marketplace sells. Free of the validator.

/**
 * What becomes of a seller. `draft`: the application is being written; `returned`: it came back with a reason; `closing`: nothing is sold any more,
 * what is open is delivered or given back; `closed`: the page says so.
 */
export const sellerStates = ['draft', 'submitted', 'returned', 'approved', 'suspended', 'closing', 'closed'] as const;
export type SellerState = (typeof sellerStates)[number];

/** What somebody is in a shop. */
export const sellerRoles = ['owner', 'editor', 'finance'] as const;
export type SellerRole = (typeof sellerRoles)[number];

export function isSellerRole(text: string): text is SellerRole {
  return (sellerRoles as readonly string[]).includes(text);
}

/** The page of a shop that buyers see. */
export function sellerPath(address: string): string {
  return `/sellers/${encodeURIComponent(address)}`;
}

/** Whether it has been let in: what it sells, and who buys, is managed from then on. Before, there is only its application. */
export function isOpenedSeller(state: SellerState): boolean {
  return state === 'approved' || state === 'suspended' || state === 'closing' || state === 'closed';
}
