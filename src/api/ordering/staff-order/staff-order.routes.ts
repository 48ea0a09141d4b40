// One order, for the staff: all that is known of it, and what they do with it.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { RefundState } from '#contract/ordering/order.ts';
import {
  fulfilledSchema,
  fulfilSchema,
  newOrderNoteSchema,
  orderEventsSchema,
  staffOrderSchema,
  staffRefundAnswerSchema,
  staffRefundAskedSchema,
  staffRefundPreviewSchema,
  staffRefundSchema,
  transferNotedSchema,
} from '#contract/ordering/staff-order/staff-order.schema.ts';
import { eventGroups, orderNoteHours, receiptsAnHour } from '#contract/ordering/staff-order/staff-order-terms.ts';
import type { Refusal, Refused } from '#contract/refusal.ts';
import { may as mayDo, type StaffAction } from '../../access/access.rules.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireStaff, type Staff } from '../../access/require-staff.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { refusalTerms } from '../../http/refusal-terms.rules.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import { refusalText } from '../../text/refusal-text.rules.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import type { RefundPreview } from '../checkout/refund/bearers.rules.ts';
import { findOrder } from '../order/order.store.ts';
import { isSideOf, readEvents, readStaffOrder } from './read-staff-order.ts';
import { lateText, ownSide } from './staff-order.rules.ts';
import { toExtent, toPreview } from './to-refund-preview.rules.ts';
import { addNote, takeBackNote } from './write-note.ts';

type Extent = ReturnType<typeof toExtent>;
type Asked = { orderId: string; extent: Extent; to: 'card' | 'wallet' | null };
type Late = { outcome: 'late'; orderedCents: number; todayCents: number | null; problem: Refusal | null };

/** Actions on orders and money are the checkout's. `by`: the account that decides. */
type StaffOrderActs = {
  preview: (asked: Asked) => Promise<{ preview: RefundPreview } | Refused>;
  refund: (
    given: Asked & { reason: string; seen: string; requestKey: string; by: string },
  ) => Promise<
    | { refund: { amountCents: number; state: RefundState; failure: string | null } }
    | { changed: RefundPreview }
    | Refused
  >;
  fulfil: (given: {
    orderId: string;
    all: boolean;
    by: string;
  }) => Promise<{ fulfilledAt: Date | null; waitsFor: string[]; comeByThemselves: string[] } | Refused>;
  cancel: (given: { orderId: string; by: string }) => Promise<{ answer: 'done' | 'paid' | 'refused' } | Refused>;
  paid: (given: {
    orderId: string;
    late: boolean;
    by: string;
  }) => Promise<'paid' | 'refunded' | 'in_review' | 'refused' | 'unpaid' | Late>;
  accept: (given: { orderId: string; by: string }) => Promise<{ acceptedCents: number } | Refused>;
  receipt: (given: { orderId: string; by: string }) => Promise<'sent' | 'not_paid' | 'buyer_left' | 'too_many'>;
};

type Deps = {
  db: Db;
  authenticate: Authenticate;
  acts: StaffOrderActs;
  /** Previews take locks: nobody asks for them without end. */
  allowPreview: AllowWrite;
  allowWrite: AllowWrite;
  shopName: string;
  walletIsOpen: boolean;
  now: () => Date;
};

const noOrder = () => notFound('There is no order with this id.');

