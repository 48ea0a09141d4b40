// An order as the staff see it. The browser takes the types of it alone.
import { z } from 'zod';
import { selectedOptionSchema } from '../../catalogue/product/selected-option.schema.ts';
import { lineDownloadsSchema } from '../../goods/download.schema.ts';
import { goodsKinds } from '../../goods/goods.schema.ts';
import { askedAmount } from '../../money/amount/amount.schema.ts';
import { refundTargets } from '../../money/buyer-wallet-labels.ts';
import { writtenLines } from '../../text/text.schema.ts';
import { orderStatuses, paymentMethods, reviewReasons } from '../order.schema.ts';
import { refundedMinutes, refundReasonMaximum } from '../seller-order.schema.ts';
import { eventGroups, eventKinds, orderNoteMaximum, staffOrderActions } from './staff-order-terms.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars, whole cents', example: 12.5 });
const lineNumber = z.int('must be the number of a line').min(0, 'must be the number of a line').max(1_000);
const refundStates = ['decided', 'pending', 'succeeded', 'failed'] as const;
const named = z.strictObject({ name: z.string(), text: z.string() });

export const staffOrderLineSchema = z.strictObject({
  line: z.int(),
  product_id: z.string(),
  product_name: z.string().meta({ description: 'As it was when it was ordered' }),
  product_version: z.int().nullable(),
  selected_options: z.array(selectedOptionSchema),
  price_unit: z.string(),
  unit_price: z.number(),
  num: z.int(),
  machines: z.int().exactOptional().meta({
    description: 'How many machines at once, each for all of num, where these are several',
  }),
  amount,
  coupon: amount.meta({ description: 'What a coupon took off' }),
  tax: z.strictObject({ name: z.string(), percent: z.number(), amount }).nullable(),
  counted: z.boolean().meta({ description: 'Whether its items are counted in stock' }),
  license: z.string(),
  seller: z
    .strictObject({ seller_id: z.string(), name: z.string().nullable(), suspended: z.boolean() })
    .nullable()
    .meta({ description: "Null: the operator's own product" }),
  goods: z.array(z.enum(goodsKinds)).meta({ description: 'Empty: it is delivered by hand' }),
  delivered_at: instant.nullable(),
  given_back: z.boolean().meta({ description: 'All that was paid for it is with the buyer again' }),
  refunded: amount.meta({ description: 'What refunds that name it give back of it' }),
  left: amount.meta({ description: 'At most so much of it can be refunded' }),
  disputed: z.boolean(),
  release_at: instant.nullable().meta({ description: 'When its money is to come to its seller' }),
  released_at: instant.nullable().meta({ description: 'Since when it has' }),
  downloads: lineDownloadsSchema.nullable(),
  keys: z.strictObject({ given: z.int(), missing: z.int() }).nullable(),
  access: z
    .strictObject({ state: z.enum(['waiting', 'ready', 'withdrawn']), promised_at: instant.nullable() })
    .nullable(),
  hours: z.strictObject({ bought: z.int(), left: z.int() }).nullable().meta({ description: 'In minutes' }),
});

export const orderNoteSchema = z
  .strictObject({
    note_id: z.string(),
    written_by: z.string(),
    written_at: instant,
    text: z.string(),
    may_delete: z.boolean().meta({ description: 'Whether who asks may take it back now' }),
  })
  .meta({ id: 'OrderNote' });

export const staffOrderSchema = z
  .strictObject({
    order_id: z.string(),
    status: z.enum(orderStatuses),
    review_reason: z.enum(reviewReasons).nullable(),
    created_at: instant,
    expires_at: instant,
    paid_at: instant.nullable(),
    fulfilled_at: instant.nullable(),
    buyer: z
      .strictObject({ account_id: z.string().nullable(), email: z.string().nullable(), name: z.string() })
      .nullable()
      .meta({ description: 'Null once they have left' }),
    lines: z.array(staffOrderLineSchema),
    subtotal: amount,
    discount: amount,
    coupon: z
      .strictObject({ code: z.string(), operator: amount, sellers: amount })
      .nullable()
      .meta({ description: 'What of the discount the operator bears, and what the shops' }),
    total: amount,
    received: amount.nullable().meta({ description: 'What really came, where it is known' }),
    refunded: amount,
    refundable: amount,
    wallet: z.strictObject({ amount, returned: z.boolean() }).nullable().meta({ description: "The wallet's part" }),
    payment: z.strictObject({
      method: z.enum(paymentMethods),
      card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
      session: z.string().nullable(),
      payment: z.string().nullable().meta({ description: "The provider's id of it" }),
      pay_at: z.string().nullable().meta({ description: 'Where the buyer pays, while they have not' }),
    }),
    billing: z.array(named),
    invoiced_to: z.array(named),
    refunds: z.array(
      z.strictObject({
        refund_id: z.string(),
        created_at: instant,
        amount,
        state: z.enum(refundStates),
        to: z.enum(refundTargets),
        reason: z.string(),
        origin: z.enum(['shop', 'provider', 'dispute']),
        failure: z.string().nullable(),
        provider_id: z.string().nullable(),
      }),
    ),
    refund_targets: z
      .array(z.enum(refundTargets))
      .meta({ description: 'Where a refund can go; the first is where the buyer wants it' }),
    notes: z.array(orderNoteSchema).meta({ description: 'Newest first, at most 200' }),
    actions: z
      .array(
        z.strictObject({
          action: z.enum(staffOrderActions),
          why_not: z.string().nullable().meta({ description: 'Null: it can be done now, by who asks' }),
        }),
      )
      .meta({ description: 'Those that the role of who asks includes' }),
  })
  .meta({ id: 'StaffOrder', description: 'Everything that is known of an order' });

