import type { MiddlewareHandler } from 'hono';
import type { SellerRole, SellerState } from '#contract/seller.ts';
import type { Db } from '../db.ts';
import { notFound } from '../http/answers.ts';
import { may, type SellerAction } from './access.rules.ts';
import { type Authenticate, type Customer, unauthenticated } from './authenticate.ts';
import type { FoundKey } from './key.store.ts';
import { findMembership } from './member.store.ts';

type OfSeller = {
  sellerId: string;
  sellerState: SellerState;
  /** For records of who did something: the account, or `key:` and the id of the key. */
  by: string;
};

/** Somebody who belongs to the shop, and is signed in. */
export type Person = OfSeller & { role: SellerRole; customer: Customer; scopes?: never };

/** Who acts for a seller: a person, or a program with a key of the shop. */
export type Member = Person | (OfSeller & { scopes: readonly SellerAction[]; role?: never; customer?: never });

/** The context of routes behind `requireMember`. */
export type ForSeller = { Variables: { member: Member } };

/**
 * Lets a route under /seller/{sellerId} be reached by those who may do this for the seller, also by its keys. A shop of somebody else is not
 * found, as one that does not exist.
 */
export function requireMember(deps: {
  db: Db;
  authenticate: Authenticate;
}): (action: SellerAction) => MiddlewareHandler<ForSeller> {
  return (action) => async (c, next) => {
    const sellerId = c.req.param('sellerId') ?? '';
    const key = (await deps.authenticate.readKey?.(c)) ?? null;
    c.set('member', key ? memberOfKey(key, sellerId, action) : await person(deps, c.req.raw, sellerId, action));
    await next();
  };
}

/** For routes that a program cannot do: the one who asks, as a person. */
export function personOf(member: Member): Person {
  if (member.customer === undefined)
    throw notFound('A key cannot do this: it needs somebody of the shop who is signed in.');
  return member;
}

async function person(
  { db, authenticate }: { db: Db; authenticate: Authenticate },
  request: Request,
  sellerId: string,
  action: SellerAction,
): Promise<Person> {
  const customer = await authenticate(request);
  if (!customer) throw unauthenticated();
  const membership = await findMembership(db, sellerId, customer.userId);
  if (!membership) throw noSuchShop();
  if (!may(customer).actForSeller(action, membership))
    throw notFound(`Your role in this shop, ${membership.role}, does not include this. Ask an owner of the shop.`);
  return { sellerId, sellerState: membership.state, role: membership.role, customer, by: customer.userId };
}

function memberOfKey(key: FoundKey, sellerId: string, action: SellerAction): Member {
  if (key.sellerId !== sellerId) throw noSuchShop();
  if (!may(null).actForSeller(action, key))
    throw notFound(`This key may not do this: its scopes do not name ${action}.`);
  if (!may(null).actByKey(action, key.sellerState))
    throw notFound(`The shop is ${key.sellerState}: its keys may only read.`);
  return { sellerId, sellerState: key.sellerState, scopes: key.scopes, by: `key:${key.keyId}` };
}

function noSuchShop() {
  return notFound('There is no such shop, or you are not a member of it.');
}
