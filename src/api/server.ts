import { readFile } from 'node:fs/promises';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { HonoRequest } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Kysely } from 'kysely';
import type { Problem } from '#contract/errors.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { Database } from '#platform/database.ts';
import { databaseAway, isDatabaseAway, RETRY_SECONDS } from '#platform/database-away.ts';
import type { Log } from '#platform/log.ts';
import { observeRequests, type Seen } from '#platform/observe-requests.ts';
import type { Part } from '#platform/part.ts';
import { securityHeaders } from '#platform/security-headers.ts';
import { codeOf } from './answers.ts';
import type { Authenticate } from './authenticate.ts';
import { mountCarts } from './cart/cart.routes.ts';
import type { CatalogueVersion } from './catalogue-version.ts';
import { mountCheckout } from './checkout/checkout.routes.ts';
import { CheckoutRefusal, type CheckoutService } from './checkout/checkout-service.ts';
import type { PaymentProvider } from './checkout/payment-provider.ts';
import { webhookRoutes } from './checkout/webhook.routes.ts';
import { mountContact } from './contact/contact.routes.ts';
import { docsAssets, docsPage, docsPolicy, docsStart } from './docs-page.ts';
import { mountHealth } from './health/health.routes.ts';
import { mountOrders } from './order/order.routes.ts';
import { createListProducts } from './product/list-products.ts';
import { mountProducts } from './product/product.routes.ts';
import { mountReviews } from './review/review.routes.ts';
import type { ApiTables } from './schema.ts';
import { mountUsers } from './user/user.routes.ts';
import { limitVisibleChanges } from './visible-changes.ts';

const NOT_KEPT = 'private, no-store';

export type Api = Part & { openapi: () => object; checkout: CheckoutService };

/**
 * The product API of the specification's section 7, under /api, with and without a trailing slash. Callers say who
 * they are by bearer token alone, never by cookie: a foreign site cannot make a browser send one, so the anti-forgery
 * header of clients (X-XSRF-TOKEN) is welcome and not needed.
 */
export function createApi(deps: {
  database: Database<ApiTables>;
  version: CatalogueVersion;
  /** What products and public reviews are read through: the database's own, or one that knows a replica. */
  catalogue: Kysely<ApiTables>;
  authenticate: Authenticate;
  checkout: {
    provider: PaymentProvider;
    sendMail: SendMail;
    shop: CheckoutService['shop'];
    takesBilledOrders: boolean;
  };
  /** Whether carts are kept for accounts. */
  keepsCarts: boolean;
  /** The support mail box that messages of the contact form go to; null: they are not taken. */
  contactMailBox: string | null;
  /** The process has been told to end: it still answers, and is no longer ready. */
  isEnding?: () => boolean;
  log: Log;
  now?: () => Date;
}): Api {
  const { version, catalogue, authenticate } = deps;
  const db = deps.database.kysely;
  const { takesBilledOrders, ...buying } = deps.checkout;
  const now = deps.now ?? (() => new Date());
  const service: CheckoutService = { db, actor: { kind: 'customer' }, ...buying, log: deps.log, now };
  const app = new OpenAPIHono({
    strict: false,
    defaultHook: (result) => {
      if (result.success) return;
      const issue = result.error.issues[0];
      throw new HTTPException(400, {
        message: `${issue?.path.join('.') || 'The body'} ${lowerFirst(issue?.message ?? 'is not valid')}.`,
      });
    },
  }).basePath('/api') as OpenAPIHono;

  app.use(async (c, next) => {
    c.header('x-request-id', seenOf(c).id);
    // Set before the answer is made: a header of a finished answer costs making it again.
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    c.header('cache-control', isPublic(c.req) ? 'public, no-cache' : NOT_KEPT);
    await next();
    seenOf(c).route = c.req.routePath;
  });

  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const allow = methods.join(', ');
        return c.json(problem(405, `This address takes ${allow} only. See /api/docs.`, c), 405, { allow });
      },
    }),
  );

  mountProducts(app, { db: catalogue, listProducts: createListProducts(catalogue, version) });
  const allowChange = limitVisibleChanges(deps.database);
  mountReviews(app, { db, catalogue, version, authenticate, allowChange });
  mountUsers(app, { db, version, authenticate, allowChange });
  mountOrders(app, { db, authenticate, shop: service.shop });
  mountCheckout(app, { service, authenticate, takesBilledOrders });
  app.route('/', webhookRoutes(service));
  if (deps.keepsCarts) mountCarts(app, { db, authenticate });
  if (deps.contactMailBox)
    mountContact(app, {
      database: deps.database,
      sendMail: service.sendMail,
      shopName: service.shop.name,
      deliverTo: deps.contactMailBox,
    });
  mountHealth(app, { db, isEnding: deps.isEnding ?? (() => false) });

  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The ID token of the account service, as signing in gives it.',
  });

  const document = () =>
    app.getOpenAPIDocument({
      openapi: '3.0.3',
      info: {
        title: 'Hearth product API',
        version: '1',
        description: 'Amounts are US dollars. Times are UTC, ISO 8601.',
      },
    });
  app.get('/openapi.json', (c) => c.json(document()));
  app.get('/docs', (c) => c.html(docsPage, 200, { 'content-security-policy': docsPolicy }));
  app.get('/docs/start.js', (c) => c.body(docsStart, 200, { 'content-type': 'text/javascript' }));
  app.get('/docs/:file', async (c, next) => {
    const asset = docsAssets.get(c.req.param('file'));
    if (!asset) return next();
    return c.body(new Uint8Array(await readFile(asset.file)), 200, { 'content-type': asset.type });
  });

  app.notFound((c) => {
    c.header('cache-control', NOT_KEPT);
    return c.json(problem(404, 'There is nothing at this address. See /api/docs.', c), 404);
  });
  app.onError((error, c) => {
    const isKnown = error instanceof HTTPException || error instanceof CheckoutRefusal;
    const isAway = !isKnown && isDatabaseAway(error);
    const status = isKnown ? error.status : isAway ? 503 : 500;
    if (isAway) deps.log.warn({ part: 'api', route: c.req.routePath, requestId: seenOf(c).id, error: String(error) });
    else if (status >= 500 && !(error instanceof CheckoutRefusal))
      deps.log.error({
        part: 'api',
        route: c.req.routePath,
        requestId: seenOf(c).id,
        error: error.stack,
        ...(error.cause ? { cause: String(error.cause) } : {}),
      });
    const message =
      status === 500
        ? 'Something went wrong on our side. Try again; if it stays, tell us the request id.'
        : isAway
          ? databaseAway
          : error.message;
    c.header('cache-control', NOT_KEPT);
    if (status === 503) c.header('retry-after', RETRY_SECONDS);
    if (status === 401) c.header('www-authenticate', 'Bearer');
    return c.json(problem(status, message, c), status);
  });

  return {
    ...observeRequests('api', deps.log, (request, seen, peer) => app.fetch(request, { peer: peer?.address, seen })),
    openapi: document,
    checkout: service,
  };
}

/** What is read anonymously is the same for everyone, but for the state of the process, which is of this moment. */
function isPublic({ method, path, raw }: HonoRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !path.startsWith('/api/health') && !raw.headers.has('authorization');
}

type Context = { env: unknown; req: { path: string } };

function seenOf(c: Context): Seen {
  return (c.env as { seen: Seen }).seen;
}

function problem(status: number, message: string, c: Context): Problem {
  const ofBuying = c.req.path.startsWith('/api/checkout-session');
  return { code: codeOf(status), message, ...(ofBuying && { error: message }), request_id: seenOf(c).id };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
