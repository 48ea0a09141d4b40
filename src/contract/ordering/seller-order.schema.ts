import { z } from 'zod';
import { selectedOptionSchema } from '../catalogue/product/selected-option.schema.ts';
import { lineDownloadsSchema } from '../goods/download.schema.ts';
import { goodsKinds } from '../goods/goods.schema.ts';
import { line } from '../text/text.schema.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars, whole cents', example: 12.5 });

/** Machine time of a refund, in minutes. */
export const refundedMinutes = z.int('must be whole minutes').min(1, 'must be a minute or more').max(100_000_000);

export const sellerOrderStates = ['to_deliver', 'delivered', 'refunded', 'on_hold'] as const;
export const refundReasonMaximum = 500;

const sellerOrderLineSchema = z.strictObject({
  line: z.int().meta({ description: 'Its number in the order' }),
  product_id: z.string(),
  product_name: z.string().meta({ description: 'As it was when it was ordered' }),
  product_version: z.int().nullable().meta({ description: 'Which approved version was bought' }),
  num: z.int().meta({ description: 'How many' }),
  machines: z.int().exactOptional().meta({
    description: 'How many machines at once, each for all of num, where these are several',
  }),
  unit_price: z.number().meta({ description: 'US dollars, exact to 6 decimals, as it was when it was ordered' }),
  price_unit: z.string().exactOptional().meta({ description: 'What one piece is' }),
  selected_options: z.array(selectedOptionSchema).exactOptional(),
  license: z.string().exactOptional().meta({ description: 'As it was accepted by ordering' }),
  paid: amount.meta({ description: 'For the line, after its discount' }),
  refunded: amount.meta({ description: 'What goes back of it, on its way or arrived' }),
  delivered_at: instant.nullable(),
  promised_at: instant.exactOptional().meta({
    description: 'Of what is delivered by hand: until when, as it was promised when it was ordered',
  }),
  downloads: lineDownloadsSchema.exactOptional().meta({ description: 'What the buyer has downloaded; of files alone' }),
  dispute_id: z.string().nullable().meta({ description: 'Of the newest dispute of the line' }),
  disputed: z.boolean().meta({ description: 'That dispute is open: its money waits' }),
  is_more_time: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'It has added time to a machine that was rented before' }),
  goods: z
    .array(z.enum(goodsKinds))
    .meta({ description: 'What the buyer gets without anybody doing anything; empty: it is delivered by hand' }),
  keys_missing: z.int().meta({ description: 'Keys that are paid and not there yet: the next that are loaded' }),
  access_waits_since: instant.nullable().meta({ description: 'Since when access is being set up; null: it is not' }),
  access_promised_at: instant.nullable().meta({ description: 'Of access that is being set up: until when' }),
});

export const sellerOrderSchema = z
  .strictObject({
    order_id: z.string(),
    paid_at: instant,
    state: z.enum(sellerOrderStates).meta({
      description:
        "Of the shop's lines. on_hold: the payment of the order is disputed or looked at; nothing is delivered or refunded meanwhile",
    }),
    buyer: z
      .strictObject({ name: z.string() })
      .nullable()
      .meta({ description: 'As the bill says it, or the account; null once the buyer has left' }),
    contact: z.string().nullable().meta({
      description: 'Where to deliver to, by hand: an e-mail address. Told with one order that has something to deliver',
    }),
    lines: z.array(sellerOrderLineSchema).meta({ description: "Those of the shop's own products, and no others" }),
  })
  .meta({ id: 'SellerOrder' });

const lineNumber = z.int('must be the number of a line').min(0, 'must be the number of a line').max(1_000);

export const deliverySchema = z
  .strictObject(
    { lines: z.array(lineNumber, 'must list numbers of lines').min(1, 'must name a line').max(100).optional() },
    'must be an object',
  )
  .meta({
    id: 'DeliveredLines',
    description: 'All that are not delivered and do not come by themselves, where none is named',
  });

export const sellerRefundSchema = z
  .strictObject(
    {
      lines: z
        .array(
          z.strictObject({
            line: lineNumber,
            amount: z
              .number('must be an amount')
              .positive('must be more than nothing')
              .max(100_000_000)
              .multipleOf(0.01, 'must be whole cents')
              .optional()
              .meta({ description: 'US dollars; all that is left of the line where it is not said' }),
            minutes: refundedMinutes.optional().meta({
              description: 'Machine time that goes with it, of what is left of the line; none where it is not said',
            }),
          }),
          'must list lines',
        )
        .min(1, 'must name a line')
        .max(100)
        .refine(
          (lines) => new Set(lines.map(({ line: number }) => number)).size === lines.length,
          'names a line twice',
        ),
      reason: line()
        .min(1, 'Say why: the buyer reads it')
        .max(refundReasonMaximum, `must be at most ${refundReasonMaximum} characters`),
    },
    'must be an object',
  )
  .meta({ id: 'SellerRefund' });

export const refundedOrderSchema = z
  .strictObject({
    amount,
    state: z
      .enum(['decided', 'pending', 'succeeded', 'failed'])
      .meta({ description: 'decided: the provider did not answer, and is asked again; pending: it works on it' }),
    failure: z.string().nullable(),
    order: sellerOrderSchema,
  })
  .meta({ id: 'SellerRefundAnswer' });
