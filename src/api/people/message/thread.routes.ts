import { randomUUID } from 'node:crypto';
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import {
  postedMessageSchema,
  postedReportSchema,
  postedThreadSchema,
  sellerThreadSchema,
  threadPageSchema,
  threadSchema,
  unreadThreadsSchema,
} from '#contract/people/message.schema.ts';
import type { Thread, ThreadPage } from '#contract/people/message.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../access/authenticate.ts';
import { requireActiveSellerOrKey } from '../../access/require-active-seller.ts';
import { type ForSellerOrKey, requireMemberOrKey } from '../../access/require-member.ts';
import { conflict, jsonContent, notFound, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { messagesWritten, reportsMade, threadsBegun } from './message-limits.rules.ts';
import { type Party, type StoredThread, toMessage, toThread } from './thread.rules.ts';
import { addReport, countUnread, findThread, listMessages, listThreads, markRead, setBlock } from './thread.store.ts';
import { askSeller, type Messages, type Unwritten, writeMessage, writeToBuyer } from './write-message.ts';

type Deps = {
  database: Pick<ShopDatabase, 'counters'>;
  messages: Messages;
  authenticate: Authenticate;
};

const THREADS = { usual: 30, most: 100 };
const MESSAGES = { usual: 50, most: 200 };

/** Messages between a buyer and a shop: the same for both sides. */
export function mountThreads(app: OpenAPIHono, deps: Deps) {
  const { messages } = deps;
  const { db } = messages;
  const limited = limitsFor(deps);
  const ofBuyer = routesFor(deps).buyer;
  const ofSeller = routesFor(deps).seller;

  app.openapi(ofBuyer.unread, async (c) => c.json(await countUnread(db, c.var.customer.userId), 200));

  app.openapi(ofBuyer.ask, async (c) => {
    const { product_id: productId, order_id: orderId, seller, text } = c.req.valid('json');
    for (const id of [productId, orderId, seller]) if (id !== undefined && !isStorableText(id)) throw noThing();
    const { userId: accountId } = c.var.customer;
    const written = await askSeller(messages, { accountId, text, productId, orderId, seller }, () =>
      limited.begin(c, accountId),
    );
    return c.json(toThread(threadOf(written, noThing), 'buyer'), 201);
  });
  app.openapi(ofSeller.ask, async (c) => {
    const { order_id: orderId, text } = c.req.valid('json');
    if (!isStorableText(orderId)) throw noSale();
    const { sellerId, by: accountId } = c.var.member;
    const written = await writeToBuyer(messages, { sellerId, orderId, accountId, text }, () =>
      limited.begin(c, accountId),
    );
    return c.json(toThread(threadOf(written, noSale), 'seller'), 201);
  });

  app.openapi(ofBuyer.list, async (c) => c.json(await list(c, buyer(c), c.req.valid('query')), 200));
  app.openapi(ofSeller.list, async (c) => c.json(await list(c, seller(c), c.req.valid('query')), 200));
  app.openapi(ofBuyer.one, async (c) => {
    return c.json(await one(c, buyer(c), c.req.valid('param').threadId, c.req.valid('query')), 200);
  });
  app.openapi(ofSeller.one, async (c) => {
    return c.json(await one(c, seller(c), c.req.valid('param').threadId, c.req.valid('query')), 200);
  });
  app.openapi(ofBuyer.write, async (c) => {
    const { threadId } = c.req.valid('param');
    return c.json(await write(c, buyer(c), c.var.customer.userId, threadId, c.req.valid('json').text), 201);
  });
  app.openapi(ofSeller.write, async (c) => {
    const { threadId } = c.req.valid('param');
    return c.json(await write(c, seller(c), c.var.member.by, threadId, c.req.valid('json').text), 201);
  });
  app.openapi(ofBuyer.read, async (c) => {
    await read(buyer(c), c.req.valid('param').threadId, c.req.valid('query').up_to);
    return c.body(null, 204);
  });
  app.openapi(ofSeller.read, async (c) => {
    await read(seller(c), c.req.valid('param').threadId, c.req.valid('query').up_to);
    return c.body(null, 204);
  });
  app.openapi(ofBuyer.report, async (c) => {
    const { threadId } = c.req.valid('param');
    return c.json(await report(c, buyer(c), c.var.customer.userId, threadId, c.req.valid('json').reason), 200);
  });
  app.openapi(ofSeller.report, async (c) => {
    const { threadId } = c.req.valid('param');
    const accountId = c.var.member.by;
    return c.json(await report(c, seller(c), accountId, threadId, c.req.valid('json').reason), 200);
  });
  app.openapi(ofBuyer.block, async (c) => c.json(await block(buyer(c), c.req.valid('param').threadId, true), 200));
  app.openapi(ofSeller.block, async (c) => c.json(await block(seller(c), c.req.valid('param').threadId, true), 200));
  app.openapi(ofBuyer.unblock, async (c) => c.json(await block(buyer(c), c.req.valid('param').threadId, false), 200));
  app.openapi(ofSeller.unblock, async (c) => {
    return c.json(await block(seller(c), c.req.valid('param').threadId, false), 200);
  });

  type Query = { after?: string | undefined; limit: number };

  async function list(c: Context, party: Party, { after, limit }: Query): Promise<Thread[]> {
    const found = await listThreads(db, party, { after: cursorOf(after), limit: limit + 1 });
    const page = cutPage(c, found, limit, ({ micros, thread_id }) => ({ micros, id: thread_id }));
    return page.map((thread) => toThread(thread, party.side));
  }

  async function one(c: Context, party: Party, threadId: string, { after, limit }: Query): Promise<ThreadPage> {
    const thread = await find(party, threadId);
    const found = await listMessages(db, threadId, { after: cursorOf(after), limit: limit + 1 });
    const page = cutPage(c, found, limit, ({ micros, message_id }) => ({ micros, id: message_id }));
    return { thread: toThread(thread, party.side), messages: page.map(toMessage) };
  }

  async function write(c: Context, party: Party, accountId: string, threadId: string, text: string): Promise<Thread> {
    if (!isStorableText(threadId)) throw noThread();
    const writer = { party, accountId, text };
    const written = await writeMessage(messages, threadId, writer, () => limited.write(c, accountId));
    return toThread(threadOf(written, noThread), party.side);
  }

  async function read(party: Party, threadId: string, upTo = ''): Promise<void> {
    await find(party, threadId);
    await markRead(db, threadId, party.side, upTo !== '' && isStorableText(upTo) ? upTo : null);
  }

  async function report(
    c: Context,
    party: Party,
    accountId: string,
    threadId: string,
    reason: string,
  ): Promise<Thread> {
    await find(party, threadId);
    await limited.report(c, accountId);
    await addReport(db, { report_id: randomUUID(), thread_id: threadId, side: party.side, reason });
    return toThread(await find(party, threadId), party.side);
  }

  async function block(party: Party, threadId: string, on: boolean): Promise<Thread> {
    const { seller_id: sellerId, account_id: accountId } = await find(party, threadId);
    if (accountId === null) throw conflict('This customer has deleted their account: no message comes from them.');
    await setBlock(db, { sellerId, accountId }, party.side, on);
    return toThread(await find(party, threadId), party.side);
  }

  async function find(party: Party, threadId: string): Promise<StoredThread> {
    const thread = isStorableText(threadId) ? await findThread(db, party, threadId) : null;
    if (!thread) throw noThread();
    return thread;
  }
}

const buyer = (c: Context<SignedIn>): Party => ({ side: 'buyer', accountId: c.var.customer.userId });
const seller = (c: Context<ForSellerOrKey>): Party => ({ side: 'seller', sellerId: c.var.member.sellerId });

function threadOf(written: { thread: StoredThread } | Unwritten, missing: () => Error): StoredThread {
  if ('thread' in written) return written.thread;
  if ('missing' in written) throw missing();
  const { impossible: message, code } = written;
  throw code ? new RefusalAnswer({ code }, { status: 409, message, retryAfterSeconds: null }) : conflict(message);
}

/** By account. Who begins threads writes into them as well. */
function limitsFor({ database }: Deps) {
  const written = createRateLimiter(database, messagesWritten);
  const begun = createRateLimiter(database, threadsBegun);
  const made = createRateLimiter(database, reportsMade);
  const consume = async (c: Context, limiter: typeof written, accountId: string, sentence: string) => {
    await limiter.consume(accountId).catch((refused) => {
      throw tooManyRequests(c, refused, sentence);
    });
  };
  const write = (c: Context, accountId: string) =>
    consume(c, written, accountId, 'You have written many messages within a minute. Try again in a minute.');
  return {
    write,
    async begin(c: Context, accountId: string) {
      await write(c, accountId);
      await consume(c, begun, accountId, 'You have begun many conversations. Try again in an hour.');
    },
    report: (c: Context, accountId: string) =>
      consume(c, made, accountId, 'You have reported much within an hour. Try again later.'),
  };
}

const noThread = () => notFound('There is no conversation of yours with this id.');
const noThing = () => notFound('There is no product on sale, and no order of yours, with this id.');
const noSale = () => notFound('You have sold nothing in an order with this id.');

function routesFor({ authenticate, messages }: Deps) {
  const signedIn = requireCustomer(authenticate);
  const member = requireMemberOrKey({ db: messages.db, authenticate });
  const sellerId = z.object({ sellerId: z.string() });
  return {
    buyer: {
      unread: createRoute({
        method: 'get',
        path: '/thread/unread',
        tags: ['Messages'],
        summary: 'Tells how many threads have something unread, as a buyer and for the shops of the caller',
        middleware: signedIn,
        responses: { 200: ok(unreadThreadsSchema, 'The counts') },
      }),
      ask: createRoute({
        method: 'post',
        path: '/thread',
        tags: ['Messages'],
        summary: 'Writes to the shop of a product on sale, or of an own order that is paid',
        description:
          'What was begun about the same thing before goes on. The shop is told by mail, not what is written.',
        middleware: [signedIn, ...jsonBody] as const,
        request: { body: jsonContent(postedThreadSchema) },
        responses: { 201: ok(threadSchema, 'The thread'), ...problems(404, 409, 429) },
      }),
      ...sharedRoutes('/thread', { base: z.object({}), reads: signedIn, writes: [signedIn] }),
    },
    seller: {
      ask: createRoute({
        method: 'post',
        path: '/seller/{sellerId}/thread',
        tags: ['Messages'],
        summary: 'Writes to the buyer of an order with products of the shop',
        middleware: [member('writeMessages'), requireActiveSellerOrKey(), ...jsonBody] as const,
        request: { params: sellerId, body: jsonContent(sellerThreadSchema) },
        responses: { 201: ok(threadSchema, 'The thread'), ...problems(429) },
      }),
      ...sharedRoutes('/seller/{sellerId}/thread', {
        base: sellerId,
        reads: member('readMessages'),
        writes: [member('writeMessages'), requireActiveSellerOrKey()],
      }),
    },
  };
}

/** Actions of both sides, at addresses of their own. `writes`: the check of who may write stands before. */
function sharedRoutes<Env extends SignedIn | ForSellerOrKey, Path extends string>(
  path: Path,
  given: {
    base: z.ZodObject;
    reads: MiddlewareHandler<Env>;
    writes: MiddlewareHandler<Env>[];
  },
) {
  const { base, reads } = given;
  const [mayWrite = reads, ...more] = given.writes;
  const one = base.extend({ threadId: z.string() }) as unknown as z.ZodObject<{ threadId: z.ZodString }>;
  const common = { tags: ['Messages'] };
  return {
    list: createRoute({
      ...common,
      method: 'get',
      path,
      summary: 'Lists the threads, those with the newest messages first',
      description: 'A long list goes on where the Link header says.',
      middleware: reads,
      request: { params: base, query: z.object(pageQuery(THREADS)) },
      responses: {
        200: { ...ok(z.array(threadSchema), 'The threads'), headers: linkHeader },
        ...problems(404),
      },
    }),
    one: createRoute({
      ...common,
      method: 'get',
      path: `${path}/{threadId}` as const,
      summary: 'Reads one thread with its messages, newest first',
      description: 'Older messages are where the Link header says.',
      middleware: reads,
      request: { params: one, query: z.object(pageQuery(MESSAGES)) },
      responses: {
        200: { ...ok(threadPageSchema, 'The thread'), headers: linkHeader },
        ...problems(404),
      },
    }),
    write: createRoute({
      ...common,
      method: 'post',
      path: `${path}/{threadId}/message` as const,
      summary: 'Writes a message',
      middleware: [mayWrite, ...more, ...jsonBody] as unknown as [MiddlewareHandler<Env>],
      request: { params: one, body: jsonContent(postedMessageSchema) },
      responses: { 201: ok(threadSchema, 'The thread'), ...problems(404, 409, 429) },
    }),
    read: createRoute({
      ...common,
      method: 'post',
      path: `${path}/{threadId}/read` as const,
      summary: 'Says that everything in the thread was read',
      middleware: reads,
      request: {
        params: one,
        query: z.object({
          up_to: z
            .string()
            .max(200)
            .optional()
            .meta({ description: 'message_id of the newest one that was read; what came after it stays unread' }),
        }),
      },
      responses: { 204: { description: 'It is read' }, ...problems(404) },
    }),
    report: createRoute({
      ...common,
      method: 'post',
      path: `${path}/{threadId}/report` as const,
      summary: 'Asks the staff to look at the thread, who may read it from then on',
      description: 'A second report of the same side, while the first one waits, changes nothing.',
      middleware: [mayWrite, ...jsonBody] as unknown as [MiddlewareHandler<Env>],
      request: { params: one, body: jsonContent(postedReportSchema) },
      responses: { 200: ok(threadSchema, 'The thread'), ...problems(404, 409, 429) },
    }),
    block: createRoute({
      ...common,
      method: 'post',
      path: `${path}/{threadId}/block` as const,
      summary: 'Takes no more messages of the other side, in any thread',
      middleware: mayWrite,
      request: { params: one },
      responses: { 200: ok(threadSchema, 'The thread'), ...problems(404, 409) },
    }),
    unblock: createRoute({
      ...common,
      method: 'post',
      path: `${path}/{threadId}/unblock` as const,
      summary: 'Takes messages of the other side again',
      middleware: mayWrite,
      request: { params: one },
      responses: { 200: ok(threadSchema, 'The thread'), ...problems(404, 409) },
    }),
  };
}
