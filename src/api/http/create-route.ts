// One source for a route: its OpenAPI description, who may come, who may cache the answer, and how much work it may cause.
import { createRoute as createOpenApiRoute, type RouteConfig, type z } from '@hono/zod-openapi';
import type { Env, MiddlewareHandler } from 'hono';
import { type Caching, cacheControl, type SiteAddress, type Work } from '#contract/site-address.ts';
import { bearer, bearerOrKey, type ProblemStatus, problems } from './answers.ts';
import { type Rights, termsOf } from './route-terms.ts';

/** The field of a route under which its derived terms are found; OpenAPI does not show it. */
export const routeTerms = Symbol('terms of a route');

/** Terms of a route that no middleware of it says. */
type SiteTerms = {
  /** Caching of what is read, `private` where it is not said. Answers to changes are never cached. */
  caching?: Caching;
  /** Parameters that change the answer, where those of `request.query` are not all. */
  cachedBy?: readonly string[];
  /** Kind of work, where that is not simply reading or changing. */
  work?: Work;
} & Pick<SiteAddress, 'costs' | 'whileTyping' | 'largestBody' | 'streamsBody'>;

/** The address of a route, by the method that it answers. */
export type RouteAddress = { [Term in Exclude<keyof SiteTerms, 'cachedBy'>]: SiteTerms[Term] | undefined } & {
  method: string;
  path: string;
  rights: Rights;
  query: readonly string[];
  /** The status of its success. */
  success: number;
};

/**
 * A route of the API, to be mounted by `app.openapi`. Its middleware says what it asks for and answers (`withTerms`): `security` and the
 * problems of the middleware, and those of the query and of costly work (429), need not be said again.
 */
export function createRoute<Path extends string, Config extends Omit<RouteConfig, 'path'> & SiteTerms & { path: Path }>(
  config: Config,
) {
  const { caching = 'private', cachedBy, work, costs, whileTyping, largestBody, streamsBody, ...described } = config;
  const middleware = described.middleware as unknown;
  const said = termsOf(middleware);
  const rights = said.rights ?? { of: 'everybody' };
  const security = described.security ?? securityOf(rights);
  const statuses: ProblemStatus[] = [
    ...said.problems,
    ...(described.request?.query ? ([400] as const) : []),
    ...(costs !== undefined ? ([429] as const) : []),
  ];
  const address: RouteAddress = {
    ...{
      method: config.method,
      path: config.path,
      rights,
      caching,
      work: work === undefined ? said.work : work,
      costs,
      whileTyping,
    },
    query: cachedBy ?? namesOf(described.request?.query),
    success: Number(Object.keys(described.responses).find((status) => Number(status) < 400)),
    ...{ largestBody: largestBody ?? said.largestBody, streamsBody },
  };
  return createOpenApiRoute<Path, Config>({
    ...(described as unknown as Config),
    ...(security && { security }),
    ...(isCached(caching) && { middleware: [cachedAs(caching), ...[middleware ?? []].flat()] }),
    responses: { ...problems(...statuses), ...described.responses },
    [routeTerms]: address,
  });
}

/** The header of answers that may be cached; whoever signs in gets an own one. Others have `noStore` from the app (create-app.ts). */
export function cachedAs(caching: Caching): MiddlewareHandler<Env> {
  const anonymous = cacheControl({ caching, path: '/api/' });
  const signedIn = cacheControl({ caching, path: '/api/' }, true);
  return async (c, next) => {
    const header = c.req.raw.headers.has('authorization') ? signedIn : anonymous;
    if (header) c.header('cache-control', header);
    await next();
  };
}

const isCached = (caching: Caching) => caching !== 'private' && caching !== 'own';

function securityOf(rights: Rights): typeof bearer | undefined {
  if (rights.of === 'everybody') return undefined;
  return rights.of === 'shop' && rights.keys ? bearerOrKey : bearer;
}

/** All parameters of the query change the answer. */
function namesOf(query: z.ZodType | undefined): string[] {
  return query && 'shape' in query ? Object.keys(query.shape as object) : [];
}
