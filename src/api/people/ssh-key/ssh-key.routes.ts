import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { newSshKeySchema, type SshKey, sshKeySchema, sshKeysSchema } from '#contract/people/ssh-key.schema.ts';
import { sshKeyFaults, sshKeyMaximum } from '#contract/people/ssh-key.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../access/authenticate.ts';
import { badRequest, conflict, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import { addSshKey } from './add-ssh-key.ts';
import { readSshKey } from './ssh-key.rules.ts';
import { deleteSshKey, listSshKeys, type StoredSshKey } from './ssh-key.store.ts';

const tags = ['SSH keys'];

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>) => ({
  list: createRoute({
    method: 'get',
    path: '/ssh-key',
    tags,
    summary: "Lists the caller's SSH keys, newest first",
    middleware: signedIn,
    responses: { 200: ok(sshKeysSchema, 'The keys') },
  }),
  add: createRoute({
    method: 'post',
    path: '/ssh-key',
    tags,
    summary: 'Adds a public SSH key',
    description: `Ed25519, ECDSA, RSA of at least 2,048 bits, and security keys. An account has at most ${sshKeyMaximum}, each once.`,
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(newSshKeySchema) },
    responses: { 201: ok(sshKeySchema, 'The key as it is stored'), ...problems(400, 409, 429) },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/ssh-key/{sshKeyId}',
    tags,
    summary: 'Removes an SSH key',
    description: 'Machines that are on have it until they are off.',
    middleware: signedIn,
    request: { params: z.object({ sshKeyId: z.uuid('must be a UUID') }) },
    responses: { 204: { description: 'It is removed' }, ...problems(400, 404) },
  }),
});

/** Public keys of an account, for the machines that it rents. */
export function mountSshKeys(
  app: OpenAPIHono,
  deps: { db: Db; authenticate: Authenticate; allowWrite: AllowWrite },
): void {
  const { db } = deps;
  const routes = routesBehind(requireCustomer(deps.authenticate));

  app.openapi(routes.list, async (c) =>
    c.json({ items: (await listSshKeys(db, c.var.customer.userId)).map(toSshKey) }, 200),
  );

  app.openapi(routes.add, async (c) => {
    const { userId } = c.var.customer;
    const { public_key, name } = c.req.valid('json');
    const key = readSshKey(public_key);
    if ('fault' in key) throw badRequest(sshKeyFaults[key.fault]);
    await deps.allowWrite(c, userId);
    const done = await addSshKey(db, userId, name === undefined ? key : { ...key, name });
    if ('added' in done) return c.json(toSshKey(done.added), 201);
    throw conflict(
      done.refusal === 'known'
        ? 'This key is in your account already.'
        : `You have ${sshKeyMaximum} SSH keys. Remove one to add another.`,
    );
  });

  app.openapi(routes.remove, async (c) => {
    if (!(await deleteSshKey(db, c.var.customer.userId, c.req.valid('param').sshKeyId)))
      throw notFound('You have no SSH key with this id.');
    return c.body(null, 204);
  });
}

function toSshKey({ ssh_key_id, name, type, base64, fingerprint, created_at: createdAt }: StoredSshKey): SshKey {
  const added = { public_key: `${type} ${base64}`, created_at: createdAt.toISOString() };
  return { ssh_key_id, name, type, fingerprint, ...added };
}
