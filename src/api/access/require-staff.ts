import type { MiddlewareHandler } from 'hono';
import type { StaffRole } from '#contract/people/staff.ts';
import { notFound } from '../http/answers.ts';
import { withTerms } from '../http/route-terms.ts';
import type { Db } from '../schema/db.ts';
import { may, rolesWith, type StaffAction } from './access.rules.ts';
import { roleNeeded, secondFactorNeeded } from './access-refusals.ts';
import type { Authenticate, Customer } from './authenticate.ts';
import { findStaffRole } from './member.store.ts';

/** Somebody who acts for the marketplace. */
export type Staff = { role: StaffRole; customer: Customer };

/** The context of routes behind `requireStaff`. */
export type ForStaff = { Variables: { staff: Staff } };

/**
 * Lets a route under /admin be reached by those of the staff who may do this. For everybody else there is nothing there. Staff without the
 * second factor that the shop asks for are told to set one up, those in another role (403) which one it takes.
 */
export function requireStaff(deps: {
  db: Db;
  authenticate: Authenticate;
}): (action: StaffAction) => MiddlewareHandler<ForStaff> {
  return (action) =>
    withTerms(
      async (c, next) => {
        // A program of a shop is somebody, and nobody of the staff.
        const customer = (await deps.authenticate.readKey?.(c)) ? null : await deps.authenticate(c.req.raw);
        const role = customer && (await findStaffRole(deps.db, customer.userId));
        if (!customer || !role) throw notFound('There is nothing at this address.');
        if (!customer.hasSecondFactor) throw secondFactorNeeded();
        if (!may(customer).actForMarketplace(action, role)) throw roleNeeded(role, action);
        c.set('staff', { role, customer });
        await next();
      },
      { rights: { of: 'staff', action, roles: rolesWith(action) }, problems: [401, 403, 404] },
    );
}
