import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Log, Part } from '#platform';
import { databaseAway, isDatabaseAway, isolatedPage, observeRequests, RETRY_SECONDS, securityHeaders } from '#platform';
import { accountRoutes } from './account/account.routes.ts';
import { findAccount } from './account/account.store.ts';
import { accountLinkRoutes } from './account/account-link.routes.ts';
import { accountV1Routes } from './account/account-v1.routes.ts';
import { balanceRoutes } from './balance/balance.routes.ts';
import { type ProcessingFee, usualFee } from './balance/fees.rules.ts';
import { checkoutSessionRoutes } from './checkout-session/checkout-session.routes.ts';
import { couponRoutes } from './coupon/coupon.routes.ts';
import { customerRoutes } from './customer/customer.routes.ts';
import { disputeRoutes } from './dispute/dispute.routes.ts';
import { apiVersion } from './event/event.object.ts';
import { eventRoutes } from './event/event.routes.ts';
import { thinEventRoutes } from './event/thin-event.routes.ts';
import { boardRoutes } from './pages/board/board.routes.ts';
import { authenticationRoutes } from './pages/card/authentication.routes.ts';
import { cardRoutes } from './pages/card/card.routes.ts';
import { debitRoutes } from './pages/card/debit.routes.ts';
import { showClosed } from './pages/closed-page.ts';
import { onboardingRoutes } from './pages/onboarding/onboarding.routes.ts';
import { readAsset } from './pages/page-assets.ts';
import { chargeRoutes } from './payment-intent/charge.routes.ts';
import { paymentIntentRoutes } from './payment-intent/payment-intent.routes.ts';
import { payoutRoutes } from './payout/payout.routes.ts';
import { authenticate } from './protocol/authenticate.ts';
import type { Env } from './protocol/endpoint.ts';
import {
  internal,
  notForAccounts,
  notYourAccount,
  ProviderError,
  unreadableBody,
  unrecognizedAddress,
} from './protocol/errors.ts';
import { LARGEST_BODY } from './protocol/form.ts';
import { newId } from './protocol/new-id.ts';
import { refundRoutes } from './refund/refund.routes.ts';
import type { Sandbox } from './sandbox.ts';
import type { PaymentMethod } from './schema.ts';
import { connectHelperRoutes } from './test-helpers/connect-helpers.routes.ts';
import { debitHelperRoutes } from './test-helpers/debit-helpers.routes.ts';
import { disputeHelperRoutes } from './test-helpers/dispute-helpers.routes.ts';
import { eventHelperRoutes } from './test-helpers/event-helpers.routes.ts';
import { refundHelperRoutes } from './test-helpers/refund-helpers.routes.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';
import { createUpkeep } from './upkeep/upkeep.ts';
import { createWebhooks, type WebhookDeps } from './webhook/webhooks.ts';

export type PaymentsDeps = Omit<WebhookDeps, 'now'> & {
  /** Where visitors reach the shop and the pages of the sandbox, without a trailing slash. */
  origin: string;
  /** Key that the shop's calls must carry. */
  secretKey: string;
  /** Whom the pages say is paid. */
  shopName: string;
  now?: () => Date;
  /** How long a customer who has paid waits for the shop to hear of it, as at the provider: ten seconds unless given. */
  patienceMs?: number;
  /** Where customers may be sent back to, as origins: anywhere unless given. The provider does not ask. */
  returnOrigins?: readonly string[];
  /** Key of the board at /pay/connect, where a trial's payouts are moved; without it there is no board. */
  boardKey?: string;
  /** Payment methods of sessions that name none: cards alone unless given. */
  methods?: readonly PaymentMethod[];
  /** Fee on each payment: 2.9 % and 30 cents unless given. */
  processingFee?: ProcessingFee;
  /**
   * How long refunds, debits and payouts take that take days at the provider: a minute unless given; null: until a test helper
   * ends them.
   */
  settleMs?: number | null;
};

const PATIENCE_MS = 10_000;
const SETTLE_MS = 60_000;
/** Bytes. */
const LARGEST_FORM = 20_000;

const providerRoutes = [
  checkoutSessionRoutes,
  paymentIntentRoutes,
  chargeRoutes,
  refundRoutes,
  disputeRoutes,
  customerRoutes,
  couponRoutes,
  eventRoutes,
  accountV1Routes,
  transferRoutes,
  payoutRoutes,
  balanceRoutes,
];

