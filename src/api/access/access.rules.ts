// Permissions: who may do what with which thing. Anything without a line here is everybody's: products, reviews as strangers see them, the
// shop's own pages, the contact form. The sign-in itself is checked before (authenticate.ts); membership of a seller, or of the staff, is
// looked up (require-member.ts, require-staff.ts).

import type { StaffAction, StaffRole } from '#contract/people/staff.ts';
import { userIdOf } from '#contract/people/user.ts';
import type { SellerRole, SellerState } from '#contract/selling/seller.ts';
import { keyScopes } from '#contract/selling/seller-key.ts';

/**
 * The requester: the account service's own id of somebody who is signed in, and the address that is theirs now, in lower case. Null is a
 * visitor.
 */
export type Actor = { userId: string; email: string } | null;

/** A review's author: the address, and the account that wrote it; null where that account has never signed in here. */
type Authored = { review: { user_email: string }; accountId: string | null };

/** An order's buyer: an account, null where it has left. */
type Bought = { account_id: string | null };

/** Actions for a seller, each with the roles in the shop that may perform it. */
const sellerActions = {
  readSeller: ['owner', 'editor', 'finance'],
  editSeller: ['owner'],
  manageMembers: ['owner'],
  closeSeller: ['owner'],
  readListings: ['owner', 'editor', 'finance'],
  editListings: ['owner', 'editor'],
  readOrders: ['owner', 'editor', 'finance'],
  deliverOrders: ['owner', 'editor'],
  refundOrders: ['owner', 'finance'],
  readInvoices: ['owner', 'finance'],
  readDisputes: ['owner', 'editor', 'finance'],
  answerDisputes: ['owner', 'editor'],
  answerReviews: ['owner', 'editor'],
  readMessages: ['owner', 'editor'],
  writeMessages: ['owner', 'editor'],
  readFigures: ['owner', 'editor', 'finance'],
  readWallet: ['owner', 'finance'],
  manageGoods: ['owner', 'editor'],
  manageKeys: ['owner'],
  manageWebhooks: ['owner'],
  readPayouts: ['owner', 'finance'],
  managePayouts: ['owner', 'finance'],
} as const satisfies Record<string, readonly SellerRole[]>;
export type SellerAction = keyof typeof sellerActions;
/** Actions that a key can be made for: none on the shop itself, on people or keys, and none that closes something. */
const actionsOfKeys: ReadonlyArray<
  Exclude<
    SellerAction,
    | 'readSeller'
    | 'editSeller'
    | 'manageMembers'
    | 'manageKeys'
    | 'closeSeller'
    | 'readInvoices'
    | 'readDisputes'
    | 'answerDisputes'
    | 'readPayouts'
    | 'managePayouts'
  >
> = keyScopes;

/** Those of these actions that the role includes: a key does nothing that whoever answers for it may not do. */
export function scopesWithin<Action extends SellerAction>(role: SellerRole, scopes: readonly Action[]): Action[] {
  return scopes.filter((scope) => isOneOf<SellerRole>(sellerActions[scope], role));
}

/** The roles of a shop that include it. */
export function rolesOfShop(action: SellerAction): readonly SellerRole[] {
  return sellerActions[action];
}

/** Actions for the marketplace, each with the staff roles that may perform it. */
const staffActions = {
  readOverview: ['admin', 'finance', 'catalogue', 'support'],
  decideApprovals: ['admin', 'catalogue'],
  readSellers: ['admin', 'finance', 'catalogue', 'support'],
  suspendSellers: ['admin', 'catalogue'],
  manageSellers: ['admin'],
  readFigures: ['admin', 'finance'],
  readSales: ['admin', 'finance', 'support'],
  handleSales: ['admin', 'finance', 'support'],
  deliverSales: ['admin', 'support'],
  refundSales: ['admin', 'finance'],
  readInvoices: ['admin', 'finance'],
  readDisputes: ['admin', 'finance', 'support'],
  decideDisputes: ['admin', 'finance', 'support'],
  readProducts: ['admin', 'finance', 'catalogue', 'support'],
  manageProducts: ['admin', 'catalogue'],
  hideProducts: ['admin', 'catalogue'],
  readCustomers: ['admin', 'finance', 'support'],
  manageCustomers: ['admin', 'support'],
  deleteCustomers: ['admin'],
  giveOfShops: ['admin'],
  readReviews: ['admin', 'catalogue', 'support'],
  hideReviews: ['admin', 'catalogue', 'support'],
  readCoupons: ['admin', 'finance', 'catalogue', 'support'],
  manageCoupons: ['admin', 'finance'],
  readReports: ['admin', 'support'],
  decideReports: ['admin', 'support'],
  readAudit: ['admin', 'finance'],
  readFinance: ['admin', 'finance'],
  manageFinance: ['admin', 'finance'],
  manageStaff: ['admin'],
  readPayouts: ['admin', 'finance'],
  managePayouts: ['admin', 'finance'],
  readState: ['admin'],
  manageState: ['admin'],
} as const satisfies Record<StaffAction, readonly StaffRole[]>;

