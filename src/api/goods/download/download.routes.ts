import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import {
  askForLinksSchema,
  downloadLinksSchema,
  downloadsSchema,
  linksMaximum,
  productDownloadsSchema,
} from '#contract/goods/download.schema.ts';
import type { SiteAddress } from '#contract/site-address.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { requireMemberOrKey } from '../../access/require-member.ts';
import { badRequest, jsonContent, notFound, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import { peerOf } from '../../http/request-context.ts';
import { sendsFile } from '../../http/sends-file.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findEntitlement } from '../entitlement/entitlement.store.ts';
import { currentReleases } from './current-releases.rules.ts';
import { countOfProduct, findFreeFile, findListedGoods, listOfEntitlement } from './download.store.ts';
import { linksPerMinute } from './download-limits.rules.ts';
import { makeLinks, openLink } from './download-links.ts';
import { toDownload, toProductDownloads } from './to-downloads.rules.ts';
import type { Transfer, Transfers } from './transfers.ts';

type Deps = {
  database: Pick<ShopDatabase, 'kysely' | 'counters'>;
  authenticate: Authenticate;
  secrets: Secrets;
  transfers: Transfers;
  /** Where visitors reach the shop. */
  origin: string;
  /** True if its addresses lead on to a bucket. */
  redirects: boolean;
  now: () => Date;
};

const COUNTED_FILES = 1_000;
const tags = ['Library'];
const id = () => z.string().refine(isStorableText, 'is no id');
const ofEntitlement = z.object({ entitlementId: id() });
const bytes = { 'application/octet-stream': { schema: z.any().meta({ type: 'string', format: 'binary' }) } };
const sent = {
  200: { description: 'The file', content: bytes },
  206: { description: 'The part that the header Range asks for', content: bytes },
  304: { description: 'The caller has it, as If-None-Match says' },
  412: { description: 'It is not what If-Match says' },
  416: { description: 'Nothing of it is where the header Range points' },
};
const howSent =
  'Takes GET and HEAD, Range, If-Range, If-Match and If-None-Match; the ETag is the SHA-256 of the bytes. Several ranges at once are answered with the whole. Never compressed, always as an attachment.';

function routesFor({ authenticate, database }: Deps) {
  const signedIn = requireCustomer(authenticate);
  const member = requireMemberOrKey({ db: database.kysely, authenticate });
  return {
    ask: createRoute({
      method: 'post',
      path: '/library/{entitlementId}/download',
      tags,
      summary: 'Creates addresses at which the files of a release are, for a few minutes',
      middleware: [signedIn, ...jsonBody] as const,
      request: { params: ofEntitlement, body: jsonContent(askForLinksSchema) },
      responses: {
        200: ok(downloadLinksSchema, 'The addresses'),
        ...problems(404, 429),
      },
    }),
    history: createRoute({
      method: 'get',
      path: '/library/{entitlementId}/download',
      tags,
      summary: 'Lists what the caller has downloaded of it, newest first',
      description: 'The transfers of one file within a day are one download.',
      middleware: signedIn,
      request: { params: ofEntitlement, query: z.object(pageQuery({ usual: 30, most: 100 })) },
      responses: {
        200: { ...ok(downloadsSchema, 'The downloads'), headers: linkHeader },
        ...problems(404),
      },
    }),
    get: createRoute({
      method: 'get',
      path: '/download/{token}/{name}',
      caching: 'own',
      middleware: sendsFile,
      tags,
      summary: 'Reads a file, at an address that was made for one account',
      description: `${howSent} What is not good, or not good any more, is 404.`,
      request: { params: z.object({ token: z.string(), name: z.string() }) },
      responses: { ...sent, ...problems(404, 429) },
    }),
    counts: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/listing/{productId}/download',
      tags: ['Listings'],
      summary: 'Tells how often the files of a product were downloaded',
      description:
        'By release and file; nobody is named. The transfers of one buyer and file within a day are one download.',
      middleware: member('readFigures'),
      request: { params: z.object({ sellerId: id(), productId: id() }) },
      responses: { 200: ok(productDownloadsSchema, 'The numbers'), ...problems(400) },
    }),
  };
}

