// Gifts of the staff to a customer without an order, and their withdrawal: by the verbs of npm run goods -- give and withdraw.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  type Gift,
  giftSchema,
  giftsSchema,
  giveProductSchema,
  withdrawGiftSchema,
} from '#contract/goods/library/gift.schema.ts';
import type { GiftRefusal, GiftState } from '#contract/goods/library/gift.ts';
import { may } from '../../access/access.rules.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireStaff, type Staff } from '../../access/require-staff.ts';
import { badRequest, conflict, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import { findCustomer, type StoredCustomer } from '../../people/ports.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { statusOf } from './entitlement.rules.ts';
import { endOfDay, giftRefusalSentences } from './gift.rules.ts';
import { findGift, listGifts, type StoredGift } from './gift.store.ts';
import { type Giving, giveProduct, withdrawGift } from './gifts.ts';

type Deps = Omit<Giving, 'actor' | 'by'> & {
  authenticate: Authenticate;
  /** A gift takes a key of the list: what is left to be bought is told at once. */
  refresh: () => Promise<void>;
};

export function mountStaffGifts(app: OpenAPIHono, deps: Deps) {
  const { db, now } = deps;
  const routes = routesFor(deps);
  const givingOf = ({ customer, role }: Staff): Giving => ({
    ...deps,
    actor: { kind: 'customer' },
    by: customer.userId,
    givesOfShops: may(customer).actForMarketplace('giveOfShops', role),
  });

  app.openapi(routes.list, async (c) => {
    const { after, limit } = c.req.valid('query');
    const { account_id: accountId } = await find(c.req.valid('param').userId);
    const page = { after: cursorOf(after), limit: limit + 1 };
    const gifts = accountId ? await listGifts(db, accountId, page) : [];
    const cut = cutPage(c, gifts, limit, ({ micros, entitlement_id: id }) => ({ micros, id }));
    return c.json(
      cut.map((gift) => toGift(gift, now())),
      200,
    );
  });

  app.openapi(routes.give, async (c) => {
    const customer = await find(c.req.valid('param').userId);
    const requestKey = c.req.valid('header')['idempotency-key'];
    const { product_id: productId, until, note } = c.req.valid('json');
    if (customer.account_id === null) throw refused('no_account');
    const lasts = until === null ? null : endOfDay(until);
    if (until !== null && !lasts) throw badRequest('until must be a day such as 2027-01-31');
    const gift = { email: customer.user_id, productId, until: lasts, note, requestKey };
    const given = await giveProduct(givingOf(c.var.staff), gift);
    if ('refused' in given) throw refused(given.refused);
    await deps.refresh();
    return c.json(await readGift(customer.account_id, given.entitlementId), 201);
  });

  app.openapi(routes.withdraw, async (c) => {
    const { userId, entitlementId } = c.req.valid('param');
    const { account_id: accountId } = await find(userId);
    const isTheirs = accountId && isStorableText(entitlementId) && (await findGift(db, accountId, entitlementId));
    if (!isTheirs)
      throw notFound('This customer was given nothing of this id. What was bought is refunded on its order.');
    const { reason } = c.req.valid('json');
    if (!(await withdrawGift(givingOf(c.var.staff), { entitlementId, reason })))
      throw conflict('It was withdrawn before. Reload the screen to see why.');
    return c.json(await readGift(accountId, entitlementId), 200);
  });

  async function find(id: string): Promise<StoredCustomer> {
    const customer = isStorableText(id) ? await findCustomer(db, id) : undefined;
    if (!customer) throw notFound('There is no customer at this address.');
    return customer;
  }

  async function readGift(accountId: string, entitlementId: string): Promise<Gift> {
    const gift = await findGift(db, accountId, entitlementId);
    if (!gift) throw notFound('The account was deleted meanwhile.');
    return toGift(gift, now());
  }
}

function refused(code: GiftRefusal): RefusalAnswer {
  return new RefusalAnswer({ code }, { status: 409, message: giftRefusalSentences[code], retryAfterSeconds: null });
}

function toGift(gift: StoredGift, now: Date): Gift {
  return {
    entitlement_id: gift.entitlement_id,
    product_id: gift.product_id,
    product_name: gift.product_name,
    given_at: gift.granted_at.toISOString(),
    until: gift.expires_at?.toISOString() ?? null,
    note: gift.note,
    by: gift.giver ?? gift.granted_by,
    // Without an order it stands in one of three ways.
    state: statusOf({ ...gift, order: null }, now) as GiftState,
    withdrawn_at: gift.withdrawn_at?.toISOString() ?? null,
    withdrawn_reason: gift.withdrawn_reason,
  };
}

const forStaff = 'For the staff; nobody else finds anything at this address.';
const fresh = 'Asks for a sign-in of the last 15 minutes.';

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const freshly = requireFreshSignIn(deps.now);
  const path = '/admin/customer/{userId}/gift' as const;
  const params = z.object({
    userId: z.string().meta({ description: "The account's id, or the address where no account has come yet" }),
  });
  const key = z.object({
    'idempotency-key': z
      .string('must be said: any text of your own, the same when you send this gift again')
      .regex(/^[!-~]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
      .meta({ description: 'Made anew for each gift. The same key again is the same gift and never a second one' }),
  });
  const base = { tags: ['Staff'] };
  return {
    list: createRoute({
      ...base,
      method: 'get',
      path,
      summary: 'Lists what a customer was given without an order, newest first',
      description: `${forStaff} A long list goes on where the Link header says.`,
      middleware: may('readCustomers'),
      request: { params, query: z.object(pageQuery({ usual: 25, most: 100 })) },
      responses: {
        200: { ...ok(giftsSchema, 'The gifts'), headers: linkHeader },
        ...problems(409),
      },
    }),
    give: createRoute({
      ...base,
      method: 'post',
      path,
      summary: 'Gives a customer what a product promises, without an order',
      description: `${forStaff} It is in their library at once, and a mail says so. What shops sell is given by administrators alone. ${fresh}`,
      middleware: [may('manageCustomers'), freshly, ...jsonBody] as const,
      request: { params, headers: key, body: jsonContent(giveProductSchema) },
      responses: { 201: ok(giftSchema, 'The gift') },
    }),
    withdraw: createRoute({
      ...base,
      method: 'post',
      path: `${path}/{entitlementId}/withdraw`,
      summary: 'Takes a gift back',
      description: `${forStaff} The customer reads the reason, in the library and by mail. ${fresh}`,
      middleware: [may('manageCustomers'), freshly, ...jsonBody] as const,
      request: { params: params.extend({ entitlementId: z.string() }), body: jsonContent(withdrawGiftSchema) },
      responses: { 200: ok(giftSchema, 'The gift as it is then') },
    }),
  };
}
