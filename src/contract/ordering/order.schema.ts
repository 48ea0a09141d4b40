import { z } from 'zod';
import { acceptedLicenseSchema } from '../catalogue/license.schema.ts';
import { selectedOptionSchema } from '../catalogue/product/selected-option.schema.ts';
import { goodsKinds } from '../goods/goods.schema.ts';
import { refundTargets } from '../money/buyer-wallet-labels.ts';
import { bankSchema } from '../store.schema.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars, whole cents', example: 12.5 });

const percent = z.number().meta({ example: 19 });

export const orderStatuses = ['pending', 'paid', 'fulfilled', 'cancelled', 'expired', 'refunded', 'in_review'] as const;
/** Why an order is in review: another amount was paid than it costs, or its payment is disputed at the bank. */
export const reviewReasons = ['amount', 'dispute'] as const;
export const paymentMethods = ['card', 'transfer', 'check'] as const;

const orderProductSchema = z.strictObject({
  product_id: z.string(),
  product_name: z.string().meta({ description: 'As it was when it was ordered' }),
  product_img: z.string().exactOptional().meta({ description: 'As it is now; left out once it is not sold any more' }),
  num: z.int().meta({ description: 'How many' }),
  machines: z.int().exactOptional().meta({
    description: 'How many machines at once, each for all of num, where these are several',
  }),
  extends: z.string().exactOptional().meta({
    description: 'Library item of the machine that it is more time for; left out where it is something of its own',
  }),
  unit_price: z.number().meta({ description: 'US dollars, exact to 6 decimals, as it was when it was ordered' }),
  amount: amount.meta({ description: 'Of the line, before the discount' }),
  selected_options: z.array(selectedOptionSchema).exactOptional(),
  price_unit: z.string().exactOptional().meta({ description: 'What one piece is, as it was when it was ordered' }),
  license: z.string().exactOptional().meta({ description: 'As it was accepted by ordering', example: 'CC-BY-4.0' }),
  goods: z.array(z.enum(goodsKinds)).exactOptional().meta({
    description: 'What /profile/library has of it; left out where it is delivered by hand',
  }),
  license_texts: z.array(acceptedLicenseSchema).exactOptional().meta({ description: 'Each license of it' }),
  version: z.int().exactOptional().meta({
    description: 'Which approved version was bought, where versions are kept: /order/{id}/line/{line}/version shows it',
  }),
  seller: z
    .strictObject({ name: z.string(), address: z.string() })
    .exactOptional()
    .meta({ description: "The shop that sold it; the operator's own products name none" }),
  delivered_at: instant.exactOptional().meta({ description: 'Where the line was delivered by itself' }),
  access_until: instant.exactOptional().meta({ description: 'Until when access works, where a time was bought' }),
  refunded: amount.exactOptional().meta({
    description: 'What goes back for this line, on its way or arrived: by itself, or with all of its order',
  }),
  all_refunded: z
    .boolean()
    .exactOptional()
    .meta({ description: 'All that was paid for it goes back, or has: nothing of it can be had any more' }),
  tax: z
    .strictObject({ name: z.string().meta({ example: 'VAT' }), percent, amount })
    .exactOptional()
    .meta({ description: 'The tax that is in what was paid for the line; left out where there is none' }),
});

export const orderSchema = z
  .strictObject({
    order_id: z.string(),
    create_time: instant,
    order_status: z.enum(orderStatuses),
    review_reason: z.enum(reviewReasons).nullable().meta({ description: 'Why the order is in review' }),
    products: z.array(orderProductSchema),
    subtotal: amount,
    discount: amount,
    coupon: z.string().nullable(),
    total: amount,
    taxes: z
      .array(z.strictObject({ name: z.string().meta({ example: 'VAT' }), percent, net: amount, amount, gross: amount }))
      .exactOptional()
      .meta({ description: 'The taxes in the total, by rate; left out where there are none' }),
    tax_number: z
      .string()
      .exactOptional()
      .meta({ description: "Of the buyer's business, as it was given with the order", example: 'DE123456789' }),
    refunded: amount,
    refunding: amount.meta({ description: 'Decided and on its way, not there yet' }),
    refunds: z.array(
      z.strictObject({
        create_time: instant,
        amount,
        reason: z.string().meta({ description: 'May be empty' }),
        to: z
          .enum(refundTargets)
          .meta({ description: "Where it went: to where it was paid from, or to the buyer's wallet" }),
      }),
    ),
    payment_method: z.enum(paymentMethods),
    wallet_amount: amount
      .exactOptional()
      .meta({ description: "What of the total is paid from the buyer's wallet; left out where nothing is" }),
    card: z
      .strictObject({ brand: z.string().meta({ example: 'visa' }), last4: z.string() })
      .nullable()
      .meta({ description: 'What a paid order was paid with, once the payment provider has told it' }),
    paid_at: instant.nullable(),
    expires_at: instant.nullable().meta({ description: 'Until when a pending order holds its items' }),
    bank: bankSchema
      .nullable()
      .meta({ description: 'Where a pending order can still be paid by transfer, with its id as the reference' }),
    checkout_url: z.string().nullable().meta({ description: 'Where a pending order can still be paid by card' }),
  })
  .meta({ id: 'Order' });
