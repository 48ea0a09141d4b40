// API answers about a shop's money.
import { z } from 'zod';
import { monthPattern, movementGroups, partNames, sideNames } from './wallet.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars, whole cents; below zero what was taken', example: 12.5 });
const count = z.int().nonnegative();

/** `month=2026-11`. */
export const monthSchema = z
  .string()
  .regex(monthPattern, 'must be a month such as 2026-11')
  .meta({ description: 'A month in UTC', example: '2026-11' });

const lineFields = {
  order_id: z.string(),
  line: z.int().meta({ description: 'Its number in the order' }),
  product_id: z.string(),
  product_name: z.string().meta({ description: 'As it was when it was ordered' }),
};

export const walletSchema = z
  .strictObject({
    balance: amount.meta({ description: 'What is the shop’s now' }),
    waiting: z
      .strictObject({
        amount,
        sales: count,
        next_at: instant.nullable(),
        lines: z.array(
          z.strictObject({
            ...lineFields,
            delivered_at: instant.nullable(),
            release_at: instant,
            disputed: z.boolean().meta({ description: 'It waits for the end of a dispute, whatever its day' }),
            amount,
          }),
        ),
      })
      .meta({ description: 'Delivered, and still held; the lines that come first, with when they come' }),
    undelivered: z
      .strictObject({ amount, sales: count })
      .meta({ description: 'Paid, and not delivered yet: after fees, as things are' }),
    reserve: amount,
    in_transit: amount.meta({ description: 'Sent to the bank, not confirmed yet' }),
    owed: z
      .strictObject({
        amount,
        lines: z.array(
          z.strictObject({
            at: instant,
            kind: z.string(),
            amount,
            balance: amount,
            order_id: z.string().nullable(),
            product_id: z.string().nullable(),
            product_name: z.string().nullable(),
            reason: z.string().nullable(),
          }),
        ),
      })
      .meta({ description: 'What refunds took beyond the balance, newest first, since nothing was owed' }),
  })
  .meta({ id: 'Wallet' });
export type Wallet = z.infer<typeof walletSchema>;

const partSchema = z.strictObject({
  part: z.enum(partNames),
  amount,
  /** Amount that a percentage is of. */
  of: amount.nullable(),
  percent: z.number().nullable(),
  rule: z.string().nullable(),
});

const sideSchema = z.strictObject({ side: z.enum(sideNames), amount });

export const movementSchema = z
  .strictObject({
    number: z.int().meta({ description: 'Of the movement, 1 for the first of the shop' }),
    at: instant,
    kind: z.string().meta({ description: 'Of the ledger transfer, such as release, refund, netting, payout' }),
    group: z.enum(movementGroups),
    amount,
    balance: amount.meta({ description: 'After it' }),
    transfer: z.int().meta({ description: 'Its number in the ledger' }),
    order_id: z.string().nullable(),
    line: z.int().nullable(),
    product_id: z.string().nullable(),
    product_name: z.string().nullable(),
    payout_id: z.string().nullable(),
    rule: z
      .strictObject({ name: z.string(), percent: z.number(), fixed: amount })
      .nullable()
      .meta({ description: 'The fee rule, as it was when it was sold' }),
    reason: z.string().nullable(),
    parts: z.array(partSchema).meta({ description: 'They sum to the amount' }),
    from: z.array(sideSchema).meta({ description: 'Whose money it was; sums to the same as `to`' }),
    to: z.array(sideSchema),
    sold: z
      .strictObject({
        quantity: z.int(),
        machines: z.int().exactOptional().meta({ description: 'How many machines at once, where these are several' }),
        product_version: z.int().nullable(),
        options: z.string(),
        coupon: z.string().nullable(),
        coupon_total: amount,
        ordered_at: instant,
        paid_at: instant.nullable(),
        delivered_at: instant.nullable(),
        released_at: instant.nullable(),
      })
      .nullable()
      .meta({ description: 'Of the order line that it is about' }),
    debts: z
      .array(
        z.strictObject({
          order_id: z.string().nullable(),
          product_name: z.string().nullable(),
          reason: z.string().nullable(),
          amount,
        }),
      )
      .meta({ description: 'Where it pays what was owed: what that came from' }),
  })
  .meta({ id: 'WalletMovement' });
export type Movement = z.infer<typeof movementSchema>;
export type MovementPart = Movement['parts'][number];

export const walletMonthSchema = z
  .strictObject({ month: monthSchema, opening: amount, closing: amount, movements: count })
  .meta({ id: 'WalletMonth' });
export type WalletMonth = z.infer<typeof walletMonthSchema>;

export const walletMonthSumSchema = walletMonthSchema
  .extend({ groups: z.array(z.strictObject({ group: z.enum(movementGroups), movements: count, amount })) })
  .meta({ id: 'WalletMonthSum', description: 'opening + the sums of groups = closing' });
export type WalletMonthSum = z.infer<typeof walletMonthSumSchema>;
