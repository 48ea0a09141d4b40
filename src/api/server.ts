import { readFile } from 'node:fs/promises';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { HonoRequest } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Kysely } from 'kysely';
import type { Problem } from '#contract/errors.ts';
import type { ShopPages } from '#contract/shop-pages.ts';
import { cacheControl, findAddress, notKept } from '#contract/site-address.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { Database } from '#platform/database/database.ts';
import { databaseAway, isDatabaseAway, RETRY_SECONDS } from '#platform/database/database-away.ts';
import type { Part } from '#platform/http/part.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import type { Log } from '#platform/observability/log.ts';
import { observeRequests, type Seen } from '#platform/observability/observe-requests.ts';
import { codeOf } from './answers.ts';
import type { Authenticate } from './authenticate.ts';
import { mountCarts } from './cart/cart.routes.ts';
import type { CatalogueVersion } from './catalogue-version.ts';
import { cancelOrdersOf } from './checkout/cancel-order.ts';
import { mountCheckout } from './checkout/checkout.routes.ts';
import { createCheckoutQueue } from './checkout/checkout-queue.ts';
import type { CheckoutService } from './checkout/checkout-service.ts';
import type { PaymentProvider } from './checkout/payment/payment-provider.ts';
import { mountWebhook } from './checkout/payment/webhook.routes.ts';
import { RefusalAnswer } from './checkout/refusal-answer.ts';
import { mountContact } from './contact/contact.routes.ts';
import { docsAssets, docsPage, docsPolicy, docsStart } from './docs-page.ts';
import { mountHealth } from './health/health.routes.ts';
import { mountOrders } from './order/order.routes.ts';
import { createListProducts } from './product/list-products.ts';
import { mountProducts } from './product/product.routes.ts';
import { createReceiptDrawer, DrawerBusy } from './receipt/receipt-drawer.ts';
import { createReceipts, type Receipts } from './receipt/receipts.ts';
import { mountReviews } from './review/review.routes.ts';
import type { ApiTables } from './schema.ts';
import { mountShopPages } from './shop-page/shop-page.routes.ts';
import { mountUsers } from './user/user.routes.ts';
import { limitVisibleChanges } from './visible-changes.ts';

export type Api = Part & {
  openapi: () => object;
  checkout: CheckoutService;
  receipts: Receipts;
  /** Everything that is mounted, also what the document does not tell of. */
  routes: Array<{ method: string; path: string }>;
  close: () => Promise<void>;
};

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
    limits: CheckoutService['limits'];
    takesBilledOrders: boolean;
  };
  /** Whether carts are kept for accounts. */
  keepsCarts: boolean;
  /** The support mail box that messages of the contact form go to; null: they are not taken. */
  contactMailBox: string | null;
  /** The operator's own pages. */
  shopPages?: ShopPages;
  /** The process has been told to end: it still answers, and is no longer ready. */
  isEnding?: () => boolean;
  /** A font file of the operator's for receipts, for what the shop's own fonts cannot write. */
  receiptFont?: string | null;
  log: Log;
  now?: () => Date;
}): Api {
  const { version, catalogue, authenticate } = deps;
  const db = deps.database.kysely;
  const { takesBilledOrders, ...buying } = deps.checkout;
  const now = deps.now ?? (() => new Date());
  const service: CheckoutService = {
    db,
    actor: { kind: 'customer' },
    ...buying,
    inQueue: createCheckoutQueue(),
    log: deps.log,
    now,
  };
  const drawer = createReceiptDrawer({ font: deps.receiptFont ?? null });
  const receipts = createReceipts({
    db,
    drawer,
    seller: service.shop,
    findCard: service.provider.findCard,
    log: deps.log,
  });
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
    c.header('cache-control', keepingOf(c.req));
    c.header('x-robots-tag', 'noindex');
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
  mountUsers(app, {
    db,
    version,
    authenticate,
    allowChange,
    endOrders: (orderIds) => cancelOrdersOf(service, orderIds),
  });
  mountOrders(app, { database: deps.database, authenticate, receiptOf: receipts.of, bank: service.shop.bank });
  mountCheckout(app, { service, database: deps.database, authenticate, takesBilledOrders });
  mountWebhook(app, { service });
  if (deps.keepsCarts) mountCarts(app, { db, authenticate });
  if (deps.contactMailBox)
    mountContact(app, {
      database: deps.database,
      sendMail: service.sendMail,
      shopName: service.shop.name,
      deliverTo: deps.contactMailBox,
    });
  mountShopPages(app, { shopPages: deps.shopPages ?? {} });
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
    c.header('cache-control', notKept);
    return c.json(problem(404, 'There is nothing at this address. See /api/docs.', c), 404);
  });
  app.onError((error, c) => {
    const isKnown = error instanceof HTTPException;
    const isAway = !isKnown && isDatabaseAway(error);
    const isBusy = error instanceof DrawerBusy;
    const status = isKnown ? error.status : isAway || isBusy ? 503 : 500;
    if (isAway || isBusy)
      deps.log.warn({ part: 'api', route: c.req.routePath, requestId: seenOf(c).id, error: String(error) });
    else if (status >= 500 && !(error instanceof RefusalAnswer))
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
          : isBusy
            ? 'Many receipts are drawn at the moment. Try again in a few seconds.'
            : error.message;
    c.header('cache-control', notKept);
    const { refusal, retryAfterSeconds: retryAfter } =
      error instanceof RefusalAnswer ? error : { refusal: null, retryAfterSeconds: null };
    if (retryAfter !== null || status === 503) c.header('retry-after', String(retryAfter ?? RETRY_SECONDS));
    if (status === 401) c.header('www-authenticate', 'Bearer');
    return c.json({ ...problem(status, message, c), ...(refusal && { refusal: refusal.code }) }, status);
  });

  return {
    ...observeRequests('api', deps.log, (request, seen, peer) => app.fetch(request, { peer: peer?.address, seen })),
    openapi: document,
    checkout: service,
    receipts,
    close: drawer.close,
    routes: app.routes,
  };
}

/** An answer to a change is its caller's own, wherever it was sent. */
function keepingOf({ method, path, raw }: HonoRequest): string {
  if (method !== 'GET' && method !== 'HEAD') return notKept;
  return cacheControl(findAddress(path), raw.headers.has('authorization')) ?? notKept;
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
