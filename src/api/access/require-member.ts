import type { MiddlewareHandler } from 'hono';
import type { SellerRole, SellerState } from '#contract/seller.ts';
import type { Db } from '../db.ts';
import { notFound } from '../http/answers.ts';
import { may, type SellerAction } from './access.rules.ts';
import { type Authenticate, type Customer, unauthenticated } from './authenticate.ts';
import { findMembership } from './member.store.ts';

/** Who acts for a seller. */
export type Member = {
  sellerId: string;
  sellerState: SellerState;
  role: SellerRole;
  customer: Customer;
};

/** The context of routes behind `requireMember`. */
export type ForSeller = { Variables: { member: Member } };

/**
 * Lets a route under /seller/{sellerId} be reached by those who may do this for the seller. A shop of somebody else is not found, as one that
 * does not exist.
 */
export function requireMember(deps: {
  db: Db;
  authenticate: Authenticate;
}): (action: SellerAction) => MiddlewareHandler<ForSeller> {
  return (action) => async (c, next) => {
    const customer = await deps.authenticate(c.req.raw);
    if (!customer) throw unauthenticated();
    const sellerId = c.req.param('sellerId') ?? '';
    const membership = isId(sellerId) ? await findMembership(deps.db, sellerId, customer.userId) : undefined;
    if (!membership) throw notFound('There is no such shop, or you are not a member of it.');
    if (!may(customer).actForSeller(action, membership))
      throw notFound(`Your role in this shop, ${membership.role}, does not include this. Ask an owner of the shop.`);
    c.set('member', { sellerId, sellerState: membership.state, role: membership.role, customer });
    await next();
  };
}

/** Ids are made by the shop. What else stands there, such as a zero byte, is no question for the database. */
function isId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}