/** One order for the staff. */
export function mountStaffOrders(app: OpenAPIHono, deps: Deps) {
  const { db, acts, allowPreview, allowWrite, shopName, walletIsOpen, now } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.one, async (c) => {
    const order = await find(c.req.valid('param').orderId);
    return c.json(await readOrder(order, c.var.staff), 200);
  });

  app.openapi(routes.events, async (c) => {
    const { after, limit, group } = c.req.valid('query');
    const order = await find(c.req.valid('param').orderId);
    const can = (action: StaffAction) => mayDo(c.var.staff.customer).actForMarketplace(action, c.var.staff.role);
    const page = {
      after: cursorOf(after),
      limit: limit + 1,
      group: group ?? null,
      readsLedger: can('readFinance'),
      readsInvoices: can('readInvoices'),
    };
    const { planned, happened } = await readEvents(db, order, shopName, page);
    const cut = cutPage(c, happened, limit, ({ micros, id }) => ({ micros, id }));
    return c.json([...planned, ...cut.map(({ micros: _micros, ...event }) => event)], 200);
  });

  app.openapi(routes.preview, async (c) => {
    await allowPreview(c, c.var.staff.customer.userId);
    const order = await movable(c.req.valid('param').orderId, c.var.staff);
    const done = await acts.preview(askedOf(order, c.req.valid('json')));
    if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
    return c.json(toPreview(done.preview, order), 200);
  });

  app.openapi(routes.refund, async (c) => {
    const requestKey = c.req.valid('header')['idempotency-key'];
    const order = await movable(c.req.valid('param').orderId, c.var.staff);
    const { reason, seen, ...asked } = c.req.valid('json');
    const by = c.var.staff.customer.userId;
    const done = await acts.refund({ ...askedOf(order, asked), reason, seen, requestKey, by });
    if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
    if ('changed' in done) throw refused('refund_changed', toPreview(done.changed, await find(order.order_id)));
    const { amountCents, state, failure } = done.refund;
    return c.json(
      { amount: amountCents / 100, state, failure, order: await readOrder(await find(order.order_id), c.var.staff) },
      200,
    );
  });

  app.openapi(routes.fulfil, async (c) => {
    const order = await movable(c.req.valid('param').orderId, c.var.staff);
    const { all } = c.req.valid('json');
    const done = await acts.fulfil({ orderId: order.order_id, all, by: c.var.staff.customer.userId });
    if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
    const { waitsFor: waits_for, comeByThemselves: come_by_themselves } = done;
    return c.json(
      { waits_for, come_by_themselves, order: await readOrder(await find(order.order_id), c.var.staff) },
      200,
    );
  });

  app.openapi(routes.cancel, async (c) => {
    const order = await find(c.req.valid('param').orderId);
    const done = await acts.cancel({ orderId: order.order_id, by: c.var.staff.customer.userId });
    if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
    if (done.answer !== 'done') throw refused(done.answer === 'paid' ? 'paid_meanwhile' : 'not_waiting');
    return c.json(await readOrder(await find(order.order_id), c.var.staff), 200);
  });

  app.openapi(routes.paid, async (c) => {
    const order = await movable(c.req.valid('param').orderId, c.var.staff);
    const { late } = c.req.valid('json');
    const done = await acts.paid({ orderId: order.order_id, late, by: c.var.staff.customer.userId });
    if (typeof done === 'object') throw lateAnswer(order.order_id, done, late);
    if (done !== 'paid') throw refused(done === 'refunded' ? 'items_gone' : 'not_waiting');
    return c.json(await readOrder(await find(order.order_id), c.var.staff), 200);
  });

  app.openapi(routes.accept, async (c) => {
    const order = await movable(c.req.valid('param').orderId, c.var.staff);
    const done = await acts.accept({ orderId: order.order_id, by: c.var.staff.customer.userId });
    if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
    return c.json(await readOrder(await find(order.order_id), c.var.staff), 200);
  });

  app.openapi(routes.receipt, async (c) => {
    const order = await find(c.req.valid('param').orderId);
    const done = await acts.receipt({ orderId: order.order_id, by: c.var.staff.customer.userId });
    if (done === 'too_many') throw refused('receipts_sent');
    if (done === 'buyer_left') throw refused('buyer_left');
    if (done === 'not_paid') throw refused('not_paid');
    return c.json(await readOrder(await find(order.order_id), c.var.staff), 200);
  });

  app.openapi(routes.note, async (c) => {
    const { customer } = c.var.staff;
    await allowWrite(c, customer.userId);
    const order = await find(c.req.valid('param').orderId);
    const writer = { accountId: customer.userId, name: customer.nickname, actor: { kind: 'customer' as const } };
    await addNote(db, { orderId: order.order_id, text: c.req.valid('json').text, writer, now: now() });
    return c.json(await readOrder(order, c.var.staff), 201);
  });

  app.openapi(routes.deleteNote, async (c) => {
    const { orderId, noteId } = c.req.valid('param');
    const { customer, role } = c.var.staff;
    const order = await find(orderId);
    const reader = { accountId: customer.userId, isAdmin: role === 'admin' };
    const done = isStorableText(noteId) ? await takeBackNote(db, { orderId, noteId, reader, now: now() }) : null;
    if (done === null) throw notFound('There is no such note in this order.');
    if (done === 'stays') throw refused('note_stays');
    return c.json(await readOrder(order, c.var.staff), 200);
  });

  async function find(orderId: string): Promise<StoredOrder> {
    const order = isStorableText(orderId) ? await findOrder(db, orderId) : null;
    if (!order) throw noOrder();
    return order;
  }

  /** Nobody moves the money of an order of which they are a side. */
  async function movable(orderId: string, { customer }: Staff): Promise<StoredOrder> {
    const order = await find(orderId);
    if (await isSideOf(db, order, customer.userId))
      throw refused(order.account_id === customer.userId ? 'own_order' : 'own_shop');
    return order;
  }

  function readOrder(order: StoredOrder, { customer, role }: Staff) {
    const reader = { accountId: customer.userId, email: customer.email, role };
    return readStaffOrder(db, order, { reader, walletIsOpen, now: now() });
  }

  function askedOf(order: StoredOrder, { to, ...asked }: z.infer<typeof staffRefundAskedSchema>): Asked {
    return { orderId: order.order_id, extent: toExtent(asked), to: to ?? null };
  }
}

