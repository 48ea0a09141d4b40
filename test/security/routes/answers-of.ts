// The answers of a route to each caller, as far as its middleware decides them.
import type { RouteAddress } from '#api/http/create-route.ts';
import { describeApi } from '../../parts/described-api.ts';
import { type Answers, type Caller, everybody, type RouteRow, signedIn } from './selling/marketplace.ts';

const ofStaff = {
  staffSupport: 'support',
  staffFinance: 'finance',
  staffCatalogue: 'catalogue',
  staffAdmin: 'admin',
} as const;

const routes = new Map(describeApi().routes.map((route) => [nameOf(route), route]));

/** As the OpenAPI document names it, such as 'GET /api/seller/{sellerId}'. */
function nameOf({ method, path }: RouteAddress): string {
  return `${method.toUpperCase()} /api${path}`;
}

/** The status for a caller of the route. */
export function statusFor({ route, answers, passed }: RouteRow, caller: Caller): number {
  const known = answers ?? answersOf(route, passed);
  return known[caller] ?? (caller === 'invalid' ? 401 : isOfStaff(route, caller) ? 403 : 404);
}

const isOfStaff = (route: string, caller: Caller) => route.includes(' /api/admin/') && caller in ofStaff;

/** The status for each caller by the rights that the route states; `passed`: of whoever has them. */
function answersOf(name: string, passed?: number): Answers {
  const route = routes.get(name.replace(/^HEAD /, 'GET '));
  if (!route) throw new Error(`No route says who may come to ${name}. Its row has to say its answers.`);
  const { rights } = route;
  const success = passed ?? route.success;
  if (rights.of === 'everybody') return everybody(success);
  if (rights.of === 'customer') return signedIn(success);
  if (rights.of === 'shop') return { anonymous: 401, ...to(rights.roles, success) };
  const callers = Object.keys(ofStaff) as Array<keyof typeof ofStaff>;
  return to(
    callers.filter((caller) => rights.roles.includes(ofStaff[caller])),
    success,
  );
}

function to(callers: readonly Caller[], status: number): Answers {
  return Object.fromEntries(callers.map((caller) => [caller, status]));
}
