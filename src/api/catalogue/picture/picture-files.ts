// Pictures as everybody sees them, at /pictures: not a part of the API, and nothing of the catalogue is asked for them.
import { Hono } from 'hono';
import { pictureWidths } from '#contract/catalogue/picture.ts';
import type { Part } from '#platform/http/part.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import type { Log } from '#platform/observability/log.ts';
import { observeRequests, type Seen } from '#platform/observability/observe-requests.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { pictureKey } from './picture.rules.ts';

/** An address has the hash of what is there: another picture has another one. */
const YEAR = 'public, max-age=31536000, immutable';
/** Opened by itself, a picture runs and loads nothing. */
const headersOfAll = { ...securityHeaders, 'content-security-policy': "default-src 'none'" };
const named = /^([0-9a-f]{64})(-\d+)?\.webp$/;

type PictureFiles = Part & { routes: Array<{ method: string; path: string }> };

export function createPictureFiles({ storage, log }: { storage: Storage; log: Log }): PictureFiles {
  const app = new Hono<{ Bindings: { seen: Seen } }>();
  app.use('*', async (c, next) => {
    for (const [name, value] of Object.entries(headersOfAll)) c.header(name, value);
    await next();
    c.env.seen.route = c.req.routePath;
  });

  app.get('/pictures/:file', async (c) => {
    const [, hash, small] = named.exec(c.req.param('file')) ?? [];
    if (!hash || (small && small !== `-${pictureWidths.small}`)) return c.notFound();
    const etag = `"${hash.slice(0, 32)}${small ?? ''}"`;
    const headers = { 'cache-control': YEAR, etag };
    // A name stands for one content, also if that were gone by now.
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    const key = pictureKey(hash, small ? 'small' : 'whole');
    const length = (size: number) => ({ ...headers, 'content-type': 'image/webp', 'content-length': String(size) });
    if (c.req.method === 'HEAD') {
      const found = await storage.head(key);
      return found ? c.body(null, 200, length(found.size)) : c.notFound();
    }
    const found = await storage.get(key);
    return found ? c.body(found.body, 200, length(found.size)) : c.notFound();
  });

  app.notFound((c) => c.text('There is no such picture.\n', 404, { 'cache-control': 'no-store' }));
  app.onError((error, c) => {
    const { id } = c.env.seen;
    log.error({ part: 'pictures', requestId: id, error: error.stack });
    return c.text(`The picture cannot be read at the moment. (Request ${id})\n`, 503, {
      'cache-control': 'no-store',
      'retry-after': '10',
      'x-request-id': id,
    });
  });

  return {
    ...observeRequests('pictures', log, (request, seen) => app.fetch(request, { seen })),
    routes: app.routes,
  };
}
