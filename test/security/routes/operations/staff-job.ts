import { randomUUID } from 'node:crypto';
import type { Answers, Marketplace, RouteRow } from '../selling/marketplace.ts';

/** A job of an administrator that hides reviews. */
async function job({ database }: Marketplace, given: object): Promise<string> {
  const jobId = randomUUID();
  await database.kysely
    .insertInto('api.staff_job')
    .values({
      ...{ job_id: jobId, kind: 'review.hide', asked_by: 'staffAdmin', asked: '{}', state: 'queued' as const },
      ...{ total: 1, changed: 1 },
      ...given,
    })
    .execute();
  return `/admin/job/${jobId}`;
}
const deciders = (status: number): Answers => ({
  staffAdmin: status,
  staffCatalogue: status,
  staffSupport: status,
});
/** Made when it is asked for: the module is loaded once for all test files of a worker. */
const over = () => ({ state: 'done' as const, undo_until: new Date(Date.now() + 600_000), ended_at: new Date() });

export const staffJobRoutes: RouteRow[] = [
  {
    route: 'POST /api/admin/job',
    request: () => ({ path: '/admin/job', body: { kind: 'coupon.end', ids: ['NONE'] } }),
    answers: { staffAdmin: 201, staffFinance: 201 },
  },
  {
    route: 'GET /api/admin/job/{jobId}',
    request: async (made) => ({ path: await job(made, {}) }),
    answers: deciders(200),
  },
  {
    route: 'GET /api/admin/job/{jobId}/row',
    request: async (made) => ({ path: `${await job(made, {})}/row` }),
    answers: deciders(200),
  },
  {
    route: 'POST /api/admin/job/{jobId}/confirm',
    request: async (made) => ({ path: `${await job(made, { state: 'preview' })}/confirm`, body: {} }),
    // Nobody else finds a preview.
    answers: { staffAdmin: 200, staffFinance: 404, staffCatalogue: 404, staffSupport: 404 },
  },
  {
    route: 'POST /api/admin/job/{jobId}/stop',
    request: async (made) => ({ path: `${await job(made, {})}/stop`, body: {} }),
    answers: deciders(200),
  },
  {
    route: 'POST /api/admin/job/{jobId}/undo',
    request: async (made) => ({ path: `${await job(made, over())}/undo`, body: {} }),
    answers: deciders(200),
  },
];
