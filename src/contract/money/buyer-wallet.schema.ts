// API requests and answers about a buyer's own money with the shop.
import { z } from 'zod';
import { askedAmount } from './amount/amount.schema.ts';
import { payInStates, refundTargets, withdrawalStates } from './buyer-wallet-labels.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars, whole cents', example: 12.5 });
const requestKey = z
  .string('must be a key of your own')
  .min(8, 'must have at least 8 characters')
  .max(100, 'must be at most 100 characters')
  .regex(/^[\x20-\x7e]*$/, 'must be of letters, digits and signs')
  .meta({ description: 'The same key is the same request, however often it is sent' });

export const buyerWalletSchema = z
  .strictObject({
    is_open: z
      .boolean()
      .meta({ description: 'Whether the shop takes money for it; where not, what is in it can be taken back' }),
    balance: amount,
    most: amount.meta({ description: 'The most that may be in it' }),
    room: amount.meta({
      description: 'What can still be paid in, beside what is being paid in on pages that are open',
    }),
    can_withdraw: amount.meta({ description: 'What of it can go back to the cards that it was paid in from' }),
    monthly_limit: amount.nullable().meta({ description: 'The most that may be paid from it in a month of UTC' }),
    spent_this_month: amount,
    refunds_to: z.enum(refundTargets).meta({
      description:
        'Where refunds go: back to where was paid from, or at once to the wallet, where they can be spent and not withdrawn',
    }),
  })
  .meta({ id: 'BuyerWallet' });

export const buyerWalletSettingsSchema = z
  .strictObject({ monthly_limit: askedAmount.nullable(), refunds_to: z.enum(refundTargets) }, 'must be an object')
  .meta({ id: 'BuyerWalletSettings' });

export const buyerWalletMovementSchema = z
  .strictObject({
    movement_id: z.string(),
    at: instant,
    kind: z.string().meta({ example: 'pay_in' }),
    amount: z.number().meta({ description: 'US dollars, whole cents; below zero what was taken', example: -12.5 }),
    balance: amount.meta({ description: 'After it' }),
    order_id: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'BuyerWalletMovement' });

export const payInRequestSchema = z
  .strictObject({ amount: askedAmount, request_key: requestKey }, 'must be an object')
  .meta({ id: 'PayInRequest' });

export const payInSchema = z
  .strictObject({
    pay_in_id: z.string(),
    amount,
    state: z.enum(payInStates),
    created_at: instant,
    checkout_url: z.string().nullable().meta({ description: 'Where an open one is paid by card' }),
  })
  .meta({ id: 'PayIn' });

export const withdrawalRequestSchema = z
  .strictObject({ amount: askedAmount, request_key: requestKey }, 'must be an object')
  .meta({ id: 'WithdrawalRequest' });

export const withdrawalSchema = z
  .strictObject({
    amount,
    state: z.enum(withdrawalStates).meta({ description: 'Of all cards that it goes to, the least far' }),
  })
  .meta({ id: 'Withdrawal' });
