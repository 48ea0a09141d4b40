import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import type { Marketplace } from '#contract/marketplace.ts';
import {
  overviewSchema,
  putStaffSchema,
  staffListSchema,
  staffMemberSchema,
  staffSelfSchema,
} from '#contract/people/staff.schema.ts';
import type { SendMail } from '#mail/mailer.ts';
import { actionsOf } from '../../access/access.rules.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import { readOverview } from '../../operations/ports.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { giveStaffRole, type RoleOutcome } from './give-staff-role.ts';
import { listStaff } from './staff.store.ts';

const tags = ['Staff'];
const forStaff = 'For the staff; nobody else finds anything at this address.';

type Deps = {
  db: Db;
  authenticate: Authenticate;
  now: () => Date;
  /** Tells whoever gets a role, or loses it. */
  sendMail: SendMail;
  shop: Marketplace;
};

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const freshly = requireFreshSignIn(deps.now);
  return {
    me: createRoute({
      method: 'get',
      path: '/admin/me',
      tags,
      summary: 'Tells what the caller is on the staff',
      description: forStaff,
      middleware: may('readOverview'),
      responses: { 200: ok(staffSelfSchema, 'The role, and what it includes'), ...problems(409) },
    }),
    overview: createRoute({
      method: 'get',
      path: '/admin/overview',
      tags,
      summary: 'Lists what there is to do',
      description: forStaff,
      middleware: may('readOverview'),
      responses: { 200: ok(overviewSchema, 'What waits, and where it is dealt with'), ...problems(409) },
    }),
    list: createRoute({
      method: 'get',
      path: '/admin/staff',
      tags,
      summary: 'Lists who is on the staff',
      description: forStaff,
      middleware: may('manageStaff'),
      responses: { 200: ok(staffListSchema, 'By role and address'), ...problems(409) },
    }),
    give: createRoute({
      method: 'put',
      path: '/admin/staff',
      tags,
      summary: 'Gives somebody a role of the staff',
      description: `${forStaff} Asks for a sign-in of the last minutes. There is always an administrator left.`,
      middleware: [may('manageStaff'), freshly, ...jsonBody] as const,
      request: { body: jsonContent(putStaffSchema) },
      responses: { 200: ok(staffMemberSchema, 'The role as it is now') },
    }),
    take: createRoute({
      method: 'delete',
      path: '/admin/staff/{accountId}',
      tags,
      summary: 'Takes a role of the staff away',
      description: `${forStaff} Asks for a sign-in of the last minutes. There is always an administrator left.`,
      middleware: [may('manageStaff'), freshly] as const,
      request: {
        params: z.object({ accountId: z.string().meta({ description: "The account's id, or its address" }) }),
      },
      responses: { 204: { description: 'It is taken' } },
    }),
  };
}

/** Members of the staff, and what there is for them to do. */
export function mountStaff(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.me, async (c) => {
    const { role, customer } = c.var.staff;
    const { userId, email, nickname } = customer;
    return c.json({ account_id: userId, email, name: nickname, role, may: actionsOf(role) }, 200);
  });

  app.openapi(routes.overview, async (c) => c.json(await readOverview(db, c.var.staff.role, deps.now()), 200));

  app.openapi(routes.list, async (c) => {
    const staff = await listStaff(db);
    const items = staff.map(({ account_id, user_id, username, staff_role }) => ({
      account_id,
      email: user_id,
      name: username,
      role: staff_role,
    }));
    return c.json({ items }, 200);
  });

  app.openapi(routes.give, async (c) => {
    const { account, role } = c.req.valid('json');
    const outcome = await giveStaffRole(deps, { account, role, by: c.var.staff.customer.userId });
    if ('refused' in outcome || !outcome.done) throw refusalOf(outcome);
    return c.json(outcome.done, 200);
  });

  app.openapi(routes.take, async (c) => {
    const account = c.req.valid('param').accountId;
    if (!isStorableText(account)) throw refusalOf({ refused: 'unknown' });
    const outcome = await giveStaffRole(deps, { account, role: null, by: c.var.staff.customer.userId });
    if ('refused' in outcome) throw refusalOf(outcome);
    return c.body(null, 204);
  });
}

function refusalOf(outcome: RoleOutcome): HTTPException {
  const why = 'refused' in outcome ? outcome.refused : 'unknown';
  if (why === 'last_admin')
    return new HTTPException(409, {
      message: 'This is the last administrator of the shop. Make somebody else an administrator first.',
    });
  if (why === 'not_admin') return notFound('There is nothing at this address.');
  if (why === 'no_role') return notFound('This account has no role of the staff.');
  return notFound('Nobody has signed in here with this address or account. Ask them to sign in once, then try again.');
}
