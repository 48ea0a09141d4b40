import type { MiddlewareHandler } from 'hono';
import { withTerms } from '../http/route-terms.ts';
import { FRESH_MINUTES, signInAgain } from './access-refusals.ts';
import { type Customer, unauthenticated } from './authenticate.ts';

/** Result of one of `requireStaff`, `requireMember` and `requireCustomer`. */
export type Known = {
  Variables: {
    staff?: { customer: Customer };
    member?: { customer?: Customer; scopes?: readonly string[] };
    customer?: Customer;
  };
};

/**
 * Lets a route be reached by those who have signed in a few minutes ago: for refunds, payouts, roles and keys. It stands behind the middleware
 * that says who asks and whether they may, so that nobody else learns that there is something. Who made a key had just signed in, and has chosen
 * what it may do.
 */
export function requireFreshSignIn(now: () => Date = () => new Date()): MiddlewareHandler<Known> {
  return withTerms(
    async (c, next) => {
      if (c.get('member')?.scopes) return next();
      const customer = c.get('staff')?.customer ?? c.get('member')?.customer ?? c.get('customer');
      if (!customer) throw unauthenticated();
      assertFreshSignIn(customer, now());
      await next();
    },
    { problems: [409] },
  );
}

/** For what asks for it in some cases alone. */
export function assertFreshSignIn({ signedInAt }: Customer, now: Date): void {
  if (now.getTime() - signedInAt.getTime() > FRESH_MINUTES * 60_000) throw signInAgain();
}
