// A customer's own data as a file: asked for, looked at and downloaded by nobody but its owner.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { dataExportSchema } from '#contract/people/data-export.schema.ts';
import { type DataExport, dataExportDays, dataExportsADay } from '#contract/people/data-export.ts';
import { type Authenticate, requireCustomer, type SignedIn, unauthenticated } from '../../access/authenticate.ts';
import { recordAudit } from '../../audit/audit.ts';
import { notFound, ok, problems, streamed } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import { newUser } from '../user/user.rules.ts';
import { saveUser } from '../user/user.store.ts';
import { findCustomer } from './customer.store.ts';
import { findExport, findPart, requestExport, type StoredExport } from './data-export.store.ts';

const unzip = promisify(gunzip);
const path = '/data-export';
const tags = ['Users'];

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>) => ({
  one: createRoute({
    method: 'get',
    path,
    tags,
    summary: "Reads how the export of the caller's own data stands",
    middleware: signedIn,
    responses: { 200: ok(dataExportSchema, 'How it stands') },
  }),
  request: createRoute({
    method: 'post',
    path,
    tags,
    summary: "Requests an export of the caller's own data",
    description: `It is made within minutes, and a mail says when it is ready; it can be downloaded for ${dataExportDays} days. What was made before is deleted. While one is under way the request changes nothing. At most ${dataExportsADay} in 24 hours.`,
    middleware: signedIn,
    responses: { 202: ok(dataExportSchema, 'How it stands'), ...problems(429) },
  }),
  file: createRoute({
    method: 'get',
    path: `${path}/file`,
    tags,
    summary: "Downloads the export of the caller's own data",
    middleware: signedIn,
    responses: {
      200: {
        description: 'The file',
        content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } },
      },
      ...problems(404),
    },
  }),
});

export function mountDataExports(
  app: OpenAPIHono,
  deps: {
    db: Db;
    authenticate: Authenticate;
    allowExport: AllowWrite;
    shopName: string;
    wake: () => void;
    now: () => Date;
  },
) {
  const { db, now } = deps;
  const routes = routesBehind(requireCustomer(deps.authenticate));

  app.openapi(routes.one, async (c) => c.json(await readDataExport(c.var.customer.userId), 200));

  app.openapi(routes.request, async (c) => {
    const { userId } = c.var.customer;
    const { customer } = c.var;
    // A customer who has just registered has no record yet: it is made from the account, as where it is read.
    if (!(await findCustomer(db, userId)) && !(await saveUser(db, newUser(customer, customer, deps.shopName), {})))
      throw unauthenticated();
    if (!isUnderWay(await findExport(db, userId))) {
      await deps.allowExport(c, userId);
      const outcome = await db.transaction().execute(async (transaction) => {
        const requested = await requestExport(transaction, userId, now());
        if (requested !== 'requested') return requested;
        const subject = { kind: 'account', id: userId } as const;
        await recordAudit(
          transaction,
          { kind: 'customer' },
          { action: 'customer.exported', subject, details: { by: userId } },
        );
        return requested;
      });
      // It was deleted since.
      if (outcome === 'no_account') throw unauthenticated();
      if (outcome === 'requested') deps.wake();
    }
    return c.json(await readDataExport(userId), 202);
  });

  app.openapi(routes.file, async (c) => {
    const found = await findExport(db, c.var.customer.userId);
    if (!found || toDataExport(found, now()).state !== 'ready') throw notFound('There is no export to download.');
    // JSON that is read while it is sent, which the type of the route does not know.
    return c.body(streamed(readFile(db, found)), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    }) as never;
  });

  async function readDataExport(accountId: string) {
    return toDataExport(await findExport(db, accountId), now());
  }
}

async function* readFile(db: Db, found: StoredExport): AsyncGenerator<string> {
  const { size_bytes: size } = found;
  let [sent, part] = [0, 0];
  while (sent < Number(size)) {
    const packed = await findPart(db, found, part);
    // It has expired, or was asked for again, while it was sent: the download breaks off, and is not taken for a whole one.
    if (!packed) throw new Error('the export is not there any more');
    const bytes = await unzip(packed);
    sent += bytes.byteLength;
    part += 1;
    yield bytes.toString();
  }
}

const isUnderWay = (found: StoredExport | undefined) => found?.state === 'waiting' || found?.state === 'running';
const none: DataExport = { state: 'none', requested_at: null, ready_at: null, expires_at: null, size_bytes: null };
const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** An expired export is gone, whether it was deleted already or not. */
function toDataExport(found: StoredExport | undefined, now: Date): DataExport {
  if (!found || (found.expires_at && found.expires_at <= now)) return none;
  return {
    state: found.state,
    requested_at: found.requested_at.toISOString(),
    ready_at: iso(found.ready_at),
    expires_at: found.state === 'ready' ? iso(found.expires_at) : null,
    size_bytes: found.size_bytes === null ? null : Number(found.size_bytes),
  };
}
