import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  buyerWalletMovementSchema,
  buyerWalletSchema,
  buyerWalletSettingsSchema,
  payInRequestSchema,
  payInSchema,
  withdrawalRequestSchema,
  withdrawalSchema,
} from '#contract/money/buyer-wallet.schema.ts';
import { PLACING_SECONDS } from '#contract/ordering/order-limits.ts';
import type { Refusal } from '#contract/refusal.ts';
import { isMailable } from '#mail/mailer.ts';
import type { Database } from '#platform/database/database.ts';
import { networkOf } from '#platform/http/door/network-of.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../access/authenticate.ts';
import { jsonContent, notFound, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cutPageAt, linkHeader, numberAfter, pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { refusalTerms } from '../../http/refusal-terms.rules.ts';
import { jsonBody } from '../../http/request-body.ts';
import { withTerms } from '../../http/route-terms.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import { dollars } from '../wallet/movement.rules.ts';
import { toBuyerWallet, toCents, toMovement, toPayIn } from './buyer-wallet.rules.ts';
import { findWallet } from './buyer-wallet.store.ts';
import type { BuyerWalletService } from './buyer-wallet-service.ts';
import { changeWallet } from './change-wallet.ts';
import { listWalletEntries } from './list-wallet-entries.ts';
import { cancelPayIn, payIn, readPayIn } from './pay-in.ts';
import { withdraw } from './return-pay-in.ts';

const tags = ['Buyer wallet'];
const path = '/buyer-wallet' as const;

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>, limited: MiddlewareHandler<SignedIn>) => ({
  read: createRoute({
    method: 'get',
    path,
    tags,
    summary: "Reads the caller's own money with the shop",
    description: 'Months are those of UTC.',
    middleware: signedIn,
    responses: { 200: ok(buyerWalletSchema, 'The wallet') },
  }),
  change: createRoute({
    method: 'put',
    path,
    tags,
    summary: 'Sets how much may be paid from it in a month, and where refunds go',
    description: 'Both count for what is paid and decided from now on.',
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(buyerWalletSettingsSchema) },
    responses: { 200: ok(buyerWalletSchema, 'The wallet'), ...problems(429) },
  }),
  movements: createRoute({
    method: 'get',
    path: `${path}/movement`,
    tags,
    summary: "Lists what came into the caller's wallet and was taken from it, newest first",
    description: 'A long list goes on where the Link header says.',
    middleware: signedIn,
    request: { query: z.object(pageQuery({ usual: 25, most: 100 })) },
    responses: {
      200: { ...ok(z.array(buyerWalletMovementSchema), 'The movements'), headers: linkHeader },
    },
  }),
  payIn: createRoute({
    method: 'post',
    path: `${path}/pay-in`,
    tags,
    summary: 'Asks to pay in by card, and answers the page to pay on',
    description: 'The same `request_key` is the same pay-in; with another amount it is refused.',
    middleware: [signedIn, limited, ...jsonBody] as const,
    request: { body: jsonContent(payInRequestSchema) },
    responses: { 200: ok(payInSchema, 'The pay-in'), ...problems(409, 502) },
  }),
  onePayIn: createRoute({
    method: 'get',
    path: `${path}/pay-in/{payInId}`,
    tags,
    summary: 'Tells what has become of a pay-in, as the payment provider says it now',
    middleware: signedIn,
    request: { params: z.object({ payInId: z.string() }) },
    responses: { 200: ok(payInSchema, 'The pay-in'), ...problems(404, 409, 502) },
  }),
  cancelPayIn: createRoute({
    method: 'post',
    path: `${path}/pay-in/{payInId}/cancel`,
    tags,
    summary: 'Ends a pay-in that is open: its page takes no payment any more',
    description: 'What was paid before is in the wallet, and the answer says so.',
    middleware: signedIn,
    request: { params: z.object({ payInId: z.string() }) },
    responses: { 200: ok(payInSchema, 'The pay-in'), ...problems(404, 409, 429, 502) },
  }),
  withdraw: createRoute({
    method: 'post',
    path: `${path}/withdrawal`,
    tags,
    summary: 'Gives money back to the cards that it was paid in from, newest first',
    description:
      'It leaves the wallet at once. What the provider does not take is in the wallet again. The same `request_key` is the same withdrawal; with another amount it is refused.',
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(withdrawalRequestSchema) },
    responses: { 200: ok(withdrawalSchema, 'The withdrawal'), ...problems(409, 429) },
  }),
});

