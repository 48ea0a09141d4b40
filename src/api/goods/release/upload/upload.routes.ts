// Files of a shop, and of the operator's own products, come by the tus protocol (https://tus.io/protocols/resumable-upload, 1.0.0): creation, creation-with-upload, expiration, termination.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { ERRORS, Server } from '@tus/server';
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { uploadAddress } from '#contract/goods/release.ts';
import type { Work } from '#contract/site-address.ts';
import { createAdmission } from '#platform/http/door/admission.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Authenticate } from '../../../access/authenticate.ts';
import { requireActiveSellerOrKey } from '../../../access/require-active-seller.ts';
import { type ForSellerOrKey, requireMemberOrKey } from '../../../access/require-member.ts';
import { requireStaff } from '../../../access/require-staff.ts';
import { problems } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import { bytesText, type GoodsLimits } from '../goods-limits.rules.ts';
import { beginUpload, newObjectId } from './begin-upload.ts';
import type { Settling } from './settle-object.ts';
import { createUploadLocks, type LockDatabase } from './upload-lock.ts';
import { type TusFault, UploadStore } from './upload-store.ts';

/** How long whoever is asked to let go of an upload may take to write what has come. */
const LET_GO_MS = 200;

/** Requests of uploads at once: of one shop, whoever sends for it, a part. What does not fit is told to come again. */
const AT_ONCE = { atOnce: 180, inLine: 0, share: { atOnce: 24, inLine: 0 } };
const RETRY_SECONDS = 5;

/** Where files are sent to, and for whom. */
type Place = {
  base: '/seller/{sellerId}/upload' | '/admin/upload';
  tags: string[];
  work: Work;
  params: z.ZodObject;
  guard: MiddlewareHandler[];
  /** Null: the operator, for whose own products the staff send them. */
  ownerOf: (c: Context) => string | null;
};

const objectId = z.string().meta({ description: 'As Location named it' });
const offset = { 'Upload-Offset': { description: 'Bytes that the shop has', schema: { type: 'integer' } } } as const;

const routesAt = ({ base, tags, work, params, guard: middleware }: Place) => {
  const ofUpload = params.extend({ objectId });
  return {
    create: createRoute({
      method: 'post',
      path: base,
      tags,
      work,
      streamsBody: true,
      middleware,
      summary: 'Begins to send a file to a draft of a release, by the tus protocol 1.0.0',
      description:
        'Headers: Tus-Resumable: 1.0.0, Upload-Length with its bytes, and Upload-Metadata with two words in base64: release (release_id) and path, such as data/train.parquet. Location says where it is sent to. A file that is there under the same path gives way. What nobody goes on with for a week is removed.',
      request: { params },
      responses: {
        201: { description: 'It may be sent', headers: { Location: { schema: { type: 'string' } } } },
        ...problems(400, 409, 412, 413, 429, 507),
      },
    }),
    look: createRoute({
      method: 'get',
      path: `${base}/{objectId}`,
      tags,
      work,
      streamsBody: true,
      middleware,
      // Hono answers HEAD by what answers GET, and knows no routes of HEAD alone.
      hide: true,
      summary: 'Tells how much of a file has come',
      request: { params: ofUpload },
      responses: { 200: { description: 'Without a body', headers: offset }, ...problems(400, 409, 412) },
    }),
    append: createRoute({
      method: 'patch',
      path: `${base}/{objectId}`,
      tags,
      work,
      streamsBody: true,
      middleware,
      summary: 'Sends what follows behind Upload-Offset',
      description:
        'Content-Type: application/offset+octet-stream. What has come when a connection breaks off is kept. 408: nothing has come for half a minute; HEAD says where to go on. 409: the offset is another; HEAD says which. 507: there is no room at the moment.',
      request: { params: ofUpload },
      responses: {
        204: { description: 'It is there', headers: offset },
        ...problems(400, 408, 409, 412, 413, 423, 429, 507),
      },
    }),
    end: createRoute({
      method: 'delete',
      path: `${base}/{objectId}`,
      tags,
      work,
      streamsBody: true,
      middleware,
      summary: 'Ends an upload that is not complete, and removes what has come',
      request: { params: ofUpload },
      responses: { 204: { description: 'It is gone' }, ...problems(400, 409, 412) },
    }),
  };
};