export type { StaffAction };

/** Lists the actions that a role of the staff includes. */
export function actionsOf(role: StaffRole): StaffAction[] {
  return (Object.keys(staffActions) as StaffAction[]).filter((action) => isOneOf(staffActions[action], role));
}

/** The roles of the staff that include it. */
export function rolesWith(action: StaffAction): readonly StaffRole[] {
  return staffActions[action];
}

/** The role that somebody, or the scopes that a key, has in a shop. */
type Membership = { role: SellerRole } | { scopes: readonly string[] };

/** Each answers whether `actor` may do it; what is refused is answered like what does not exist. */
export function may(actor: Actor) {
  return {
    readAddressOfAuthor: (written: Authored) => isAuthor(actor, written),
    deleteReview: (written: Authored) => isAuthor(actor, written),
    /** `userId` is an address in lower case, as records are stored under it. */
    readUser: (userId: string) => isOwnAddress(actor, userId),
    saveUser: (userId: string) => isOwnAddress(actor, userId),
    deleteUser: (userId: string) => isOwnAddress(actor, userId),
    /** `userId` is an address as somebody wrote it, or an account's id. */
    listOrders: (userId: string) => isOwnAddress(actor, userIdOf(userId)) || actor?.userId === userId,
    readOrder: (order: Bought) => isBuyer(actor, order),
    readReceipt: (order: Bought) => isBuyer(actor, order),
    readInvoices: (order: Bought) => isBuyer(actor, order),
    cancelOrder: (order: Bought) => isBuyer(actor, order),
    /** A visitor back from paying who is signed out knows the session; a signed-in customer asks about their own alone. */
    verifyPayment: (order: Bought) => actor === null || isBuyer(actor, order),
    /** For the seller that the membership, looked up by the account or the key, is of. A key may do what its scopes name. */
    actForSeller: (action: SellerAction, membership: Membership) =>
      'role' in membership
        ? actor !== null && isOneOf(sellerActions[action], membership.role)
        : isOneOf<SellerAction>(actionsOfKeys, action) && membership.scopes.includes(action),
    /** While the shop is in this state, for its own programs: where it may sell nothing they may only look. */
    actByKey: (action: SellerAction, state: SellerState) =>
      state === 'approved' || state === 'closing' || action.startsWith('read'),
    /** With the role that the account has on the staff; null: none. */
    actForMarketplace: (action: StaffAction, role: StaffRole | null) =>
      actor !== null && role !== null && isOneOf(staffActions[action], role),
  };
}

/** An address can pass to somebody else: what another account has written under it is not theirs. */
function isAuthor(actor: Actor, { review, accountId }: Authored): boolean {
  return actor !== null && review.user_email === actor.email && (accountId === null || accountId === actor.userId);
}

function isBuyer(actor: Actor, order: Bought): boolean {
  return actor !== null && order.account_id === actor.userId;
}

function isOneOf<T>(list: readonly T[], value: T): boolean {
  return list.includes(value);
}

function isOwnAddress(actor: Actor, address: string): boolean {
  return actor?.email === address;
}

/** Shops that act for themselves: they sell, or are closing and not suspended. */
export const actingStates = ['approved', 'closing'] as const satisfies SellerState[];
