// One customer, for the staff: what is known of them, and what is done with their account.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import {
  customerDeletionSchema,
  customerEventsSchema,
  customerExportSchema,
  deleteCustomerSchema,
  staffCustomerSchema,
  suspendCustomerSchema,
} from '#contract/people/staff-customer.schema.ts';
import { userIdOf } from '#contract/people/user.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireStaff, type Staff } from '../../access/require-staff.ts';
import { badRequest, jsonContent, notFound, ok, problems, streamed } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findCustomer, type StoredCustomer } from './customer.store.ts';
import { type DeletingCustomers, deleteCustomerAccount, previewDeletion } from './delete-customer.ts';
import { exportCustomer, recordExport } from './export-customer.ts';
import { readCustomer, readCustomerEvents } from './read-customer.ts';
import {
  type Decider,
  type Refused,
  refusalSentences,
  restoreCustomer,
  signOutCustomer,
  suspendCustomer,
} from './suspend-customer.ts';

type Deps = DeletingCustomers & { authenticate: Authenticate; now: () => Date };

const noCustomer = () => notFound('There is no customer at this address.');

export function mountStaffCustomers(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.one, async (c) =>
    c.json(await readFor(await find(c.req.valid('param').userId), c.var.staff), 200),
  );

  app.openapi(routes.events, async (c) => {
    const { after, limit } = c.req.valid('query');
    const customer = await find(c.req.valid('param').userId);
    const happened = await readCustomerEvents(deps, customer, { after: cursorOf(after), limit: limit + 1 });
    const cut = cutPage(c, happened, limit, ({ micros, id }) => ({ micros, id }));
    return c.json(
      cut.map(({ micros: _micros, ...event }) => event),
      200,
    );
  });

  app.openapi(routes.suspend, async (c) => {
    const customer = await find(c.req.valid('param').userId);
    const { reason } = c.req.valid('json');
    check(await suspendCustomer(deps, accountOf(customer), { reason, ...deciderOf(c.var.staff) }));
    return c.json(await readFor(customer, c.var.staff), 200);
  });

  app.openapi(routes.restore, async (c) => {
    const customer = await find(c.req.valid('param').userId);
    check(await restoreCustomer(deps, accountOf(customer), deciderOf(c.var.staff)));
    return c.json(await readFor(customer, c.var.staff), 200);
  });

  app.openapi(routes.signOut, async (c) => {
    const customer = await find(c.req.valid('param').userId);
    check(await signOutCustomer(deps, accountOf(customer), deciderOf(c.var.staff)));
    return c.json(await readFor(customer, c.var.staff), 200);
  });

  app.openapi(routes.export, async (c) => {
    const customer = await find(c.req.valid('param').userId);
    accountOf(customer);
    check(await recordExport(db, customer, deciderOf(c.var.staff)));
    // JSON that is made while it is sent, which the type of the route does not know.
    return c.body(streamed(exportCustomer(deps, customer)), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="customer.json"',
    }) as never;
  });

  app.openapi(routes.preview, async (c) => {
    const customer = await find(c.req.valid('param').userId);
    return c.json(await previewDeletion(deps, customer, c.var.staff.customer.userId), 200);
  });

  app.openapi(routes.remove, async (c) => {
    const customer = await find(c.req.valid('param').userId);
    if (userIdOf(c.req.valid('json').email.trim()) !== customer.user_id)
      throw badRequest('email is not the address of this customer. Type it as it stands on the screen.');
    const refused = await deleteCustomerAccount(deps, customer, deciderOf(c.var.staff));
    if (refused) throw new HTTPException(409, { message: `Nothing was deleted. ${refused.join(' ')}` });
    return c.body(null, 204);
  });

  async function find(id: string): Promise<StoredCustomer> {
    const customer = isStorableText(id) ? await findCustomer(db, id) : undefined;
    if (!customer) throw noCustomer();
    return customer;
  }

  const readFor = (customer: StoredCustomer, staff: Staff) => readCustomer(deps, customer, staff);
}

function deciderOf({ customer }: Staff): Decider & { by: string } {
  return { actor: { kind: 'customer' }, by: customer.userId };
}

