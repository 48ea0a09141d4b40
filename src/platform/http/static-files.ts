import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Log } from '../observability/log.ts';
import { observeRequests, type Seen } from '../observability/observe-requests.ts';
import type { Part } from './part.ts';
import { securityHeaders } from './security-headers.ts';

const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';

/** Files as they are, with ranges for videos and the compressed neighbours (.br, .gz) that the build has made. */
export function createStaticFiles(folders: { built: string; given: string }, log: Log): Part {
  const app = new Hono<{ Bindings: { seen: Seen } }>();
  app.use('*', async (c, next) => {
    await next();
    c.env.seen.route = c.req.routePath;
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
  });
  app.use(
    '/assets/*',
    serveStatic({ root: folders.built, precompressed: true, onFound: (_path, c) => c.header('cache-control', YEAR) }),
  );
  app.use('*', serveStatic({ root: folders.given, onFound: (_path, c) => c.header('cache-control', DAY) }));
  app.notFound((c) => c.text('Not found', 404, { 'cache-control': 'no-store' }));
  app.onError((error, c) => {
    const { id } = c.env.seen;
    log.error({ part: 'files', route: c.req.routePath, requestId: id, error: error.stack });
    return c.text(`Something went wrong on our side. (Request ${id})\n`, 500, { 'x-request-id': id });
  });
  return observeRequests('files', log, (request, seen) => app.fetch(request, { seen }));
}
