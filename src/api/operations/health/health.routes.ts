import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { ok } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { databaseAnswers } from './health.store.ts';

const healthSchema = z.strictObject({ status: z.enum(['ok', 'unavailable']) }).meta({ id: 'Health' });

const ready = {
  method: 'get' as const,
  path: '/health/ready',
  work: null,
  tags: ['Health'],
  summary: 'Tells whether the process can serve: its database answers',
  responses: {
    200: ok(healthSchema, 'Ready'),
    503: ok(healthSchema, 'The database does not answer, or the process is about to end'),
  },
};

const routes = {
  live: createRoute({
    method: 'get',
    path: '/health/live',
    work: null,
    tags: ['Health'],
    summary: 'Tells that the process answers',
    responses: { 200: ok(healthSchema, 'Alive') },
  }),
  ready: createRoute(ready),
  health: createRoute({ ...ready, path: '/health', summary: 'Tells the same as ready' }),
};

export function mountHealth(app: OpenAPIHono, deps: { db: Db; isEnding: () => boolean }) {
  app.openapi(routes.live, (c) => c.json({ status: 'ok' as const }, 200));
  for (const route of [routes.ready, routes.health]) {
    app.openapi(route, async (c) =>
      !deps.isEnding() && (await databaseAnswers(deps.db))
        ? c.json({ status: 'ok' as const }, 200)
        : c.json({ status: 'unavailable' as const }, 503),
    );
  }
}
