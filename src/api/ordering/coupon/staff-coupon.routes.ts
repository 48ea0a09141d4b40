import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { StaffCoupon } from '#contract/ordering/coupon.schema.ts';
import { changeCouponSchema, makeCouponSchema, staffCouponSchema } from '#contract/ordering/coupon.schema.ts';
import { type CouponDays, couponDays } from '#contract/ordering/coupon.ts';
import { may as mayOf } from '../../access/access.rules.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { type ForStaff, requireStaff } from '../../access/require-staff.ts';
import { badRequest, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { couponCode } from './coupon.rules.ts';
import { couponRefusalText } from './coupon-change-refusals.rules.ts';
import { readCoupon } from './read-coupon.ts';
import { changeCoupon, endCoupon, type Keeper, type Kept, makeCoupon } from './save-coupon.ts';

type Deps = { db: Db; authenticate: Authenticate; now: () => Date };

/** Coupons as the staff keep them, with what they have brought. */
export function mountStaffCoupons(app: OpenAPIHono, deps: Deps) {
  const { db, now } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.make, async (c) => {
    const { code, ...terms } = c.req.valid('json');
    check(code, await makeCoupon(deps, { code, terms, keeper: keeperOf(c) }));
    return c.json(await read(c, code), 201);
  });

  app.openapi(routes.one, async (c) => {
    return c.json(await read(c, codeOf(c.req.valid('param').code), c.req.valid('query').days), 200);
  });

  app.openapi(routes.change, async (c) => {
    const code = codeOf(c.req.valid('param').code);
    const { enabled, revision, ...terms } = c.req.valid('json');
    const kept = await changeCoupon(deps, { code, terms, enabled, revision, keeper: keeperOf(c) });
    if (typeof kept === 'object' && kept.refused.code === 'coupon_changed') throw changed(await read(c, code));
    check(code, kept);
    return c.json(await read(c, code), 200);
  });

  app.openapi(routes.end, async (c) => {
    const code = codeOf(c.req.valid('param').code);
    check(code, await endCoupon(deps, { code, keeper: keeperOf(c) }));
    return c.json(await read(c, code), 200);
  });

  async function read(c: Context<ForStaff>, code: string, days: CouponDays = '30'): Promise<StaffCoupon> {
    const { customer, role } = c.var.staff;
    const withOrders = mayOf(customer).actForMarketplace('readSales', role);
    const coupon = await readCoupon(db, code, { days, withOrders, now: now() });
    if (!coupon) throw unknown();
    return coupon;
  }
}

function keeperOf(c: Context<ForStaff>): Keeper {
  return { actor: { kind: 'customer' }, by: c.var.staff.customer.userId };
}

function codeOf(text: string): string {
  const code = isStorableText(text) ? couponCode(text) : null;
  if (!code) throw unknown();
  return code;
}

function check(code: string, kept: Kept): void {
  if (kept === 'done') return;
  if (kept === 'missing') throw unknown();
  const { refused } = kept;
  const message = couponRefusalText(code, refused);
  if (refused.code === 'expiry_past') throw badRequest(`expires_at: ${message}`);
  throw new RefusalAnswer({ code: refused.code }, { status: 409, message, retryAfterSeconds: null });
}

/** Refusal of a later save, with what the first has changed. */
function changed(current: StaffCoupon): RefusalAnswer {
  const message = couponRefusalText(current.code, { code: 'coupon_changed' });
  return new RefusalAnswer({ code: 'coupon_changed' }, { status: 409, message, retryAfterSeconds: null, current });
}

const unknown = () => notFound('There is no coupon of this code.');

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const params = z.object({ code: z.string().meta({ description: 'As people type it' }) });
  const tags = ['Staff'];
  return {
    make: createRoute({
      method: 'post',
      path: '/admin/coupon',
      tags,
      summary: 'Makes a coupon',
      middleware: [may('manageCoupons'), ...jsonBody] as const,
      request: { body: jsonContent(makeCouponSchema) },
      responses: { 201: ok(staffCouponSchema, 'The coupon'), ...problems(409) },
    }),
    one: createRoute({
      method: 'get',
      path: '/admin/coupon/{code}',
      tags,
      summary: 'Reads a coupon with what it has brought, and its history',
      middleware: may('readCoupons'),
      request: {
        params,
        query: z.object({
          days: z
            .enum(couponDays, `must be one of ${couponDays.join(', ')}`)
            .default('30')
            .meta({ description: 'How many days are told one by one' }),
        }),
      },
      responses: { 200: ok(staffCouponSchema, 'The coupon'), ...problems(409) },
    }),
    change: createRoute({
      method: 'put',
      path: '/admin/coupon/{code}',
      tags,
      summary: 'Changes the terms of a coupon, or opens it again',
      description:
        'For orders that are placed from now on: those that there are keep the terms under which they were placed. Once it was used, what it takes off and of what stays as it is. Where somebody else has changed it since it was read (revision) nothing changes, and `current` of the answer is what it is now.',
      middleware: [may('manageCoupons'), ...jsonBody] as const,
      request: { params, body: jsonContent(changeCouponSchema) },
      responses: { 200: ok(staffCouponSchema, 'The coupon as it is now'), ...problems(409) },
    }),
    end: createRoute({
      method: 'post',
      path: '/admin/coupon/{code}/end',
      tags,
      summary: 'Ends a coupon: it takes nothing off any more',
      description: 'Orders that wait for their payment keep what it took off.',
      middleware: may('manageCoupons'),
      request: { params },
      responses: { 200: ok(staffCouponSchema, 'The coupon as it is now'), ...problems(409) },
    }),
  };
}
