import type { Context, MiddlewareHandler } from 'hono';
import type { SellerState } from '#contract/selling/seller.ts';
import { withTerms } from '../http/route-terms.ts';
import { sellerNotActing } from './access-refusals.ts';
import type { ForSeller, ForSellerOrKey } from './require-member.ts';

/**
 * Lets a route behind `requireMemberOrKey` be reached for shops that sell, or are closing: what is open in a suspended shop is the operator's
 * to settle, and a closed one has nothing open.
 */
export function requireActiveSellerOrKey(): MiddlewareHandler<ForSellerOrKey> {
  return withTerms(
    async (c, next) => {
      const { sellerState } = c.var.member;
      if (sellerState !== 'approved' && sellerState !== 'closing') throw sellerNotActing(sellerState);
      await next();
    },
    { problems: [409] },
  );
}

/**
 * Lets a route behind `requireMember` be reached for shops that were approved once: who has only begun an application asks for
 * nothing that costs much, and reaches nobody else.
 */
export function requireApprovedOnce<E extends ForSeller | ForSellerOrKey>(): MiddlewareHandler<E> {
  return withTerms(
    async (c, next) => {
      const { sellerState } = (c as unknown as Context<ForSellerOrKey>).var.member;
      if (isApplying(sellerState)) throw sellerNotActing(sellerState);
      await next();
    },
    { problems: [409] },
  );
}

function isApplying(state: SellerState): boolean {
  return state === 'draft' || state === 'submitted' || state === 'returned';
}
