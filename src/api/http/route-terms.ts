// Terms of a route: who may come, and what its middleware answers, said once by the middleware that sees to it.
import type { Env, MiddlewareHandler } from 'hono';
import type { StaffRole } from '#contract/people/staff.ts';
import type { SellerRole } from '#contract/selling/seller.ts';
import type { Work } from '#contract/site-address.ts';
import type { ProblemStatus } from './answers.ts';

/** Access to a route, as far as its middleware knows: what belongs to somebody is told apart by the route itself. */
export type Rights =
  | { of: 'everybody' }
  /** Everybody who is signed in, whoever they are. */
  | { of: 'customer' }
  /** People of the shop that the address names, in a role that includes the action; keys: its programs, too. */
  | { of: 'shop'; action: string; roles: readonly SellerRole[]; keys: boolean }
  | { of: 'staff'; action: string; roles: readonly StaffRole[] };

/** A handler of middleware that says what it asks for and answers. */
type RouteTerms = {
  rights?: Rights;
  problems?: readonly ProblemStatus[];
  /** In bytes, where it is more than that of a form. */
  largestBody?: number;
  work?: Work;
};

/** The same handler, which says its terms. */
export function withTerms<E extends Env>(handler: MiddlewareHandler<E>, terms: RouteTerms): MiddlewareHandler<E> {
  return Object.assign(handler, { terms });
}

/** The terms that these handlers say, in one. */
export function termsOf(middleware: unknown): RouteTerms & { problems: ProblemStatus[] } {
  const handlers = [middleware ?? []].flat() as Array<{ terms?: RouteTerms }>;
  const said = handlers.flatMap(({ terms }) => terms ?? []);
  return Object.assign({}, ...said, { problems: said.flatMap(({ problems = [] }) => problems) });
}
