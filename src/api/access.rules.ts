// Who may do what with which thing. What has no line here is everybody's: products, reviews as strangers see them, the
// shop's own pages, the contact form. Whether somebody is signed in at all is asked before (access/authenticate.ts).

/**
 * Who asks: the account service's own id of somebody who is signed in, and the address that is theirs now, in lower case.
 * Null is a visitor.
 */
export type Actor = { userId: string; email: string } | null;

/** A review's author: the address, and the account that it was then, null where that account has never come. */
type Authored = { review: { user_email: string }; accountId: string | null };

/** Each answers whether `actor` may do it; what is refused is answered like what does not exist. */
export function may(actor: Actor) {
  return {
    readAddressOfAuthor: (written: Authored) => isAuthor(actor, written),
    deleteReview: (written: Authored) => isAuthor(actor, written),
    /** `userId` is an address in lower case, as records are stored under it. */
    readUser: (userId: string) => isOwnAddress(actor, userId),
    saveUser: (userId: string) => isOwnAddress(actor, userId),
    deleteUser: (userId: string) => isOwnAddress(actor, userId),
  };
}

/** An address can pass to somebody else: what another account has written under it is not theirs. */
function isAuthor(actor: Actor, { review, accountId }: Authored): boolean {
  return actor !== null && review.user_email === actor.email && (accountId === null || accountId === actor.userId);
}

function isOwnAddress(actor: Actor, address: string): boolean {
  return actor?.email === address;
}
