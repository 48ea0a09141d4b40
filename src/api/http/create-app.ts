import { OpenAPIHono } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { noStore } from '#contract/site-address.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import type { Log } from '#platform/observability/log.ts';
import { answerProblems, type Fault, problem } from './answer-problems.ts';
import { type RouteAddress, routeTerms } from './create-route.ts';
import { issueSentence } from './issue-sentence.ts';
import { requestContextOf } from './request-context.ts';

/**
 * Where topics mount their routes, under /api, with and without a trailing slash: every answer has the headers of the shop,
 * input that does not fit its schema is a 400 that says which and why, and what fails is a Problem. `routes` grows as they are mounted.
 */
export function createApp(options: { log: Log; faultOf: (error: Error) => Fault | null }) {
  const app = new OpenAPIHono({
    strict: false,
    defaultHook: (result) => {
      if (result.success) return;
      throw new HTTPException(400, { message: issueSentence(result.error.issues) });
    },
  }).basePath('/api') as OpenAPIHono;

  app.use(async (c, next) => {
    c.header('x-request-id', requestContextOf(c).id);
    // Set before the answer is made: a header of a finished answer costs making it again.
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    c.header('cache-control', noStore);
    c.header('x-robots-tag', 'noindex');
    await next();
    requestContextOf(c).route = c.req.routePath;
  });

  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        // Not even that there is something: whoever is of the staff knows what it takes.
        if (c.req.path.startsWith(forStaff)) return c.json(problem(404, 'There is nothing at this address.', c), 404);
        const allow = methods.join(', ');
        return c.json(problem(405, `This address takes ${allow} only. See /api/docs.`, c), 405, { allow });
      },
    }),
  );

  answerProblems(app, options);
  return { app, routes: recordRoutes(app) };
}

/** Where there is nothing for everybody else. */
const forStaff = '/api/admin/';

/** The terms of every route that is mounted from now on, also of those that the OpenAPI document leaves out. */
function recordRoutes(app: OpenAPIHono): RouteAddress[] {
  const noted: RouteAddress[] = [];
  const mount = app.openapi as (route: object, ...handlers: unknown[]) => OpenAPIHono;
  app.openapi = ((route: { [routeTerms]: RouteAddress }, ...handlers: unknown[]) => {
    noted.push(route[routeTerms]);
    return mount(route, ...handlers);
  }) as unknown as typeof app.openapi;
  return noted;
}