type Deps = {
  service: BuyerWalletService;
  authenticate: Authenticate;
  allowWrite: AllowWrite;
  database: Pick<Database<unknown>, 'counters'>;
  /** Pay-ins that one network may ask for within PLACING_SECONDS. */
  perNetwork: number;
};

/** A buyer's own money with the shop. Nobody sees or moves another's. */
export function mountBuyerWallets(app: OpenAPIHono, deps: Deps) {
  const { service, authenticate, allowWrite } = deps;
  const { db, isOpen, now } = service;
  const routes = routesBehind(requireCustomer(authenticate), limitNetwork(deps));
  const readWallet = async (accountId: string) => toBuyerWallet(await findWallet(db, accountId, now()), isOpen);

  app.openapi(routes.read, async (c) => c.json(await readWallet(c.var.customer.userId), 200));

  app.openapi(routes.change, async (c) => {
    const { userId } = c.var.customer;
    const wanted = c.req.valid('json');
    await allowWrite(c, userId);
    await changeWallet(service, userId, wanted);
    return c.json(await readWallet(userId), 200);
  });

  app.openapi(routes.movements, async (c) => {
    const { after, limit } = c.req.valid('query');
    const asked = { before: numberAfter(after, 'bigint'), limit: limit + 1 };
    const entries = await listWalletEntries(db, c.var.customer.userId, asked);
    return c.json(cutPageAt(c, entries, limit, ({ version }) => String(version)).map(toMovement), 200);
  });

  app.openapi(routes.payIn, async (c) => {
    const { userId: accountId, email, since } = c.var.customer;
    const { amount, request_key: requestKey } = c.req.valid('json');
    if (!isMailable(email)) throw refusal({ code: 'unmailable_address' });
    await allowWrite(c, accountId);
    const made = await payIn(service, { accountId, email, cents: toCents(amount), requestKey, since });
    if ('refused' in made) throw refusal(made.refused);
    return c.json(toPayIn(made.payIn), 200);
  });

  app.openapi(routes.onePayIn, async (c) => {
    const found = await readPayIn(service, c.var.customer.userId, c.req.valid('param').payInId);
    if (!found) throw notFound('You have no pay-in with this id.');
    if ('refused' in found) throw refusal(found.refused);
    return c.json(toPayIn(found.payIn), 200);
  });

  app.openapi(routes.cancelPayIn, async (c) => {
    const { userId } = c.var.customer;
    await allowWrite(c, userId);
    const found = await cancelPayIn(service, userId, c.req.valid('param').payInId);
    if (!found) throw notFound('You have no pay-in with this id.');
    if ('refused' in found) throw refusal(found.refused);
    return c.json(toPayIn(found.payIn), 200);
  });

  app.openapi(routes.withdraw, async (c) => {
    const { userId: accountId } = c.var.customer;
    const { amount, request_key: requestKey } = c.req.valid('json');
    await allowWrite(c, accountId);
    const made = await withdraw(service, { accountId, cents: toCents(amount), requestKey });
    if ('refused' in made) throw refusal(made.refused);
    const { cents, state } = made.withdrawal;
    return c.json({ amount: dollars(cents), state }, 200);
  });
}

function refusal(refused: Refusal): RefusalAnswer {
  const terms = refusalTerms(refused);
  if (refused.code !== 'request_key_reused') return new RefusalAnswer(refused, terms);
  const message = 'This request_key came with another amount before. Send a key of its own with each request.';
  return new RefusalAnswer(refused, { ...terms, message });
}

/** By address, as orders are: accounts cost nothing. */
function limitNetwork({ database, perNetwork }: Deps): MiddlewareHandler<SignedIn> {
  const limiter = createRateLimiter(database, { name: 'pay-ins', points: perNetwork, duration: PLACING_SECONDS });
  return withTerms(
    async (c, next) => {
      await limiter.consume(networkOf((c.env as { peer?: string }).peer ?? 'unknown')).catch((refused) => {
        throw tooManyRequests(c, refused, 'Very many pay-ins come from your network. Try again in some minutes.');
      });
      await next();
    },
    { problems: [429] },
  );
}
