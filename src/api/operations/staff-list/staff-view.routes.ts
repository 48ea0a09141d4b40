// Views of lists, which the staff save for themselves or for all.
import { randomUUID } from 'node:crypto';
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { type ListDescription, type SavedView, viewsMaximum } from '#contract/operations/staff-list/description.ts';
import { putViewSchema, savedViewSchema, savedViewsSchema } from '#contract/operations/staff-list/list.schema.ts';
import { staffListNamed, staffLists } from '#contract/operations/staff-list/staff-lists.ts';
import { may as mayOf } from '../../access/access.rules.ts';
import { roleNeeded } from '../../access/access-refusals.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff, type Staff } from '../../access/require-staff.ts';
import { conflict, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import type { Db } from './list-source.sql.ts';
import {
  deleteView,
  insertView,
  listViews,
  lockView,
  lockViewsOf,
  type StoredView,
  updateView,
} from './staff-view.store.ts';

type Deps = { db: Db; authenticate: Authenticate; now: () => Date };

const forStaff = 'For the staff who may read the list; nobody else finds anything at this address.';
const names = staffLists.map(({ name }) => name) as [string, ...string[]];
const ofList = z.object({ list: z.string().meta({ description: `One of ${names.join(', ')}` }) });
const ofView = z.object({ viewId: z.string() });

function routesFor(deps: Deps) {
  const staff = requireStaff(deps)('readOverview');
  return {
    list: createRoute({
      method: 'get',
      path: '/admin/list/{list}/view',
      tags: ['Staff'],
      summary: 'Lists saved views of a list: the own ones, and those that are shared',
      description: forStaff,
      middleware: staff,
      request: { params: ofList },
      responses: { 200: ok(savedViewsSchema, 'By name'), ...problems(409) },
    }),
    save: createRoute({
      method: 'post',
      path: '/admin/list/{list}/view',
      tags: ['Staff'],
      summary: 'Saves a view of a list',
      description: `${forStaff} At most ${viewsMaximum} of a list.`,
      middleware: [staff, ...jsonBody] as const,
      request: { params: ofList, body: jsonContent(putViewSchema) },
      responses: { 201: ok(savedViewSchema, 'The view'), ...problems(409) },
    }),
    change: createRoute({
      method: 'put',
      path: '/admin/view/{viewId}',
      tags: ['Staff'],
      summary: 'Changes a saved view',
      description: `${forStaff} One's own; those of people who have left the staff administrators change too.`,
      middleware: [staff, ...jsonBody] as const,
      request: { params: ofView, body: jsonContent(putViewSchema) },
      responses: { 200: ok(savedViewSchema, 'The view as it is now'), ...problems(409) },
    }),
    delete: createRoute({
      method: 'delete',
      path: '/admin/view/{viewId}',
      tags: ['Staff'],
      summary: 'Deletes a saved view',
      description: `${forStaff} One's own; those of people who have left the staff administrators delete too.`,
      middleware: staff,
      request: { params: ofView },
      responses: { 204: { description: 'It is deleted' }, ...problems(409) },
    }),
  };
}

export function mountStaffViews(app: OpenAPIHono, deps: Deps) {
  const { db, now } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => {
    const list = readable(c.req.valid('param').list, c.var.staff);
    const { userId } = c.var.staff.customer;
    const views = await listViews(db, list.name, userId);
    return c.json({ items: views.map((view) => toView(view, userId)) }, 200);
  });

  app.openapi(routes.save, async (c) => {
    const list = readable(c.req.valid('param').list, c.var.staff);
    const { customer } = c.var.staff;
    const content = c.req.valid('json');
    const viewId = randomUUID();
    await db.transaction().execute(async (transaction) => {
      const saved = await lockViewsOf(transaction, list.name, customer.userId);
      if (saved >= viewsMaximum)
        throw conflict(`You have ${viewsMaximum} views of this list, which is the most. Delete one of them first.`);
      await insertView(transaction, { ...content, view_id: viewId, list: list.name, account_id: customer.userId });
    });
    return c.json({ view_id: viewId, ...content, is_mine: true, owner: customer.nickname }, 201);
  });

  app.openapi(routes.change, async (c) => {
    const content = c.req.valid('json');
    const view = await db.transaction().execute(async (transaction) => {
      const known = await lockOwn(transaction, c.req.valid('param').viewId, c.var.staff);
      await updateView(transaction, known.view_id, content, now());
      return { ...known, ...content };
    });
    return c.json(toView(view, c.var.staff.customer.userId), 200);
  });

  app.openapi(routes.delete, async (c) => {
    await db.transaction().execute(async (transaction) => {
      const view = await lockOwn(transaction, c.req.valid('param').viewId, c.var.staff);
      await deleteView(transaction, view.view_id);
    });
    return c.body(null, 204);
  });
}

/** Throws a 404 where there is no such list, and a 403 where their role does not read it. */
function readable(name: string, { role, customer }: Staff): ListDescription {
  const list = staffListNamed(name);
  if (!list) throw notFound('There is no such list.');
  if (!mayOf(customer).actForMarketplace(list.needs, role)) throw roleNeeded(role, list.needs);
  return list;
}

/** A view that they may change; throws a 404 or a 409 for any other. */
async function lockOwn(transaction: Db, viewId: string, staff: Staff): Promise<StoredView> {
  const unknown = notFound('There is no such view. Perhaps somebody has deleted it.');
  const view = isStorableText(viewId) ? await lockView(transaction, viewId) : undefined;
  if (!view) throw unknown;
  readable(view.list, staff);
  const isMine = view.account_id === staff.customer.userId;
  if (!isMine && !view.shared) throw unknown;
  if (isMine || (view.owner === null && staff.role === 'admin')) return view;
  throw conflict(
    view.owner === null
      ? 'Whoever shared this view has left: an administrator can change it. Save it as a view of your own.'
      : `This view is ${view.owner}'s. Save it as a view of your own.`,
  );
}

function toView({ view_id, name, query, shared, account_id, owner }: StoredView, accountId: string): SavedView {
  return { view_id, name, query, shared, is_mine: account_id === accountId, owner };
}