type UploadDeps = {
  database: LockDatabase;
  authenticate: Authenticate;
  limits: GoodsLimits;
  settling: Settling;
  log: Log;
  now: () => Date;
};

/** The files of shops, and those that the staff send for the operator's own products. */
export function mountUploads(app: OpenAPIHono, deps: UploadDeps) {
  const { db } = deps.settling;
  const asked = { db, authenticate: deps.authenticate };
  const locks = createUploadLocks(deps.database);
  mountAt(app, deps, locks, {
    ...{ base: '/seller/{sellerId}/upload', tags: ['Uploads'], work: 'upload' },
    params: z.object({ sellerId: z.string().meta({ description: 'seller_id' }) }),
    guard: [requireMemberOrKey(asked)('editListings'), requireActiveSellerOrKey()],
    ownerOf: (c: Context<ForSellerOrKey>) => c.var.member.sellerId,
  });
  mountAt(app, deps, locks, {
    ...{ base: '/admin/upload', tags: ['Staff'], work: 'staff upload' },
    params: z.object({}),
    guard: [requireStaff(asked)('manageProducts')],
    ownerOf: () => null,
  });
}

function mountAt(app: OpenAPIHono, deps: UploadDeps, locks: ReturnType<typeof createUploadLocks>, place: Place) {
  const { settling, limits, now } = deps;
  const { db, storage } = settling;
  const routes = routesAt(place);
  const admission = createAdmission(AT_ONCE);

  async function answer(c: Context): Promise<Response> {
    const sellerId = place.ownerOf(c);
    const objectIdOf = (request: Request) => /\/upload\/([0-9a-z]{16,64})\/?$/.exec(new URL(request.url).pathname)?.[1];
    const tus = new Server({
      path: uploadAddress(sellerId),
      relativeLocation: true,
      datastore: new UploadStore({ settling, locks, sellerId, silentMs: limits.silentMs }),
      locker: locks.locker,
      lockDrainTimeout: LET_GO_MS,
      disableTerminationForFinishedUploads: true,
      maxSize: limits.largestFile,
      namingFunction: newObjectId,
      getFileIdFromRequest: objectIdOf,
      async onUploadCreate(_request, { id, size, metadata = {} }) {
        const wanted = { objectId: id, sellerId, size: size ?? Number.NaN, metadata };
        const refused = await beginUpload({ db, storage, limits, now }, wanted);
        if (refused) throw refused;
        return {};
      },
      onResponseError(_request, error) {
        if (!isTusFault(error)) deps.log.error({ part: 'api', error: String(error) }, 'an upload failed');
        return isTusFault(error) ? error : { status_code: 503, body: storageAway };
      },
    });
    const unfit = unfitHeader(c.req.raw.headers);
    if (unfit) {
      c.header('tus-resumable', '1.0.0');
      c.header('tus-version', '1.0.0');
      throw new HTTPException(unfit.status, { message: unfit.message });
    }
    const request = c.req.raw.method === 'GET' ? new Request(c.req.raw, { method: 'HEAD' }) : c.req.raw;
    // The guard has asked who may wait: a stranger takes nothing of a shop's share.
    const response = await admission.run<Response | Promise<Response>>({
      key: sellerId ?? '',
      work: () => tus.handleWeb(request as never),
      refused: () => new Response(tooManyUploads, { status: 429 }),
    });
    if (response.status === 423 || response.status === 429) c.header('retry-after', String(RETRY_SECONDS));
    if (response.status < 400) return ownHeaders(response);
    const text = sentenceOf(await response.text(), limits);
    c.header('tus-resumable', '1.0.0');
    throw new HTTPException(response.status as ContentfulStatusCode, { message: text });
  }

  app.openapi(routes.create, (c) => answer(c) as never);
  app.openapi(routes.look, (c) => answer(c) as never);
  const { hide: _, middleware: __, ...asked } = routes.look;
  app.openAPIRegistry.registerPath({ ...asked, method: 'head' });
  app.openapi(routes.append, (c) => answer(c) as never);
  app.openapi(routes.end, (c) => answer(c) as never);
}

