import type { MiddlewareHandler } from 'hono';
import type { SellerRole, SellerState } from '#contract/selling/seller.ts';
import type { KeyScope } from '#contract/selling/seller-key.ts';
import { notFound } from '../http/answers.ts';
import { withTerms } from '../http/route-terms.ts';
import type { Db } from '../schema/db.ts';
import { may, rolesOfShop, type SellerAction, scopesWithin } from './access.rules.ts';
import { type Authenticate, type Customer, unauthenticated } from './authenticate.ts';
import type { FoundKey } from './key.store.ts';
import { findMembership } from './member.store.ts';

type OfSeller = {
  sellerId: string;
  /** Suspended also while a suspended shop is closing. */
  sellerState: SellerState;
  /** For records of who did something: the account, or `key:` and the id of the key. */
  by: string;
  /** The account that answers for the action: the member's own, or the key keeper's. */
  accountId: string;
};

/** Somebody of the shop who acts for it. */
export type Member = OfSeller & { role: SellerRole; customer: Customer };

/** The context of routes behind `requireMember`. */
export type ForSeller = { Variables: { member: Member } };

/** A member, or a program with a key of the shop. */
export type MemberOrKey = Member | (OfSeller & { scopes: readonly SellerAction[]; customer?: never });

/** The context of routes behind `requireMemberOrKey`. */
export type ForSellerOrKey = { Variables: { member: MemberOrKey } };

type Deps = { db: Db; authenticate: Authenticate };

/**
 * Lets a route under /seller/{sellerId} be reached by those who may do this for the seller. A shop of somebody else is not found, as one that
 * does not exist. For what a program can do as well there is `requireMemberOrKey`.
 */
export function requireMember(deps: Deps): (action: SellerAction) => MiddlewareHandler<ForSeller> {
  return (action) =>
    withTerms(
      async (c, next) => {
        if (await deps.authenticate.readKey?.(c))
          throw notFound('A key cannot do this: it needs somebody of the shop who is signed in.');
        c.set('member', await member(deps, c.req.raw, c.req.param('sellerId') ?? '', action));
        await next();
      },
      { rights: { of: 'shop', action, roles: rolesOfShop(action), keys: false }, problems: [401, 404] },
    );
}

/** The same, also for keys of the shop whose scopes name the action. */
export function requireMemberOrKey(deps: Deps): (action: KeyScope) => MiddlewareHandler<ForSellerOrKey> {
  return (action) =>
    withTerms(
      async (c, next) => {
        const sellerId = c.req.param('sellerId') ?? '';
        const key = await deps.authenticate.readKey?.(c);
        c.set('member', key ? memberOfKey(key, sellerId, action) : await member(deps, c.req.raw, sellerId, action));
        await next();
      },
      { rights: { of: 'shop', action, roles: rolesOfShop(action), keys: true }, problems: [401, 404] },
    );
}

async function member(
  { db, authenticate }: Deps,
  request: Request,
  sellerId: string,
  action: SellerAction,
): Promise<Member> {
  const customer = await authenticate(request);
  if (!customer) throw unauthenticated();
  const membership = isId(sellerId) ? await findMembership(db, sellerId, customer.userId) : undefined;
  if (!membership) throw noSuchShop();
  if (!may(customer).actForSeller(action, membership))
    throw notFound(`Your role in this shop, ${membership.role}, does not include this. Ask an owner of the shop.`);
  return {
    sellerId,
    sellerState: membership.state,
    role: membership.role,
    customer,
    by: customer.userId,
    accountId: customer.userId,
  };
}

function memberOfKey(key: FoundKey, sellerId: string, action: SellerAction): MemberOrKey {
  const { scopes, sellerState, keeper } = key;
  if (key.sellerId !== sellerId) throw noSuchShop();
  if (!may(null).actForSeller(action, { scopes }))
    throw notFound(`This key may not do this: its scopes do not name ${action}.`);
  if (!scopesWithin(keeper.role, [action]).length)
    throw notFound(`This key may not do this any more: whoever answers for it is ${keeper.role} of the shop now.`);
  if (keeper.isSuspended && !may(null).actByKey(action, 'suspended'))
    throw notFound(
      'Whoever answers for this key is suspended: it may only read. Another owner of the shop can take it over.',
    );
  if (!may(null).actByKey(action, sellerState)) throw notFound(`The shop is ${sellerState}: its keys may only read.`);
  return { sellerId, sellerState, scopes, by: `key:${key.keyId}`, accountId: keeper.accountId };
}

function noSuchShop() {
  return notFound('There is no such shop, or you are not a member of it.');
}

/** Ids are made by the shop. What else stands there, such as a zero byte, is no question for the database. */
function isId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}
