import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  shopCheckResultSchema,
  shopCheckSchema,
  shopChecksSchema,
} from '#contract/operations/integrity-check.schema.ts';
import { type CheckName, checkNames } from '#contract/operations/integrity-check.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import type { Db } from '../../schema/db.ts';
import { beginCheck } from './begin-check.ts';
import { readCheck, readChecks } from './read-checks.ts';

const tags = ['Staff'];
const forStaff = 'For the staff; nobody else finds anything at this address.';

type Deps = {
  db: Db;
  authenticate: Authenticate;
  /** There is something to do. */
  wake: () => void;
};

/** Integrity of the books, the analytics, the coupons and the storage: what checks have found, and the way to run one. */
export function mountChecks(app: OpenAPIHono, deps: Deps) {
  const { db, wake } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => c.json({ items: await readChecks(db) }, 200));
  app.openapi(routes.one, async (c) => c.json(await readCheck(db, checkNamed(c.req.valid('param').check)), 200));

  app.openapi(routes.repair, async (c) => c.json(await begin('figures', true, c.var.staff.customer.userId), 202));
  app.openapi(routes.begin, async (c) => {
    const name = checkNamed(c.req.valid('param').check);
    return c.json(await begin(name, false, c.var.staff.customer.userId), 202);
  });

  async function begin(name: CheckName, repairs: boolean, by: string) {
    if ((await beginCheck(db, { name, repairs, by })) === 'running')
      throw new RefusalAnswer(
        { code: 'check_running' },
        {
          status: 409,
          message: 'This check is under way already. Wait for what it finds, then check again.',
          retryAfterSeconds: null,
        },
      );
    wake();
    const { differences: _differences, runs: _runs, ...check } = await readCheck(db, name);
    return check;
  }
}

function checkNamed(name: string): CheckName {
  const found = checkNames.find((known) => known === name);
  if (!found) throw notFound('There is no check of this name.');
  return found;
}

function routesFor({ db, authenticate }: Deps) {
  const may = requireStaff({ db, authenticate });
  const params = z.object({ check: z.string().meta({ description: checkNames.join(', ') }) });
  return {
    list: createRoute({
      method: 'get',
      path: '/admin/check',
      tags,
      summary: 'Lists the checks of the shop, each with its last run and the one under way',
      description: forStaff,
      middleware: may('readState'),
      responses: { 200: ok(shopChecksSchema, 'All of them'), ...problems(409) },
    }),
    one: createRoute({
      method: 'get',
      path: '/admin/check/{check}',
      tags,
      summary: 'Reads a check with what differs, and its runs before',
      description: forStaff,
      middleware: may('readState'),
      request: { params },
      responses: { 200: ok(shopCheckResultSchema, 'The check'), ...problems(409) },
    }),
    begin: createRoute({
      method: 'post',
      path: '/admin/check/{check}',
      tags,
      summary: 'Makes a check, in the background',
      description: `${forStaff} 409 while the same check is under way.`,
      middleware: may('manageState'),
      request: { params },
      responses: { 202: ok(shopCheckSchema, 'It was asked for'), ...problems(409) },
    }),
    repair: createRoute({
      method: 'post',
      path: '/admin/check/figures/repair',
      tags,
      summary: 'Puts the figures of the marketplace and of its lists right, and checks them, in the background',
      description: `${forStaff} 409 while the figures are checked.`,
      middleware: may('manageState'),
      responses: { 202: ok(shopCheckSchema, 'It was asked for'), ...problems(409) },
    }),
  };
}