/**
 * Routes of version 2. A shop pays its sellers with them, through the official client:
 *
 * - An account: `v2.core.accounts.create({ contact_email, display_name, identity: { country: 'us' }, metadata, configuration:
 *   { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } } }, { idempotencyKey })`.
 * - A link for the seller's browser: `v2.core.accountLinks.create({ account, use_case: { type: 'account_onboarding',
 *   account_onboarding: { refresh_url, return_url } } })`, whose `url` is good once.
 * - Whether it may be paid: `accounts.retrieve(id, { include: ['configuration.recipient', 'requirements'] })`, where
 *   `configuration.recipient.capabilities.stripe_balance.stripe_transfers.status` is 'active'; else `requirements.entries`.
 * - Paying in: `payment_intent_data: { transfer_group }` of the session; out of what was paid: `transfers.create({ amount,
 *   currency, destination, source_transaction: charge, transfer_group }, { idempotencyKey })`.
 * - Taking back, which no refund does: `transfers.createReversal(id, { amount })`; 'balance_insufficient' is a debt.
 * - Paying out: `payouts.create({ amount, currency }, { stripeAccount, idempotencyKey })`.
 * - Reconciling: `balance.retrieve` and `balanceTransactions.list({ source, type, created })`, for an account with
 *   `{ stripeAccount }`; `charges.retrieve(id, { expand: ['balance_transaction'] })` tells the fee of a payment.
 * - Hearing: snapshots with `webhooks.constructEvent` ('transfer.…', and 'payout.…' and 'account.updated' with `account`),
 *   thin ones ('v2.core.…', whose body says `"object": "v2.core.event"`) with `parseEventNotification`, and then
 *   `fetchRelatedObject()`. Both come to one address, in any order, more than once.
 */
const coreRoutes = [accountRoutes, accountLinkRoutes, thinEventRoutes];

/** Calls that can be made for a connected account (`Stripe-Account`). */
const ofAccounts = /^\/v1\/(balance|balance_transactions|payouts|events|test_helpers\/(balance|payouts))(\/|$)/;
/**
 * Actions that the provider's API cannot bring about, because they happen at banks, in its dashboard or in its other
 * mode. Under /v1/test_helpers with the secret key, as the provider's own test helpers are; docs/decisions/0010 lists them.
 */
const testHelperRoutes = [
  refundHelperRoutes,
  disputeHelperRoutes,
  debitHelperRoutes,
  eventHelperRoutes,
  connectHelperRoutes,
];

export type Payments = {
  /** The provider's API under /v1 and /v2, for the SDK as its HTTP client. */
  api: Part;
  /** The pages under /pay, where customers type their cards. */
  pages: Part;
  /** Begins to deliver webhooks and to expire sessions. */
  start(): Promise<void>;
  /** Ends both; what is under way comes to its end, but is waited for no longer than `waitMs`. */
  close(waitMs: number): Promise<void>;
};

export { boardAddress } from './pages/board/board-gate.ts';

/** A sandbox of the card payment provider: the shop's SDK works with it as with the provider, and no money moves. */
export function createPayments(deps: PaymentsDeps): Payments {
  const now = deps.now ?? (() => new Date());
  const webhooks = createWebhooks({ ...deps, now });
  const sandbox: Sandbox = {
    db: deps.database.kysely,
    origin: deps.origin,
    shopName: deps.shopName,
    now,
    returnOrigins: deps.returnOrigins ?? null,
    methods: deps.methods ?? ['card'],
    processingFee: deps.processingFee ?? usualFee,
    settleMs: deps.settleMs === undefined ? SETTLE_MS : deps.settleMs,
    listensTo: deps.webhook.events ?? null,
    async notifyShop(events) {
      const delivered = Promise.all(events.map(webhooks.deliverNow));
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, deps.patienceMs ?? PATIENCE_MS);
      });
      await Promise.race([delivered, patience]).finally(() => clearTimeout(timer));
    },
  };
  const upkeep = createUpkeep(sandbox, deps.log);
  const api = apiApp(sandbox, deps.secretKey, deps.log);
  const pages = pagesApp(sandbox, deps.log, deps.boardKey ?? null);
  return {
    api: observeRequests('payments', deps.log, (request, seen) => api.fetch(request, { seen })),
    pages: observeRequests('payments', deps.log, (request, seen) => pages.fetch(request, { seen })),
    async start() {
      await webhooks.start();
      upkeep.start();
    },
    async close(waitMs) {
      await Promise.all([webhooks.close(waitMs), upkeep.close()]);
    },
  };
}

