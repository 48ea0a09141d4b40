import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Part } from '#platform/http/part.ts';
import type { Log } from '#platform/observability/log.ts';
import { observeRequests, type Seen } from '#platform/observability/observe-requests.ts';
import type { Brand } from './brand.ts';
import { isLoopback } from './loopback.ts';
import { outboxAssets } from './outbox-assets.ts';
import { listOutboxFiles, outboxFolder, readOutboxFile } from './outbox-files.ts';
import { isOutboxKey, outboxCookie } from './outbox-key.ts';
import { closedPage, type Entry, listPage, messagePage, missingPage } from './outbox-page.ts';
import { parseMail } from './parsed-mail.ts';

/** More would make the page slow. */
const SHOWN = 50;

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

/** A message may hold what a stranger has written: no scripts, nothing loaded, no forms, and an origin of its own. */
const bodyPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Whether a proxy stands between: it may have rewritten the name that was asked for. */
function isForwarded({ headers }: Request): boolean {
  return [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
}

/**
 * Shows what `createFileTransport` has written, under /outbox. For a trial installation: whoever reads this page has
 * the codes and links that open accounts. It opens with the key that the shop prints when it starts, once for each browser; and
 * only to a loopback name, so that a page elsewhere whose name leads to this machine, or a visitor of a tunnel or a
 * proxy to it, finds nothing even then.
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
  const folder = outboxFolder(deps.dataDir);
  const cookie = outboxCookie(deps.key);
  const app = new Hono<{ Bindings: { seen: Seen } }>({ strict: false });

  app.use(async (c, next) => {
    const own = {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': pagePolicy,
      'x-request-id': c.env.seen.id,
    };
    for (const [name, value] of Object.entries({ ...deps.headers, ...own })) c.header(name, value);
    if (!isLoopback(new URL(c.req.url).hostname) || isForwarded(c.req.raw)) return c.notFound();
    await next();
    c.env.seen.route = c.req.routePath;
  });

  app.get('/outbox/:name', async (c, next) => {
    const asset = outboxAssets.get(c.req.param('name'));
    return asset ? c.body(asset.read(), 200, { 'content-type': asset.type }) : next();
  });

  app.use(async (c, next) => (mayRead(c) ? next() : c.html(closedPage(deps.brand), 404)));

  app.get('/outbox', async (c) => {
    const names = await listOutboxFiles(folder);
    const entries = await Promise.all(names.slice(0, SHOWN).map(readEntry));
    return c.html(
      listPage(
        deps.brand,
        entries.filter((entry) => entry !== null),
        names.length,
      ),
    );
  });

  app.get('/outbox/newest', async (c) => c.text((await listOutboxFiles(folder))[0] ?? ''));

  app.get('/outbox/:name', async (c) => {
    const entry = await readEntry(c.req.param('name'));
    return entry ? c.html(messagePage(deps.brand, entry)) : c.notFound();
  });

  app.get('/outbox/:name/body', async (c) => {
    const entry = await readEntry(c.req.param('name'));
    return entry ? c.html(entry.mail.html, 200, { 'content-security-policy': bodyPolicy }) : c.notFound();
  });

  app.get('/outbox/:name/message.eml', async (c) => {
    const name = c.req.param('name');
    const bytes = await readOutboxFile(folder, name);
    if (!bytes) return c.notFound();
    return c.body(bytes, 200, {
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="${name}.eml"`,
    });
  });

  app.get('/outbox/:name/attachment/:number', async (c) => {
    const entry = await readEntry(c.req.param('name'));
    const attachment = entry?.mail.attachments[Number(c.req.param('number'))];
    if (!attachment) return c.notFound();
    const { filename, type, content } = attachment;
    // Only what a browser shows without running anything of it opens at once.
    const opens = type === 'application/pdf';
    return c.body(content, 200, {
      'content-type': opens ? type : 'application/octet-stream',
      'content-disposition': `${opens ? 'inline' : 'attachment'}; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    });
  });

  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', (c) =>
    c.text('This address is only read.\n', 405, { allow: 'GET, HEAD' }),
  );
  app.notFound((c) => c.html(missingPage(deps.brand), 404));
  app.onError((error, c) => {
    const { id } = c.env.seen;
    deps.log.error({ part: 'mail', route: c.req.routePath, requestId: id, error: error.stack });
    return c.text(`The outbox cannot be shown; the log says why. (Request ${id})\n`, 500);
  });

  /** The key in the address lets this browser in from then on: links within the page need none. */
  function mayRead(c: Context): boolean {
    if (isOutboxKey(getCookie(c, cookie), deps.key)) return true;
    const isKey = isOutboxKey(c.req.query('key'), deps.key);
    if (isKey) setCookie(c, cookie, deps.key, { path: '/outbox', httpOnly: true, sameSite: 'Strict' });
    return isKey;
  }

  async function readEntry(name: string): Promise<Entry | null> {
    const bytes = await readOutboxFile(folder, name);
    return bytes && { name, mail: await parseMail(bytes) };
  }

  return observeRequests('mail', deps.log, (request, seen) => app.fetch(request, { seen }));
}
