import { Hono } from 'hono';
import type { Part } from '#platform/http/part.ts';
import type { Log } from '#platform/observability/log.ts';
import { observeRequests } from '#platform/observability/observe-requests.ts';
import type { Brand } from './message/brand.ts';
import { messageRoutes } from './outbox-page/message.routes.ts';
import { outboxAssets } from './outbox-page/outbox-assets.ts';
import { type OutboxEnv, onlyFromThisMachine, onlyWithKey } from './outbox-page/outbox-gate.ts';
import { missingPage } from './outbox-page/outbox-page.ts';
import { outboxFolder } from './transport/outbox-files.ts';

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Shows what `createFileTransport` has written, under /outbox. For a trial installation: it opens with the key that the shop
 * prints when it starts, once for each browser, and only on the machine itself.
 */
export function createOutboxPage(deps: {
  dataDir: string;
  brand: Brand;
  /** See outbox-key.ts. */
  key: string;
  /** Headers of every answer, beside the page's own policy. */
  headers: Record<string, string>;
  log: Log;
}): Part {
  const { brand, log } = deps;
  const app = new Hono<OutboxEnv>({ strict: false });

  app.use(async (c, next) => {
    const own = {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': pagePolicy,
      'x-request-id': c.env.seen.id,
    };
    for (const [name, value] of Object.entries({ ...deps.headers, ...own })) c.header(name, value);
    await next();
  });
  app.use(onlyFromThisMachine);
  // Before the key: the page that asks for it is styled as well.
  app.get('/outbox/:name', async (c, next) => {
    const asset = outboxAssets.get(c.req.param('name'));
    return asset ? c.body(asset.read(), 200, { 'content-type': asset.type }) : next();
  });
  app.use(onlyWithKey(deps.key, brand));
  app.route('/', messageRoutes(outboxFolder(deps.dataDir), brand));
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', (c) =>
    c.text('This address is only read.\n', 405, { allow: 'GET, HEAD' }),
  );
  app.notFound((c) => c.html(missingPage(brand), 404));
  app.onError((error, c) => {
    const { id } = c.env.seen;
    log.error({ part: 'mail', route: c.req.routePath, requestId: id, error: error.stack });
    return c.text(`The outbox cannot be shown; the log says why. (Request ${id})\n`, 500);
  });

  return observeRequests('mail', log, (request, seen) => app.fetch(request, { seen }));
}
