// Coupons as the staff keep them. The browser takes the types of it alone.
import { z } from 'zod';
import { productTypes } from '../catalogue/product/product.schema.ts';
import { line } from '../text/text.schema.ts';
import {
  couponAmountMaximum,
  couponCodePattern,
  couponCodeText,
  couponStates,
  couponUsesMaximum,
  couponWaitingCounted,
} from './coupon.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const count = z.int().min(0);
const dollars = z.number().meta({ description: 'In US dollars' });

/** `2.50` is exact, `2.505` is not. */
function hundredths(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
}

const amount = z
  .number('must be a number')
  .max(couponAmountMaximum, `must be at most ${couponAmountMaximum}`)
  .refine(hundredths, 'must have at most two decimals');

const whole = (least: number, most: number) => {
  const sentence = `must be a whole number from ${least} to ${most}`;
  return z.int(sentence).min(least, sentence).max(most, sentence);
};

const couponTermsSchema = z.strictObject(
  {
    percent: whole(1, 100).nullable().meta({ description: 'What it takes off, in percent; null: an amount' }),
    amount: amount
      .min(0.01, 'must be at least 0.01')
      .nullable()
      .meta({ description: 'What it takes off, in US dollars; null: a percentage' }),
    minimum: amount.min(0, 'must be at least 0').meta({ description: 'The subtotal from which on it holds' }),
    category: z
      .enum(productTypes, `must be one of ${productTypes.join(', ')}, or null for all`)
      .nullable()
      .meta({ description: 'Of what it takes off; null: of everything' }),
    expires_at: z.iso
      .datetime('must be a moment such as 2027-01-31T23:59:59.000Z')
      .nullable()
      .meta({ description: 'From then on it takes nothing off; null: it stays' }),
    total_limit: whole(1, couponUsesMaximum).nullable().meta({ description: 'How often in all; null: without limit' }),
    customer_limit: whole(1, couponUsesMaximum).nullable().meta({ description: 'The same for each customer' }),
    seller_percent: whole(0, 100).meta({
      description: "So many percent of what it takes off are the sellers' to bear, the rest is the marketplace's",
    }),
  },
  'must be an object',
);

const oneOfTwo = {
  message: 'must take off a percentage or an amount, one of the two',
  path: ['percent'],
};
const takesOneOff = ({ percent, amount: taken }: { percent: number | null; amount: number | null }) =>
  (percent === null) !== (taken === null);

export const makeCouponSchema = couponTermsSchema
  .extend({
    code: line()
      .max(40, couponCodeText)
      .transform((text) => text.toUpperCase())
      .refine((text) => couponCodePattern.test(text), couponCodeText)
      .meta({ description: couponCodeText, example: 'TENTH' }),
  })
  .refine(takesOneOff, oneOfTwo)
  .meta({ id: 'MakeCoupon' });

export const changeCouponSchema = couponTermsSchema
  .extend({
    enabled: z.boolean('must be true or false').meta({ description: 'false: it takes nothing off any more' }),
    revision: z
      .int('must be a whole number')
      .meta({ description: 'Of the coupon that was read: another one is not changed' }),
  })
  .refine(takesOneOff, oneOfTwo)
  .meta({ id: 'ChangeCoupon' });

const figures = {
  orders: z.int().meta({ description: 'That were paid' }),
  sales: dollars.meta({ description: 'What they came to, in US dollars, without what it took off' }),
  discount: dollars.meta({ description: 'What it took off' }),
  refunds: dollars.meta({ description: 'What of them was given back, by the day on which it was decided' }),
};
const dayFigures = z.strictObject({ day: z.string().meta({ description: 'UTC', example: '2026-11-02' }), ...figures });

export const staffCouponSchema = z
  .strictObject({
    code: z.string(),
    ...couponTermsSchema.shape,
    enabled: z.boolean(),
    state: z.enum(couponStates),
    used: count.meta({ description: 'Orders that it is taken for, paid or waiting' }),
    is_fixed: z.boolean().meta({ description: 'It was used: what it takes off, and of what, stays as it is' }),
    revision: z.int(),
    created_at: instant,
    updated_at: instant,
    waiting: count.meta({
      description: `Orders that wait for their payment with it; counted up to ${couponWaitingCounted}`,
    }),
    brought: z
      .strictObject({
        ...figures,
        discount_sellers: dollars.meta({ description: 'What of it the sellers bear' }),
        discount_operator: dollars.meta({ description: 'What of it the marketplace bears' }),
      })
      .meta({ description: 'Since it was made' }),
    days: z.array(dayFigures).meta({ description: 'The newest days, oldest first, today last' }),
    days_before: z.array(dayFigures).meta({ description: 'As many before them' }),
    newest: z
      .array(z.strictObject({ order_id: z.string(), paid_at: instant, total: dollars, discount: dollars }))
      .nullable()
      .meta({ description: 'The newest 20 orders that were paid; null for who may not read sales' }),
    history: z
      .array(
        z.strictObject({
          at: instant,
          action: z.string().meta({ example: 'coupon.changed' }),
          by: z.string().meta({ description: 'Who did it, as far as that is known' }),
          details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        }),
      )
      .meta({ description: 'From the audit log, the newest 50, newest first' }),
  })
  .meta({ id: 'StaffCoupon' });

export type CouponTerms = z.infer<typeof couponTermsSchema>;
export type MakeCoupon = z.infer<typeof makeCouponSchema>;
export type ChangeCoupon = z.infer<typeof changeCouponSchema>;
/** A coupon as the staff see it, with what it has brought. */
export type StaffCoupon = z.infer<typeof staffCouponSchema>;
