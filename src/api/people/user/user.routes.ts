import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ownDeletionSchema, postedUserSchema, userSchema } from '#contract/people/user.schema.ts';
import { userIdOf } from '#contract/people/user.ts';
import { may } from '../../access/access.rules.ts';
import { type Authenticate, requireCustomer, type SignedIn, unauthenticated } from '../../access/authenticate.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import { foreignNameFault, impersonationFault } from '../../text/foreign-words.rules.ts';
import { type DeletingUsers, deleteUser } from './delete-user.ts';
import { type PreviewingOwnDeletion, previewOwnDeletion } from './preview-own-deletion.ts';
import { newUser } from './user.rules.ts';
import { findUser, saveUser } from './user.store.ts';

const byEmail = z.object({ email: z.string().meta({ description: "The account's e-mail address, in any case" }) });

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>) => ({
  save: createRoute({
    method: 'post',
    path: '/user',
    tags: ['Users'],
    summary: "Saves the caller's own record",
    description:
      'Makes the record after the registration, or changes it. A field that is left out stays as it is stored, and gets its default in a new record.',
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(postedUserSchema) },
    responses: {
      200: ok(userSchema, 'The changed record'),
      201: ok(userSchema, 'The new record'),
      ...problems(404, 429),
    },
  }),
  one: createRoute({
    method: 'get',
    path: '/user/{email}',
    tags: ['Users'],
    summary: "Reads the caller's own record",
    description:
      "It is made from the account when there is none yet. Anybody else's is not found, whether it exists or not.",
    middleware: signedIn,
    request: { params: byEmail },
    responses: { 200: ok(userSchema, 'The record'), ...problems(404) },
  }),
  deletion: createRoute({
    method: 'get',
    path: '/user/{email}/deletion',
    tags: ['Users'],
    summary: "Previews the deletion of the caller's own record",
    description: 'What keeps it from being deleted now, and what ends with it. Nothing is changed by asking.',
    middleware: signedIn,
    request: { params: byEmail },
    responses: { 200: ok(ownDeletionSchema, 'What keeps it, and what ends'), ...problems(404) },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/user/{email}',
    tags: ['Users'],
    summary: "Deletes the caller's own record and reviews",
    description:
      'To be called before the account itself is deleted. Deleting once more changes nothing. Refused to the last administrator, to the only owner of a shop that others belong to, and to who has money in their wallet.',
    middleware: signedIn,
    request: { params: byEmail },
    responses: { 204: { description: 'There is no such record any more' }, ...problems(404, 409) },
  }),
});

export function mountUsers(
  app: OpenAPIHono,
  deps: {
    db: Db;
    /** Answers that were read before are not given again. */
    refresh: () => Promise<void>;
    authenticate: Authenticate;
    /** Name of the marketplace: nobody else is called so. */
    shopName: string;
    allowWrite: AllowWrite;
    /** Ends orders that wait for their payment; what cannot be ended now is ended later. */
    endOrders: (orderIds: string[]) => Promise<void>;
    /** Tells the owner by mail; null where the account service does, once the account itself is deleted. */
    notifyDeleted: ((transaction: Db, email: string) => Promise<void>) | null;
  } & Omit<DeletingUsers, 'db'> &
    Omit<PreviewingOwnDeletion, 'db'>,
) {
  const { db, refresh } = deps;
  const routes = routesBehind(requireCustomer(deps.authenticate));

  app.openapi(routes.save, async (c) => {
    const { user_id, username, profile_pic, phone, addresses } = c.req.valid('json');
    const { customer } = c.var;
    if (!may(customer).saveUser(userIdOf(user_id))) throw notOwn();
    const known = username === undefined ? null : await findUser(db, customer.email, customer.userId);
    if (username !== undefined && known?.username !== username) {
      const fault = foreignNameFault(username) ?? impersonationFault(username, deps.shopName);
      if (fault) throw new HTTPException(400, { message: fault });
      if (known) await deps.allowWrite(c, customer.userId);
    }
    const changes = { username, profile_pic, phone, addresses };
    const saved = await saveUser(db, newUser(customer, customer, deps.shopName), changes);
    if (!saved) throw unauthenticated();
    await refresh();
    return saved.isNew ? c.json(saved.user, 201) : c.json(saved.user, 200);
  });

  app.openapi(routes.one, async (c) => {
    const { customer } = c.var;
    if (!may(customer).readUser(userIdOf(c.req.valid('param').email))) throw notOwn();
    const known = await findUser(db, customer.email, customer.userId);
    const user = known ?? (await saveUser(db, newUser(customer, customer, deps.shopName), {}))?.user;
    if (!user) throw unauthenticated();
    return c.json(user, 200);
  });

  app.openapi(routes.deletion, async (c) => {
    const { customer } = c.var;
    if (!may(customer).deleteUser(userIdOf(c.req.valid('param').email))) throw notOwn();
    return c.json(await previewOwnDeletion(deps, customer.userId), 200);
  });

  app.openapi(routes.remove, async (c) => {
    const { customer } = c.var;
    if (!may(customer).deleteUser(userIdOf(c.req.valid('param').email))) throw notOwn();
    const first = async (transaction: Db) => {
      // Deleting once more changes nothing, and is told to nobody.
      if (deps.notifyDeleted && (await findUser(transaction, customer.email, customer.userId)))
        await deps.notifyDeleted(transaction, customer.email);
    };
    await deps.endOrders(await deleteUser(deps, customer, { actor: { kind: 'customer' }, first }));
    await refresh();
    return c.body(null, 204);
  });
}

function notOwn() {
  return notFound('You have no record under this address.');
}