function accountOf({ account_id: id }: StoredCustomer): string {
  if (id === null) throw new HTTPException(409, { message: refusalSentences.unknown });
  return id;
}

function check(refused: Refused | null): void {
  if (refused === null) return;
  throw refused === 'unknown' ? noCustomer() : new HTTPException(409, { message: refusalSentences[refused] });
}

const forStaff = 'For the staff; nobody else finds anything at this address.';
const fresh = 'Asks for a sign-in of the last 15 minutes.';

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const freshly = requireFreshSignIn(deps.now);
  const path = '/admin/customer/{userId}' as const;
  const params = z.object({
    userId: z.string().meta({ description: "The account's id, or the address where no account has come yet" }),
  });
  const base = { tags: ['Staff'] };
  const answer = { 200: ok(staffCustomerSchema, 'The customer as they are then') };
  return {
    one: createRoute({
      ...base,
      method: 'get',
      path,
      summary: 'Reads a customer: orders, reviews, reports, sign-ins and mails',
      description: forStaff,
      middleware: may('readCustomers'),
      request: { params },
      responses: { 200: ok(staffCustomerSchema, 'The customer'), ...problems(409) },
    }),
    events: createRoute({
      ...base,
      method: 'get',
      path: `${path}/event`,
      summary: 'Lists what happened to a customer, newest first',
      description: `${forStaff} A long list goes on where the Link header says.`,
      middleware: may('readCustomers'),
      request: { params, query: z.object(pageQuery({ usual: 50, most: 200 })) },
      responses: {
        200: { ...ok(customerEventsSchema, 'What happened'), headers: linkHeader },
        ...problems(409),
      },
    }),
    suspend: createRoute({
      ...base,
      method: 'post',
      path: `${path}/suspend`,
      work: 'buying',
      summary: 'Suspends a customer',
      description: `${forStaff} At once they are signed out everywhere and can neither sign in nor use the API. What is paid is still delivered. They are told why by mail.`,
      middleware: [may('manageCustomers'), ...jsonBody] as const,
      request: { params, body: jsonContent(suspendCustomerSchema) },
      responses: { ...answer, ...problems(409) },
    }),
    restore: createRoute({
      ...base,
      method: 'post',
      path: `${path}/restore`,
      summary: 'Ends the suspension of a customer',
      description: `${forStaff} They are told by mail. Nobody restores themselves or somebody of the staff.`,
      middleware: may('manageCustomers'),
      request: { params },
      responses: { ...answer, ...problems(409) },
    }),
    signOut: createRoute({
      ...base,
      method: 'post',
      path: `${path}/sign-out`,
      summary: 'Signs a customer out everywhere',
      description: `${forStaff} They can sign in again. Nobody does it to somebody of the staff.`,
      middleware: may('manageCustomers'),
      request: { params },
      responses: { ...answer, ...problems(409) },
    }),
    export: createRoute({
      ...base,
      method: 'post',
      path: `${path}/export`,
      summary: 'Exports everything the shop knows of a customer, as one JSON document',
      description: `${forStaff} It is written down who has asked for it. Nobody exports somebody of the staff. ${fresh}`,
      middleware: [may('manageCustomers'), freshly] as const,
      request: { params },
      responses: { 200: ok(customerExportSchema, 'The document') },
    }),
    preview: createRoute({
      ...base,
      method: 'get',
      path: `${path}/deletion`,
      summary: 'Tells what would go with a customer, what would be kept and why',
      description: `${forStaff} Nothing is changed by asking.`,
      middleware: may('deleteCustomers'),
      request: { params },
      responses: { 200: ok(customerDeletionSchema, 'What would happen'), ...problems(409) },
    }),
    remove: createRoute({
      ...base,
      method: 'post',
      path: `${path}/deletion`,
      work: 'buying',
      summary: 'Deletes a customer: account, record and reviews',
      description: `${forStaff} Orders and invoices stay, as tax law asks for. Nobody deletes themselves here, somebody of the staff, or an owner of a shop with open sales or unpaid earnings. ${fresh}`,
      middleware: [may('deleteCustomers'), freshly, ...jsonBody] as const,
      request: { params, body: jsonContent(deleteCustomerSchema) },
      responses: { 204: { description: 'They are deleted' } },
    }),
  };
}
