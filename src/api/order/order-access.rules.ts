// Who may do what with an order. Giving money back, and saying that it has arrived, is for the operator's commands alone: there is no
// address for it.
import { userIdOf } from '#contract/user.ts';
import type { StoredOrder } from './order.rules.ts';

/** Who asks: the account service's own id of somebody who is signed in, and their address in lower case. Null is a visitor. */
type Actor = { userId: string; email: string } | null;
type Owned = Pick<StoredOrder, 'account_id'>;

/** Each answers whether `actor` may do it; what is refused is answered like what does not exist. */
export function mayOrder(actor: Actor) {
  const owns = (order: Owned) => actor !== null && order.account_id === actor.userId;
  return {
    /** `userId` is an address as somebody wrote it, or an account's id. */
    listOrders: (userId: string) => actor !== null && (userIdOf(userId) === actor.email || userId === actor.userId),
    readOrder: owns,
    readReceipt: owns,
    cancelOrder: owns,
    /** Who has come back from paying and is signed out knows the session; whoever is signed in asks about their own alone. */
    verifyPayment: (order: Owned) => actor === null || owns(order),
  };
}