const sentences = {
  own_shop: ownSide,
  own_order: ownSide,
  refund_changed:
    'Somebody has moved money of this order meanwhile, and nothing was done. Look at who bears the refund now, and confirm it again.',
  items_gone: 'The items of this order are sold meanwhile: its money goes back.',
  not_waiting: 'This order does not wait for a payment any more. Look at it again.',
  paid_meanwhile: 'This order is paid: refund it instead.',
  receipts_sent: `The receipt was sent ${receiptsAnHour} times within an hour. Try again later, or send it from your own mail box.`,
  buyer_left: 'Its buyer has left: there is no address to write to.',
  not_paid: 'It is not paid: there is no receipt.',
  note_stays: `A note is taken back by who wrote it, or an administrator, within ${orderNoteHours} hours. Write another one that says what is wrong with it.`,
};

function refused(code: keyof typeof sentences, current?: Record<string, unknown>): RefusalAnswer {
  const terms = { status: 409 as const, message: sentences[code], retryAfterSeconds: null };
  return new RefusalAnswer({ code }, { ...terms, ...(current && { current }) });
}

function lateAnswer(orderId: string, late: Late, asked: boolean): RefusalAnswer {
  const { orderedCents, todayCents, problem } = late;
  const canBeTaken = !asked && problem?.code !== 'buyer_left' && todayCents !== null;
  const way = canBeTaken
    ? 'Take it at the price it was ordered at, or give the money back by hand.'
    : 'Give the money back by hand.';
  const message = `${lateText(orderId, orderedCents, todayCents, problem && refusalText(problem))} ${way}`;
  const current = {
    ordered: orderedCents / 100,
    today: todayCents === null ? null : todayCents / 100,
    can_be_taken: canBeTaken,
  };
  return new RefusalAnswer({ code: 'order_ended_before' }, { status: 409, message, retryAfterSeconds: null, current });
}

const tags = ['Staff'];
const forStaff = 'For the staff; nobody else finds anything at this address.';
const sides = 'Nobody moves the money of an own order, or of one in which an own shop has sold something.';
const fresh = 'Asks for a sign-in of the last 15 minutes.';

