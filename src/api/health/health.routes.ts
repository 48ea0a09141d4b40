import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Db } from '../db.ts';
import { ok } from '../http/answers.ts';
import { databaseAnswers } from './health.store.ts';

const healthSchema = z.strictObject({ status: z.enum(['ok', 'unavailable']) }).meta({ id: 'Health' });

const live = createRoute({
  method: 'get',
  path: '/health/live',
  tags: ['Health'],
  summary: 'The process answers',
  responses: { 200: ok(healthSchema, 'Alive') },
});

const readyResponses = {
  200: ok(healthSchema, 'Ready'),
  503: ok(healthSchema, 'The database does not answer, or the process is about to end'),
};
const ready = createRoute({
  method: 'get',
  path: '/health/ready',
  tags: ['Health'],
  summary: 'The process can serve: its database answers',
  responses: readyResponses,
});
const health = createRoute({ ...ready, path: '/health', summary: 'The same as ready' });

export function mountHealth(app: OpenAPIHono, deps: { db: Db; isEnding: () => boolean }) {
  app.openapi(live, (c) => c.json({ status: 'ok' as const }, 200));
  for (const route of [ready, health]) {
    app.openapi(route, async (c) =>
      !deps.isEnding() && (await databaseAnswers(deps.db))
        ? c.json({ status: 'ok' as const }, 200)
        : c.json({ status: 'unavailable' as const }, 503),
    );
  }
}
