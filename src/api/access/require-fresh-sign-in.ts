import type { MiddlewareHandler } from 'hono';
import { FRESH_MINUTES, signInAgain } from './access-refusals.ts';
import { type Customer, unauthenticated } from './authenticate.ts';

/** What one of `requireStaff`, `requireMember` and `requireCustomer` has found out. */
export type Known = {
  Variables: { staff?: { customer: Customer }; member?: { customer: Customer }; customer?: Customer };
};

/**
 * Lets a route be reached by those who have signed in a few minutes ago: for refunds, payouts, roles and keys. It stands behind the middleware
 * that says who asks and whether they may, so that nobody else learns that there is something.
 */
export function requireFreshSignIn(now: () => Date = () => new Date()): MiddlewareHandler<Known> {
  return async (c, next) => {
    const customer = c.get('staff')?.customer ?? c.get('member')?.customer ?? c.get('customer');
    if (!customer) throw unauthenticated();
    if (now().getTime() - customer.signedInAt.getTime() > FRESH_MINUTES * 60_000) throw signInAgain();
    await next();
  };
}
