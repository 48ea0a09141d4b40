import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Part } from './part.ts';
import { securityHeaders } from './security-headers.ts';

const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';

/** Files as they are, with ranges for videos and the compressed neighbours (.br, .gz) that the build has made. */
export function createStaticFiles(folders: { built: string; given: string }): Part {
  const app = new Hono();
  app.use('*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
  });
  app.use(
    '/assets/*',
    serveStatic({ root: folders.built, precompressed: true, onFound: (_path, c) => c.header('cache-control', YEAR) }),
  );
  app.use('*', serveStatic({ root: folders.given, onFound: (_path, c) => c.header('cache-control', DAY) }));
  app.notFound((c) => c.text('Not found', 404, { 'cache-control': 'no-store' }));
  return { fetch: (request) => app.fetch(request) };
}