type MayOf = ReturnType<typeof requireStaff>;
const path = '/admin/order/{orderId}' as const;
const params = z.object({ orderId: z.string() });
const base = { tags };
const answer = ok(staffOrderSchema, 'The order as it is then');

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const freshly = requireFreshSignIn(deps.now);
  const key = z.object({
    'idempotency-key': z
      .string('must be said: any text of your own, the same when you send this refund again')
      .regex(/^[!-~]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
      .meta({ description: 'Made anew for each refund. The same key again is the same refund and never a second one' }),
  });
  return {
    ...readRoutes(may),
    preview: createRoute({
      ...base,
      method: 'post',
      path: `${path}/refund/preview`,
      work: 'buying',
      summary: 'Tells who would bear a refund, to the cent',
      description: `${forStaff} Nothing is changed by asking. ${sides}`,
      middleware: [may('refundSales'), ...jsonBody] as const,
      request: { params, body: jsonContent(staffRefundAskedSchema) },
      responses: {
        200: ok(staffRefundPreviewSchema, 'Who bears it'),
        ...problems(409, 429),
      },
    }),
    refund: createRoute({
      ...base,
      method: 'post',
      path: `${path}/refund`,
      work: 'buying',
      summary: 'Gives money back: of the order, of lines, or an amount',
      description: `${forStaff} It is made only if it is still what the preview has shown; otherwise the answer is 409 with what it would be now in current. ${sides} ${fresh}`,
      middleware: [may('refundSales'), freshly, ...jsonBody] as const,
      request: { params, headers: key, body: jsonContent(staffRefundSchema) },
      responses: { 200: ok(staffRefundAnswerSchema, 'What goes back') },
    }),
    fulfil: createRoute({
      ...base,
      method: 'post',
      path: `${path}/fulfil`,
      work: 'buying',
      summary: "Says that everything was handed over that is the operator's to hand over",
      description: `${forStaff} Own products, and those of shops that do not act any more, unless they come by themselves; with all everything. ${sides}`,
      middleware: [may('deliverSales'), ...jsonBody] as const,
      request: { params, body: jsonContent(fulfilSchema) },
      responses: { 200: ok(fulfilledSchema, 'What it waits for still'), ...problems(409) },
    }),
    cancel: createRoute({
      ...base,
      method: 'post',
      path: `${path}/cancel`,
      work: 'buying',
      summary: 'Cancels an order that is not paid: its items are free again',
      description: forStaff,
      middleware: may('handleSales'),
      request: { params },
      responses: { 200: answer, ...problems(409) },
    }),
    paid: createRoute({
      ...base,
      method: 'post',
      path: `${path}/paid`,
      work: 'buying',
      summary: 'Says that a transfer or a check has arrived',
      description: `${forStaff} Of an order that had ended and costs something else today the answer is 409, with what it costs in current; late takes it at the price it was ordered at. ${sides} ${fresh}`,
      middleware: [may('refundSales'), freshly, ...jsonBody] as const,
      request: { params, body: jsonContent(transferNotedSchema) },
      responses: { 200: answer },
    }),
    accept: createRoute({
      ...base,
      method: 'post',
      path: `${path}/accept`,
      work: 'buying',
      summary: 'Takes the amount that was paid for an order in review',
      description: `${forStaff} ${sides} ${fresh}`,
      middleware: [may('refundSales'), freshly] as const,
      request: { params },
      responses: { 200: answer },
    }),
    ...deskRoutes(may),
  };
}

const readRoutes = (may: MayOf) => ({
  one: createRoute({
    ...base,
    method: 'get',
    path,
    summary: 'Reads an order: all that is known of it, and what can be done with it now',
    description: forStaff,
    middleware: may('readSales'),
    request: { params },
    responses: { 200: ok(staffOrderSchema, 'The order'), ...problems(409) },
  }),
  events: createRoute({
    ...base,
    method: 'get',
    path: `${path}/event`,
    summary: 'Lists what happened to an order, newest first; what is planned stands before that',
    description: `${forStaff} A long list goes on where the Link header says. What is planned comes with the first page, beside its limit.`,
    middleware: may('readSales'),
    request: {
      params,
      query: z.object({
        ...pageQuery({ usual: 100, most: 200 }),
        group: z
          .enum(eventGroups, `must be one of ${eventGroups.join(', ')}`)
          .optional()
          .meta({ description: 'Only those' }),
      }),
    },
    responses: {
      200: { ...ok(orderEventsSchema, 'What happened'), headers: linkHeader },
      ...problems(409),
    },
  }),
});

/** Everything about an order that moves no money. */
const deskRoutes = (may: MayOf) => ({
  receipt: createRoute({
    ...base,
    method: 'post',
    path: `${path}/receipt`,
    summary: 'Sends the confirmation with the receipt to the buyer once more',
    description: `${forStaff} At most ${receiptsAnHour} times an hour.`,
    middleware: may('handleSales'),
    request: { params },
    responses: { 200: answer, ...problems(409) },
  }),
  note: createRoute({
    ...base,
    method: 'post',
    path: `${path}/note`,
    summary: 'Notes something about an order, for the staff alone',
    description: forStaff,
    middleware: [may('handleSales'), ...jsonBody] as const,
    request: { params, body: jsonContent(newOrderNoteSchema) },
    responses: { 201: answer, ...problems(409, 429) },
  }),
  deleteNote: createRoute({
    ...base,
    method: 'delete',
    path: `${path}/note/{noteId}`,
    summary: 'Takes a note back',
    description: `${forStaff} By who wrote it or an administrator, within ${orderNoteHours} hours.`,
    middleware: may('handleSales'),
    request: { params: params.extend({ noteId: z.string() }) },
    responses: { 200: answer, ...problems(409) },
  }),
});