function apiApp(sandbox: Sandbox, secretKey: string, log: Log) {
  const app = new Hono<Env>();
  app.use(seen);
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    c.header('cache-control', 'no-cache, no-store');
    c.header('request-id', c.get('requestId'));
    c.header('x-request-id', c.env.seen.id);
    c.header('stripe-version', apiVersion);
  });
  app.use(authenticate(secretKey));
  app.use(
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: () => {
        throw unreadableBody(`the body is longer than ${LARGEST_BODY} bytes.`);
      },
    }),
  );
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        c.json(unrecognizedAddress(c.req.method, c.req.path, 405).body, 405, { allow: methods.join(', ') }),
    }),
  );
  app.use(async (c, next) => {
    const account = c.req.header('stripe-account') ?? null;
    if (account !== null && !ofAccounts.test(c.req.path)) throw notForAccounts(c.req.path);
    if (account !== null && !(await findAccount(sandbox.db, account))) throw notYourAccount(account);
    c.set('account', account);
    await next();
  });
  for (const routes of [...providerRoutes, ...testHelperRoutes]) app.route('/v1', routes(sandbox));
  for (const routes of coreRoutes) app.route('/v2/core', routes(sandbox));
  app.notFound((c) => c.json(unrecognizedAddress(c.req.method, c.req.path, 404).body, 404));
  app.onError((error, c) => {
    const refusal = error instanceof ProviderError ? error : internal();
    if (isDatabaseAway(error)) log.warn({ part: 'payments', ...nameOf(c), error: String(error) });
    else if (error !== refusal) log.error({ part: 'payments', ...nameOf(c), error: error.stack });
    if (refusal.status === 401) c.header('www-authenticate', 'Bearer');
    return c.json(refusal.body, refusal.status);
  });
  return app;
}

function pagesApp(sandbox: Sandbox, log: Log, boardKey: string | null) {
  const app = new Hono<Env>().basePath('/pay');
  app.use(seen);
  const headers = { ...securityHeaders, ...isolatedPage(sandbox.origin) };
  app.use(async (c, next) => {
    c.header('x-request-id', c.env.seen.id);
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    c.header('cache-control', 'no-store');
    // Not 'no-referrer': the forms would then come without the origin by which they are known.
    c.header('referrer-policy', 'same-origin');
    await next();
  });
  app.use(methodNotAllowed({ app }));
  // The forms are these pages' own: no other site can send somebody's browser through them.
  app.use(csrf({ origin: (origin, c) => origin === sandbox.origin || origin === new URL(c.req.url).origin }));
  app.use(bodyLimit({ maxSize: LARGEST_FORM, onError: (c) => c.text('The form is too long.\n', 400) }));
  app.get('/assets/:name', (c, next) => {
    const asset = readAsset(c.req.param('name'));
    if (!asset) return next();
    return c.body(asset.content, 200, { 'content-type': asset.type });
  });
  app.route('/', boardRoutes(sandbox, boardKey));
  for (const routes of [onboardingRoutes, cardRoutes, debitRoutes, authenticationRoutes])
    app.route('/', routes(sandbox));
  app.notFound((c) => showClosed(c, sandbox, null));
  app.onError((error, c) => {
    if (error instanceof HTTPException)
      return c.text('This form was sent from elsewhere. Open the page again and send it from there.\n', error.status);
    if (isDatabaseAway(error)) {
      log.warn({ part: 'payments', ...nameOf(c), error: String(error) });
      return c.text(`${databaseAway} Nobody pays twice.\n`, 503, { 'retry-after': RETRY_SECONDS });
    }
    log.error({ part: 'payments', ...nameOf(c), error: error.stack });
    const { id } = c.env.seen;
    return c.text(`Something went wrong on our side. Try again: nobody pays twice. (Request ${id})\n`, 500);
  });
  return app;
}

/** The route is told and never the address, whose session anybody could pay. The provider has request ids of its own. */
const seen: MiddlewareHandler<Env> = async (c, next) => {
  c.set('requestId', newId('req'));
  await next();
  c.env.seen.route = c.req.routePath;
  c.env.seen.more = { providerRequestId: c.get('requestId') };
};

function nameOf(c: Context<Env>) {
  return { method: c.req.method, route: c.req.routePath, requestId: c.env.seen.id };
}