/** Fault of a header that would have to be heeded, and is not. */
function unfitHeader(headers: Headers): { status: 400 | 412; message: string } | null {
  if (headers.get('tus-resumable') !== '1.0.0')
    return {
      status: 412,
      message: 'The header Tus-Resumable: 1.0.0 is missing. See https://tus.io for clients that send it.',
    };
  if (headers.has('upload-checksum'))
    return {
      status: 400,
      message:
        'The header Upload-Checksum is not heeded here: leave it out. The release says the SHA-256 of each file that has come.',
    };
  // The protocol's own answer is 501, which is a fault of ours.
  if (headers.has('upload-concat'))
    return { status: 400, message: 'Files are sent in one upload each: leave Upload-Concat out.' };
  if (headers.has('upload-defer-length'))
    return {
      status: 400,
      message:
        'The header Upload-Length is missing: it says how many bytes the file has. Leave Upload-Defer-Length out.',
    };
  return null;
}

const tooManyUploads =
  'Many files of this shop are being sent at the moment. Go on in a few seconds, from where it stopped.';

const storageAway =
  'The storage of the shop cannot be reached at the moment. What has arrived is kept: go on in a minute, from where it stopped.';

function isTusFault(error: unknown): error is TusFault {
  return typeof (error as TusFault).status_code === 'number' && typeof (error as TusFault).body === 'string';
}

/** Nothing is told to other sites: whoever sends is signed in by a header that they cannot make a browser send. */
function ownHeaders(response: Response): Response {
  for (const name of [...response.headers.keys()])
    if (name.startsWith('access-control-')) response.headers.delete(name);
  return response;
}

const brokenMetadata =
  'The header Upload-Metadata cannot be read: it has pairs with commas between them, each a word and its text in base64, such as release and path.';

/** Sentences for people that say what to do: those of tus itself are for programs. */
function sentenceOf(said: string, limits: GoodsLimits): string {
  const ofTus: Record<string, string> = {
    [ERRORS.FILE_NOT_FOUND.body]: 'There is no such upload of yours. Begin it anew.',
    [ERRORS.FILE_NO_LONGER_EXISTS.body]: 'This upload has ended. Begin it anew.',
    [ERRORS.INVALID_OFFSET.body]: 'The file stands at another byte. Ask where it is with HEAD, and go on from there.',
    [ERRORS.ERR_SIZE_EXCEEDED.body]: 'More was sent than was announced. Begin it anew with the right Upload-Length.',
    [ERRORS.ERR_MAX_SIZE_EXCEEDED.body]:
      `More was sent than was announced, or than the ${bytesText(limits.largestFile)} that a file can have.`,
    [ERRORS.INVALID_TERMINATION.body]: 'The file is complete: take it out of the release instead.',
    [ERRORS.INVALID_LENGTH.body]: 'The header Upload-Length is missing: it says how many bytes the file has.',
    [ERRORS.MISSING_OFFSET.body]: 'The header Upload-Offset is missing: it says behind which byte this follows.',
    [ERRORS.INVALID_CONTENT_TYPE.body]: 'The header Content-Type must be application/offset+octet-stream.',
    [ERRORS.INVALID_METADATA.body]: brokenMetadata,
    'Invalid upload-metadata\n': brokenMetadata,
    'Invalid upload-length\n': 'The header Upload-Length must be the bytes of the file, in digits.',
    'Invalid upload-offset\n': 'The header Upload-Offset must be the byte behind which this follows, in digits.',
    'Invalid content-type\n': 'The header Content-Type must be application/offset+octet-stream.',
    [ERRORS.ABORTED.body]: 'It broke off. What has arrived is kept: go on from where it stopped.',
  };
  return ofTus[said] ?? said.trim();
}