/** The rest of the address is a path with folders, which no parameter of OpenAPI stands for. */
export const freeFileAddress: SiteAddress = {
  path: '/api/product/:productId/free-file/*',
  ...{ caching: 'own', query: [], search: 'noindex', work: 'download' },
};

/** Signed addresses of bought files, free files, and what went out of both. */
export function mountDownloads(app: OpenAPIHono, deps: Deps) {
  const { database, secrets, transfers, origin, redirects, now } = deps;
  const db = database.kysely;
  const routes = routesFor(deps);
  const links = createRateLimiter(database, { name: 'download links', points: linksPerMinute, duration: 60 });

  app.openapi(routes.ask, async (c) => {
    const { entitlementId } = c.req.valid('param');
    const { release_id: releaseId, path } = c.req.valid('json');
    const accountId = c.var.customer.userId;
    await links.consume(accountId).catch((refused) => {
      throw tooManyRequests(c, refused, 'You have begun many downloads within a minute. Try again in a minute.');
    });
    if (!isStorableText(releaseId) || (path !== undefined && !isStorableText(path))) throw nothing();
    const asked = { accountId, entitlementId, releaseId, ...(path !== undefined && { path }) };
    const made = await makeLinks({ db, secrets, origin, redirects, now }, asked);
    if (!made) throw nothing();
    if (made === 'many')
      throw badRequest(`The release has more than ${linksMaximum} files. Say the path of one, and ask for each.`);
    return c.json(made, 200);
  });

  app.openapi(routes.history, async (c) => {
    const { entitlementId } = c.req.valid('param');
    const { after, limit } = c.req.valid('query');
    const page = { after: cursorOf(after), limit: limit + 1 };
    if (!(await findEntitlement(db, c.var.customer.userId, entitlementId))) throw nothing();
    const rows = await listOfEntitlement(db, entitlementId, page);
    const downloads = cutPage(c, rows, limit, ({ micros, download_id }) => ({ micros, id: download_id }));
    return c.json(downloads.map(toDownload), 200);
  });

  app.openapi(routes.get, async (c) => {
    const found = await openLink({ db, secrets, now }, c.req.valid('param'));
    if (!found) throw nothing();
    const { entitlement, file } = found;
    return send(c, { door: 'link', file, entitlement, peer: peerOf(c) });
  });

  app.openapi(routes.counts, async (c) => {
    const { productId } = c.req.valid('param');
    const counts = await countOfProduct(db, c.var.member.sellerId, productId, COUNTED_FILES + 1);
    return c.json(toProductDownloads(counts.slice(0, COUNTED_FILES), counts.length > COUNTED_FILES), 200);
  });

  app.get('/product/:productId/free-file/*', sendsFile, async (c) => {
    const productId = c.req.param('productId');
    const path = pathAfter(c.req.path, '/free-file/');
    if (!isStorableText(productId) || path === null || !isStorableText(path)) throw nothing();
    const goods = await findListedGoods(db, productId);
    const file = goods && (await findFreeFile(db, currentReleases(goods), productId, path));
    if (!file) throw nothing();
    return send(c, { door: 'free', file, entitlement: null, peer: peerOf(c) });
  });
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/product/{productId}/free-file/{path}',
    tags: ['Products'],
    summary: 'Reads a file of a product that everybody may have without buying',
    description: `The path may have folders. ${howSent}`,
    request: { params: z.object({ productId: z.string(), path: z.string() }) },
    responses: { ...sent, ...problems(404, 429) },
  });

  async function send(c: Context, transfer: Transfer): Promise<Response> {
    const answer = await transfers.send(c.req.raw, transfer);
    if (answer instanceof Response) return answer;
    c.header('retry-after', String(answer.retryAfterSeconds));
    throw new HTTPException(429, {
      message: 'Too many files are sent to you at once, or within a minute. Try again in a moment.',
    });
  }
}

/** The same for whatever is wrong: an address tells nobody why it is not good. */
function nothing() {
  return notFound('There is no such file for you. Open your library, and download it from there.');
}

/** Reads the path after a mark in an address as it was sent; null if it is no text. */
function pathAfter(address: string, mark: string): string | null {
  try {
    return decodeURIComponent(address.slice(address.indexOf(mark) + mark.length));
  } catch {
    return null;
  }
}
