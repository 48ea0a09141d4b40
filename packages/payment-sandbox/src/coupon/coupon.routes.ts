import { Hono } from 'hono';
import { z } from 'zod';
import { LARGEST_AMOUNT } from '../money/amounts.rules.ts';
import { isCurrency } from '../money/currency.rules.ts';
import { type Env, reads, writes } from '../protocol/endpoint.ts';
import { invalid, noSuch } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { expand, integer, metadata, oneOf, refuse, text, timestamp } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { couponObject } from './coupon.object.ts';
import { addCoupon, findCoupon } from './coupon.store.ts';

/** Characters. */
const LONGEST_NAME = 40;
const LONGEST_ID = 200;
const MOST_REDEMPTIONS = 1_000_000;

const retrieve = z.strictObject({ expand: expand() });
/** An amount that is taken off once; the provider has more. */
const create = z.strictObject({
  id: text(LONGEST_ID).optional(),
  name: text(LONGEST_NAME).optional(),
  amount_off: integer({ least: 1, most: LARGEST_AMOUNT }),
  currency: text(3).superRefine((code, context) => {
    if (!isCurrency(code)) refuse(context, `Invalid currency: ${code}`);
  }),
  duration: oneOf('once').optional(),
  max_redemptions: integer({ least: 1, most: MOST_REDEMPTIONS }).optional(),
  redeem_by: timestamp.optional(),
  metadata,
  expand: expand(),
});

export function couponRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.post(
    '/coupons',
    writes(sandbox, create, async (transaction, { expand: _, duration: __, redeem_by, ...params }) => {
      const now = sandbox.now();
      const end = redeem_by === undefined ? null : new Date(redeem_by * 1_000);
      if (end && end <= now) throw invalid('redeem_by', 'This value must be in the future.');
      const coupon = await addCoupon(transaction, {
        id: params.id ?? newId('coupon'),
        name: params.name ?? null,
        amount_off: params.amount_off,
        currency: params.currency,
        max_redemptions: params.max_redemptions ?? null,
        redeem_by: end,
        metadata: JSON.stringify(params.metadata),
        created_at: now,
      });
      if (!coupon) throw invalid('id', 'Coupon already exists.', 'resource_already_exists');
      return couponObject(coupon, now);
    }),
  );

  app.get(
    '/coupons/:id',
    reads(retrieve, async (_params, id) => {
      const coupon = await findCoupon(sandbox.db, id);
      if (!coupon) throw noSuch('coupon', id, 'coupon', 404);
      return couponObject(coupon, sandbox.now());
    }),
  );

  return app;
}
