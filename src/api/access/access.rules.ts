// Who may do what with which thing. What has no line here is everybody's: products, reviews as strangers see them, the
// shop's own pages, the contact form. Refunds and noting a payment have no route: the operator does them by a
// command. Whether somebody is signed in at all is asked before (authenticate.ts).
import { userIdOf } from '#contract/user.ts';

/**
 * Who asks: the account service's own id of somebody who is signed in, and the address that is theirs now, in lower case.
 * Null is a visitor.
 */
export type Actor = { userId: string; email: string } | null;

/** A review's author: the address, and the account that wrote it; null where that account has never signed in here. */
type Authored = { review: { user_email: string }; accountId: string | null };

/** An order's buyer: an account, null where it has left. */
type Bought = { account_id: string | null };

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
    cancelOrder: (order: Bought) => isBuyer(actor, order),
    /** Who has come back from paying and is signed out knows the session; whoever is signed in asks about their own alone. */
    verifyPayment: (order: Bought) => actor === null || isBuyer(actor, order),
  };
}

/** An address can pass to somebody else: what another account has written under it is not theirs. */
function isAuthor(actor: Actor, { review, accountId }: Authored): boolean {
  return actor !== null && review.user_email === actor.email && (accountId === null || accountId === actor.userId);
}

function isBuyer(actor: Actor, order: Bought): boolean {
  return actor !== null && order.account_id === actor.userId;
}

function isOwnAddress(actor: Actor, address: string): boolean {
  return actor?.email === address;
}