export const orderEventSchema = z
  .strictObject({
    id: z.string(),
    at: instant,
    planned: z.boolean().meta({ description: 'It has not happened yet' }),
    group: z.enum(eventGroups),
    kind: z.enum(eventKinds),
    title: z.string(),
    detail: z.string(),
    text: z.string().nullable().meta({ description: 'What somebody wrote' }),
    by: z.string().nullable().meta({ description: 'Who did it, where somebody did' }),
    staff_only: z.boolean(),
    transfer_id: z.int().nullable().meta({ description: 'Of the ledger; null for who may not read it' }),
    dispute_id: z.string().nullable(),
    thread_id: z.string().nullable().meta({ description: 'Of a conversation that was reported' }),
  })
  .meta({ id: 'OrderEvent' });

export const orderEventsSchema = z.array(orderEventSchema);

const extent = {
  of: z.enum(['order', 'lines', 'amount'], 'must be order, lines or amount').meta({
    description: 'All that is left of the order, lines of it, or an amount',
  }),
  lines: z
    .array(
      z.strictObject({
        line: lineNumber,
        amount: askedAmount.optional().meta({ description: 'All that is left of the line where it is not said' }),
        minutes: refundedMinutes.optional().meta({
          description: 'Machine time that goes with it, of what is left of the line; none where it is not said',
        }),
      }),
      'must list lines',
    )
    .max(100)
    .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'names a line twice')
    .optional(),
  amount: askedAmount.optional(),
  to: z.enum(refundTargets, 'must be card or wallet').optional().meta({
    description:
      'Where the buyer wants refunds to go, where it is not said. A shop whose wallets are closed pays back the way it was paid',
  }),
};

type Asked = { of: string; lines?: unknown[] | undefined; amount?: number | undefined };
const isWhole = ({ of, lines, amount: asked }: Asked) =>
  (of === 'lines') === (lines !== undefined && lines.length > 0) && (of === 'amount') === (asked !== undefined);
const whole = 'must name lines with of: lines, an amount with of: amount, and neither with of: order';

export const staffRefundAskedSchema = z
  .strictObject(extent, 'must be an object')
  .refine(isWhole, whole)
  .meta({ id: 'StaffRefundAsked' });

export const staffRefundSchema = z
  .strictObject(
    {
      ...extent,
      reason: writtenLines('must say why: the buyer reads it').max(
        refundReasonMaximum,
        `must be at most ${refundReasonMaximum} characters`,
      ),
      seen: z
        .string('must be the mark of a preview')
        .max(100, 'must be the mark of a preview')
        .meta({ description: 'From the preview that was confirmed' }),
    },
    'must be an object',
  )
  .refine(isWhole, whole)
  .meta({ id: 'StaffRefund' });

export const staffRefundPreviewSchema = z
  .strictObject({
    amount: amount.meta({ description: 'What the buyer gets' }),
    parts: z.array(z.strictObject({ to: z.enum(refundTargets), amount })),
    lines: z.array(
      z.strictObject({
        line: z.int(),
        product_name: z.string(),
        amount,
        released: z.boolean().meta({ description: 'Its money had come to its seller' }),
      }),
    ),
    bearers: z
      .array(
        z.strictObject({
          who: z.enum(['seller', 'own', 'fee', 'coupon', 'tax', 'loss', 'order']),
          seller: z.strictObject({ seller_id: z.string(), name: z.string() }).nullable(),
          amount: z.number().meta({ description: 'US dollars; below zero they bear it, above it comes back to them' }),
          from: z.enum(['held', 'balance']).meta({ description: 'Whether it had come to them' }),
          owed: amount.meta({ description: 'What of it their balance does not cover' }),
          rules: z.array(z.string()).meta({ description: 'By which fees' }),
        }),
      )
      .meta({ description: 'Together they are the amount, below zero' }),
    seen: z.string().meta({ description: 'To be sent with the refund: it is made only if it is still this' }),
  })
  .meta({ id: 'StaffRefundPreview' });

export const staffRefundAnswerSchema = z
  .strictObject({
    amount,
    state: z.enum(refundStates),
    failure: z.string().nullable().meta({ description: 'Why the provider refuses it: then no money has moved' }),
    order: staffOrderSchema,
  })
  .meta({ id: 'StaffRefundAnswer' });

export const fulfilSchema = z
  .strictObject(
    { all: z.boolean('must be true or false').default(false).meta({ description: 'Also what shops deliver' }) },
    'must be an object',
  )
  .meta({ id: 'FulfilOrder' });

export const fulfilledSchema = z
  .strictObject({
    waits_for: z.array(z.string()).meta({ description: 'Shops that have not delivered theirs' }),
    come_by_themselves: z
      .array(z.string())
      .meta({ description: 'Products that are delivered when their buyer has them' }),
    order: staffOrderSchema,
  })
  .meta({ id: 'FulfilledOrder' });

export const transferNotedSchema = z
  .strictObject(
    { late: z.boolean('must be true or false').default(false).meta({ description: 'At the price it was ordered at' }) },
    'must be an object',
  )
  .meta({ id: 'TransferNoted' });

export const newOrderNoteSchema = z
  .strictObject(
    {
      text: writtenLines('must not be empty').max(orderNoteMaximum, `must be at most ${orderNoteMaximum} characters`),
    },
    'must be an object',
  )
  .meta({ id: 'NewOrderNote' });
