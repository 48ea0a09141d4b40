import { randomUUID } from 'node:crypto';
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import {
  disputeDecisionSchema,
  disputeListSchema,
  disputeMessageSchema,
  disputePageSchema,
  openedDisputeSchema,
  orderDisputesSchema,
} from '#contract/ordering/dispute.schema.ts';
import {
  type DisputeDecision,
  disputeFileMaximum,
  disputeFilesMaximum,
  type LineDisputeReason,
} from '#contract/ordering/dispute-terms.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { may } from '../../access/access.rules.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../access/authenticate.ts';
import { findMembership } from '../../access/member.store.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireMember } from '../../access/require-member.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { badRequest, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { fileBodyOf, jsonBody } from '../../http/request-body.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findOrder } from '../order/order.store.ts';
import { listRefundShares } from '../order/refund-share.store.ts';
import type { DisputeRefusal, DisputeTimes } from './dispute.rules.ts';
import { dispositionOf, fileKey, fileSentences, safeFileName, typeOfFile } from './dispute-file.rules.ts';
import { countDisputeFiles, findDisputeMessage } from './dispute-message.store.ts';
import { listCardDisputes, listDisputes, type Wanted } from './dispute-page.store.ts';
import { listLineDisputes } from './line-dispute.store.ts';
import { noDispute, type Read, readAs, readPage } from './read-dispute.ts';
import { type Reader, toListItem, toOrderDisputes } from './to-dispute.rules.ts';

/** Actions in a dispute move money, behind the lock of its order: they are the checkout's. */
type DisputeActs = {
  open: (given: {
    orderId: string;
    accountId: string;
    line: number;
    reason: LineDisputeReason;
    text: string;
  }) => Promise<{ disputeId: string } | DisputeRefusal | null>;
  write: (given: {
    disputeId: string;
    orderId: string;
    side: Reader['side'];
    sellerId: string | null;
    accountId: string;
    content: { text: string } | { messageId: string; name: string; mediaType: string; size: number };
  }) => Promise<DisputeRefusal | null>;
  withdraw: (given: { disputeId: string; accountId: string }) => Promise<DisputeRefusal | 'done' | null>;
  decide: (given: {
    disputeId: string;
    decision: DisputeDecision;
    amountCents: number | null;
    minutes?: number;
    reason: string;
    by: string;
  }) => Promise<DisputeRefusal | 'done' | null>;
};

type Deps = {
  db: Db;
  authenticate: Authenticate;
  storage: Storage;
  acts: DisputeActs;
  times: DisputeTimes;
  allowWrite: AllowWrite;
  now: () => Date;
};

/** Disputes: opened by buyers, written in by both sides, decided by the staff. */
export function mountDisputes(app: OpenAPIHono, deps: Deps) {
  const { db, acts, storage, times, allowWrite, now } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.ofOrder, async (c) => {
    const order = await ownOrder(c, c.req.valid('param').orderId);
    const [disputes, cards, shares] = await Promise.all([
      listLineDisputes(db, order.order_id),
      listCardDisputes(db, order.order_id),
      listRefundShares(db, order.order_id),
    ]);
    return c.json(toOrderDisputes(order, { disputes, cards, shares, times, now: now() }), 200);
  });

  app.openapi(routes.open, async (c) => {
    const { orderId } = c.req.valid('param');
    const { userId: accountId } = c.var.customer;
    await ownOrder(c, orderId);
    await allowWrite(c, accountId);
    const opened = await acts.open({ ...c.req.valid('json'), orderId, accountId });
    if (!opened) throw notFound('Your order has no such line.');
    if ('code' in opened) throw refused(opened);
    return c.json(await readPage(db, await readAs(db, opened.disputeId, c.var.customer)), 201);
  });

  app.openapi(routes.mine, async (c) => {
    const { userId } = c.var.customer;
    return c.json(await list({ buyer: userId }, { side: 'buyer', sellerId: null }, c.req.valid('query')), 200);
  });

  app.openapi(routes.ofSeller, async (c) => {
    const { sellerId } = c.var.member;
    return c.json(await list({ seller: sellerId }, { side: 'seller', sellerId }, c.req.valid('query')), 200);
  });

  app.openapi(routes.one, async (c) => c.json(await page(c, c.req.valid('param').disputeId), 200));

  app.openapi(routes.write, async (c) => {
    const { disputeId } = c.req.valid('param');
    await put(c, await writer(c, disputeId), { text: c.req.valid('json').text });
    return c.json(await page(c, disputeId), 201);
  });

  app.openapi(routes.attach, async (c) => {
    const { disputeId } = c.req.valid('param');
    const read = await writer(c, disputeId);
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (bytes.length === 0) throw badRequest(fileSentences.empty);
    if (bytes.length > disputeFileMaximum) throw new HTTPException(413, { message: fileSentences.tooLarge });
    const type = typeOfFile(bytes);
    if (!type) throw badRequest(fileSentences.otherType);
    if ((await countDisputeFiles(db, disputeId, read.reader.side)) >= disputeFilesMaximum)
      throw refused({ code: 'dispute_files_full', message: fileSentences.tooMany });
    const messageId = randomUUID();
    await storage.put(fileKey(messageId), bytes);
    const name = safeFileName(c.req.valid('query').name, type);
    const content = { messageId, name, mediaType: type.mediaType, size: bytes.length };
    await put(c, read, content).catch(async (error) => {
      await storage.delete(fileKey(messageId));
      throw error;
    });
    return c.json(await page(c, disputeId), 201);
  });

  app.openapi(routes.file, async (c) => {
    const { disputeId, fileId } = c.req.valid('param');
    const { reader } = await readAs(db, disputeId, c.var.customer);
    const own = reader.side === 'seller' ? (reader.sellerId ?? undefined) : undefined;
    const message = isStorableText(fileId) ? await findDisputeMessage(db, disputeId, fileId, own) : null;
    const found = message?.file_name ? await storage.get(fileKey(message.message_id)) : null;
    if (!message?.file_name || !found) throw notFound('There is no such file in this dispute.');
    return c.body(found.body, 200, {
      'content-type': message.media_type ?? 'application/octet-stream',
      'content-length': String(found.size),
      'content-disposition': dispositionOf(message.file_name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });

  app.openapi(routes.withdraw, async (c) => {
    const { disputeId } = c.req.valid('param');
    const { reader, row } = await readAs(db, disputeId, c.var.customer);
    if (reader.side !== 'buyer' || row.kind !== 'line') throw noDispute();
    check(await acts.withdraw({ disputeId, accountId: reader.accountId }));
    return c.json(await page(c, disputeId), 200);
  });

  app.openapi(routes.decide, async (c) => {
    const { disputeId } = c.req.valid('param');
    const { customer } = c.var.staff;
    const { row } = await readAs(db, disputeId, customer);
    if (row.kind !== 'line') throw refused(ofBank);
    const { decision, amount, minutes, reason } = c.req.valid('json');
    const amountCents = amount === undefined ? null : Math.round(amount * 100);
    const time = minutes === undefined ? {} : { minutes };
    check(await acts.decide({ disputeId, decision, amountCents, ...time, reason, by: customer.userId }));
    return c.json(await readPage(db, await readAs(db, disputeId, customer)), 200);
  });

  async function ownOrder(c: Context<SignedIn>, orderId: string) {
    const order = isStorableText(orderId) ? await findOrder(db, orderId) : null;
    if (!order || !may(c.var.customer).readOrder(order)) throw notFound('You have no order with this id.');
    return order;
  }

  async function page(c: Context<SignedIn>, disputeId: string) {
    return readPage(db, await readAs(db, disputeId, c.var.customer));
  }

  /** Lets readers write, except those of a shop who look after its money alone. */
  async function writer(c: Context<SignedIn>, disputeId: string): Promise<Read> {
    const read = await readAs(db, disputeId, c.var.customer);
    const { side, sellerId, accountId } = read.reader;
    await allowWrite(c, accountId);
    if (side !== 'seller' || !sellerId) return read;
    const membership = await findMembership(db, sellerId, accountId);
    if (!membership || !may(c.var.customer).actForSeller('answerDisputes', membership))
      throw notFound('Your role in this shop does not include this. Ask an owner of the shop.');
    return read;
  }

  type Content = Parameters<DisputeActs['write']>[0]['content'];
  async function put(_c: Context, { row, reader }: Read, content: Content): Promise<void> {
    const { side, sellerId, accountId } = reader;
    const { dispute_id: disputeId, order_id: orderId } = row;
    const refusal = await acts.write({ disputeId, orderId, side, sellerId, accountId, content });
    if (refusal) throw refused(refusal);
  }

  type Query = { open: 'true' | 'false'; from: number; limit: number };
  async function list(of: Wanted['of'], reader: Pick<Reader, 'side' | 'sellerId'>, { open, from, limit }: Query) {
    const rows = await listDisputes(db, { of, open: open === 'true', offset: from, limit });
    return rows.map((row) => toListItem(row, reader));
  }
}

const ofBank = {
  code: 'bank_decides',
  message: "The buyer's bank decides this one. Answer it with your payment provider, with what is attached here.",
} as const;

function refused({ code, message }: DisputeRefusal | { code: 'dispute_files_full'; message: string }): RefusalAnswer {
  return new RefusalAnswer({ code }, { status: 409, message, retryAfterSeconds: null });
}

function check(done: DisputeRefusal | 'done' | null): void {
  if (done === null) throw noDispute();
  if (done !== 'done') throw refused(done);
}

const tags = ['Disputes'];
const query = z.object({
  open: z.enum(['true', 'false'], 'must be true or false').default('false').meta({ description: 'Only what is open' }),
  from: z.coerce
    .number('must be a number')
    .int()
    .min(0)
    .max(100_000)
    .default(0)
    .meta({ description: 'How many to leave out' }),
  limit: z.coerce.number('must be a number').int().min(1).max(100, 'must be at most 100').default(50),
});

function routesFor({ db, authenticate, now }: Deps) {
  const signedIn = requireCustomer(authenticate);
  const staff = requireStaff({ db, authenticate });
  const ofOrder = z.object({ orderId: z.string() });
  const one = z.object({ disputeId: z.string() });
  const sides = 'For its buyer, the people of the shop, and the staff; for nobody else is there anything.';
  const answer = ok(disputePageSchema, 'The dispute');
  const listed = ok(disputeListSchema, 'What is to be answered, then decided, first; what is over last');
  return {
    ofOrder: createRoute({
      method: 'get',
      path: '/order/{orderId}/dispute',
      tags,
      summary: 'Tells which lines of an own order can be disputed, and which were',
      middleware: signedIn,
      request: { params: ofOrder },
      responses: { 200: ok(orderDisputesSchema, 'By line'), ...problems(404) },
    }),
    open: createRoute({
      method: 'post',
      path: '/order/{orderId}/dispute',
      tags,
      summary: "Opens a dispute about a line of one of the caller's orders",
      description:
        'Its money waits from then on. The seller is told by mail, and has to answer in time; otherwise the buyer gets it back.',
      middleware: [signedIn, ...jsonBody] as const,
      request: { params: ofOrder, body: jsonContent(openedDisputeSchema) },
      responses: { 201: answer, ...problems(404, 409, 429) },
    }),
    mine: createRoute({
      method: 'get',
      path: '/dispute',
      tags,
      summary: "Lists the caller's disputes as a buyer",
      middleware: signedIn,
      request: { query },
      responses: { 200: listed },
    }),
    ofSeller: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/dispute',
      tags,
      summary: 'Lists disputes of what a shop has sold, by their deadlines',
      middleware: requireMember({ db, authenticate })('readDisputes'),
      request: { params: z.object({ sellerId: z.string() }), query },
      responses: { 200: listed },
    }),
    one: createRoute({
      method: 'get',
      path: '/dispute/{disputeId}',
      tags,
      summary: 'Reads a dispute with its times and what was written',
      description: sides,
      middleware: signedIn,
      request: { params: one },
      responses: { 200: answer, ...problems(404, 409) },
    }),
    write: createRoute({
      method: 'post',
      path: '/dispute/{disputeId}/message',
      tags,
      summary: 'Writes in a dispute that is open',
      description: `${sides} The first words of the shop are its answer.`,
      middleware: [signedIn, ...jsonBody] as const,
      request: { params: one, body: jsonContent(disputeMessageSchema) },
      responses: { 201: answer, ...problems(404, 409, 429) },
    }),
    attach: createRoute({
      method: 'post',
      path: '/dispute/{disputeId}/file',
      tags,
      summary: 'Attaches a picture or a PDF to a dispute that is open',
      description: `${sides} The body is the file: JPEG, PNG, WebP, AVIF or PDF, judged by what is in it, of at most 10 MB.`,
      middleware: [signedIn, fileBodyOf(disputeFileMaximum)] as const,
      request: {
        params: one,
        query: z.object({ name: z.string().max(500, 'must be at most 500 characters').default('') }),
        body: {
          required: true,
          content: { 'application/octet-stream': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
        },
      },
      responses: { 201: answer, ...problems(404, 409, 429) },
    }),
    file: createRoute({
      method: 'get',
      path: '/dispute/{disputeId}/file/{fileId}',
      tags,
      summary: 'Reads a file of a dispute',
      description: sides,
      middleware: signedIn,
      request: { params: one.extend({ fileId: z.string() }) },
      responses: {
        200: { description: 'The file', content: { '*/*': { schema: z.string() } } },
        ...problems(404, 409),
      },
    }),
    withdraw: createRoute({
      method: 'post',
      path: '/dispute/{disputeId}/withdraw',
      work: 'buying',
      tags,
      summary: 'Withdraws an own dispute: it is over',
      middleware: signedIn,
      request: { params: one },
      responses: { 200: answer, ...problems(404, 409) },
    }),
    decide: createRoute({
      method: 'post',
      path: '/admin/dispute/{disputeId}/decide',
      work: 'buying',
      tags: ['Staff'],
      summary: 'Decides a dispute, with a reason that both sides read',
      description:
        'For the buyer, in part, or for the seller. With a part goes so much machine time of the line as is said. Nobody decides disputes of an own shop, or their own. Asks for a sign-in of the last 15 minutes.',
      middleware: [staff('decideDisputes'), requireFreshSignIn(now), ...jsonBody] as const,
      request: { params: one, body: jsonContent(disputeDecisionSchema) },
      responses: { 200: answer },
    }),
  };
}
