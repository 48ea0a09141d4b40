// Words about sellers: shops of several people, whose products the marketplace sells. Free of the validator.

/**
 * Seller states. `draft`: the application is being written; `returned`: it came back with a reason; `closing`: nothing is sold any more,
 * what is open is delivered or given back; `closed`: the page says so.
 */
export const sellerStates = ['draft', 'submitted', 'returned', 'approved', 'suspended', 'closing', 'closed'] as const;
export type SellerState = (typeof sellerStates)[number];

/** Roles in a shop. */
export const sellerRoles = ['owner', 'editor', 'finance'] as const;
export type SellerRole = (typeof sellerRoles)[number];

export function isSellerRole(text: string): text is SellerRole {
  return (sellerRoles as readonly string[]).includes(text);
}

/** Ways to settle the keys, webhooks and invitations of a member who leaves, or may do less: they end, or the deciding owner takes them over. */
export const memberKeys = ['revoke', 'keep'] as const;
export type MemberKeys = (typeof memberKeys)[number];

/** The page of a shop that buyers see. */
export function sellerPath(address: string): string {
  return `/sellers/${encodeURIComponent(address)}`;
}

/** True if it was approved: what it sells, and who buys, is managed from then on. Before, there is only its application. */
export function isOpenedSeller(state: SellerState): boolean {
  return state === 'approved' || state === 'suspended' || state === 'closing' || state === 'closed';
}

/** True if it may have strangers emailed in its name. */
export function mayInvite(state: SellerState): boolean {
  return state === 'approved' || state === 'closing';
}

/** True if it acts for itself, such as by delivering: a shop that was suspended stays so while it is closing, as its reason says. */
export function isActingSeller({ state, reason }: { state: SellerState; reason: string }): boolean {
  return state === 'approved' || (state === 'closing' && reason === '');
}

/** Fields of an application. */
export const applicationFields = [
  'name',
  'address',
  'country',
  'responsible',
  'sells',
  'about',
  'support_email',
  'terms_accepted',
] as const;
export type ApplicationField = (typeof applicationFields)[number];

/** Field that an application still needs, and what to do with it. */
export type Missing = { field: ApplicationField; message: string };

// In characters; forms and the API keep to the same numbers.
export const sellerNameMaximum = 60;
export const sellerTextMaximum = 2_000;
export const sellerAboutMaximum = 5_000;

/** So many applications of one account can be open at once, so many people belong to a shop, and so many invitations of it wait. */
export const openApplicationsMaximum = 3;
export const membersMaximum = 50;
export const openInvitationsMaximum = 20;
