import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { z } from 'zod';
import { countrySchema } from '../country.schema.ts';
import { line } from '../text/text.schema.ts';
import { askedAmount } from './amount/amount.schema.ts';
import { isRoutingNumber } from './amount/bank.ts';
import {
  batchMaximum,
  batchStates,
  lastPayoutDay,
  payoutGroups,
  payoutMethods,
  payoutMinimum,
  payoutReasonMaximum,
  payoutReasonMinimum,
  payoutSchedules,
  payoutStates,
  payoutSteps,
} from './payout.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars, whole cents', example: 12.5 });

const digits = (text: string) => text.replace(/[\s-]/g, '');

const holder = line()
  .min(2, 'must say whose account it is, as the bank knows them')
  .max(70, 'must be at most 70 characters');
/** Where its holder is: banks ask for both in transfers. Accounts of before have neither. */
const address = {
  town: line().max(35, 'must be at most 35 characters').exactOptional(),
  country: countrySchema.exactOptional(),
};
const bic = z
  .string('must be a BIC')
  .max(30, 'must be a BIC')
  .overwrite((text) => digits(text).toUpperCase())
  .refine(isValidBIC, 'must be a BIC, such as DEUTDEFF')
  .exactOptional();

/** An account as its holder types it. */
export const bankAccountSchema = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('iban'),
        holder,
        iban: z
          .string('must be an IBAN')
          .max(60, 'must be an IBAN')
          .overwrite((text) => electronicFormatIBAN(text) ?? '')
          .refine(isValidIBAN, 'must be an IBAN with the right check digits: look at it once more'),
        bic,
        ...address,
      }),
      z.strictObject({
        kind: z.literal('us'),
        holder,
        routing_number: z
          .string('must be a routing number')
          .max(30, 'must be a routing number')
          .overwrite(digits)
          .refine(isRoutingNumber, 'must be a routing number of nine digits: one of them is wrong'),
        account_number: z
          .string('must be an account number')
          .max(40, 'must be an account number')
          .overwrite(digits)
          .refine((text) => /^\d{4,17}$/.test(text), 'must be an account number of 4 to 17 digits'),
        ...address,
      }),
    ],
    'must be an account with an IBAN, or an American one with a routing number',
  )
  .meta({ id: 'BankAccount' });
export type PayoutBankAccount = z.infer<typeof bankAccountSchema>;

export const putPayoutSettingsSchema = z
  .strictObject(
    {
      method: z.enum(payoutMethods, `must be one of ${payoutMethods.join(', ')}`),
      schedule: z.enum(payoutSchedules, `must be one of ${payoutSchedules.join(', ')}`),
      day: z
        .int('must be a day')
        .min(1, 'must be a day')
        .max(lastPayoutDay, `must be a day until the ${lastPayoutDay}th, which every month has`)
        .nullable()
        .meta({ description: 'Of the week, Monday is 1; or of the month; null without a schedule' }),
      minimum: askedAmount
        .min(payoutMinimum.least, `must be at least $${payoutMinimum.least}`)
        .max(payoutMinimum.most, `must be at most $${payoutMinimum.most}`),
      bank_account: bankAccountSchema.exactOptional().meta({ description: 'Left out: it stays as it is' }),
    },
    'must be an object',
  )
  .refine(({ schedule, day }) => (schedule === 'none') === (day === null), {
    path: ['day'],
    error: 'must be said with a schedule, and null without',
  })
  .refine(({ schedule, day }) => schedule !== 'weekly' || (day ?? 1) <= 7, {
    path: ['day'],
    error: 'of a week must be 1 (Monday) to 7 (Sunday)',
  })
  .meta({ id: 'PutPayoutSettings' });
export type PutPayoutSettings = z.infer<typeof putPayoutSettingsSchema>;

export const payoutSettingsSchema = z
  .strictObject({
    method: z.enum(payoutMethods).nullable().meta({ description: 'null: nobody has said where money goes to' }),
    schedule: z.enum(payoutSchedules),
    day: z.int().nullable(),
    minimum: amount,
    next_payout_at: instant.nullable(),
    bank_account: z
      .strictObject({ last4: z.string(), changed_at: instant })
      .nullable()
      .meta({ description: 'Of the account that was typed, its last four characters' }),
    connect: z
      .strictObject({
        ready: z.boolean(),
        missing: z.array(z.string()).meta({ description: 'What Stripe still asks for' }),
      })
      .nullable()
      .meta({ description: 'The account at Stripe; null: there is none' }),
    connect_offered: z.boolean().meta({ description: 'Whether this shop pays out by Stripe' }),
    available: amount.meta({ description: 'What could be paid out now' }),
    owed: amount.meta({ description: 'What is owed for refunds: nothing is paid out meanwhile' }),
    waits_until: instant
      .nullable()
      .meta({ description: 'Until when payouts wait because their account was changed; null: they do not' }),
    may_confirm: z
      .boolean()
      .meta({ description: 'Whether whoever reads this can confirm the account, so that payouts wait no longer' }),
    changed_at: instant
      .nullable()
      .meta({ description: 'When money was last sent to another account than before: whoever confirms it says this' }),
    hindrance: z.string().nullable().meta({ description: 'Why nothing can be paid out now; null: it can' }),
  })
  .meta({ id: 'PayoutSettings' });
export type PayoutSettings = z.infer<typeof payoutSettingsSchema>;

export const payoutAccountSchema = z
  .strictObject({
    method: z.enum(payoutMethods).nullable().meta({ description: 'null: nobody has said where the money goes to' }),
    last4: z.string().nullable().meta({ description: 'Of a bank account, its last four characters' }),
    changed_at: instant
      .nullable()
      .meta({ description: 'When the account was last replaced by another one: whoever confirms it says this' }),
    waits_until: instant
      .nullable()
      .meta({ description: 'Until when payouts wait because the account was changed; null: they do not' }),
  })
  .meta({ id: 'PayoutAccount', description: 'Where the money of a shop goes to' });
export type PayoutAccount = z.infer<typeof payoutAccountSchema>;

export const confirmAccountSchema = z
  .strictObject(
    {
      changed_at: z.iso.datetime('must be the changed_at of the account that was looked at').meta({
        description: '`changed_at` as it was read with the account: another account since then is not confirmed',
      }),
    },
    'must be an object',
  )
  .meta({ id: 'ConfirmPayoutAccount' });

export const requestPayoutSchema = z
  .strictObject(
    { amount: askedAmount.exactOptional().meta({ description: 'Left out: all that is available' }) },
    'must be an object',
  )
  .meta({ id: 'RequestPayout' });

export const payoutSchema = z
  .strictObject({
    payout_id: z.string(),
    amount,
    state: z.enum(payoutStates).meta({
      description:
        'failed: it has not arrived. returned: it had arrived, and the bank has sent it back. Both are in the balance again',
    }),
    method: z.enum(payoutMethods),
    last4: z.string().nullable().meta({ description: 'Of the bank account' }),
    reference: z.string().meta({ description: 'As the bank statement names it' }),
    failure: z.string().nullable().meta({ description: 'Why it has failed or come back' }),
    hold: z.string().nullable().meta({ description: 'Why it waits for a decision of the marketplace' }),
    by_schedule: z.boolean(),
    create_time: instant,
    sent_at: instant.nullable(),
    paid_at: instant.nullable(),
    ended_at: instant.nullable().meta({ description: 'When it failed or came back' }),
    stuck_since: instant.nullable().meta({
      description: 'Since when it is known not to arrive, and Stripe does not give the money back; it is tried again',
    }),
  })
  .meta({ id: 'Payout' });
export type Payout = z.infer<typeof payoutSchema>;

export const payoutsSchema = z.array(payoutSchema);

const payoutLineSchema = z
  .strictObject({
    at: instant,
    kind: z.string().meta({ description: 'Of the movement, such as release or refund' }),
    name: z.string().nullable().meta({ description: 'Of the product' }),
    order_id: z.string().nullable(),
    line: z.int().nullable().meta({ description: 'Its number in the order' }),
    price: amount.nullable().meta({ description: 'What it is counted from; below zero: it went back' }),
    fee: amount.nullable().meta({ description: 'Below zero: kept; above: returned' }),
    tax: amount.nullable().meta({ description: 'Below zero: kept for the tax office' }),
    fee_rule: z.string().nullable(),
    fee_rate_bp: z.int().nullable().meta({ description: 'Hundredths of a percent' }),
    fee_fixed: amount.nullable(),
    reason: z.string().nullable(),
    payout_id: z.string().nullable().meta({ description: 'Of a payout that came back' }),
    owed_for: z.array(z.string()).meta({ description: 'Where it pays what was owed: the orders that it was owed for' }),
    amount: amount.meta({ description: 'What of it is the seller’s' }),
  })
  .meta({ id: 'PayoutLine' });
export type PayoutLine = z.infer<typeof payoutLineSchema>;

export const payoutLinesSchema = z.array(payoutLineSchema);

const carriedFrom = z.array(z.string()).meta({ description: 'The payouts whose lines the opening is from' });

export const payoutDetailSchema = payoutSchema
  .extend({
    opening: amount.meta({ description: 'What the payout before it has left' }),
    carried_from: carriedFrom,
    line_count: z.int(),
    lines_sum: amount,
    groups: z
      .array(z.strictObject({ group: z.enum(payoutGroups), amount }))
      .meta({ description: 'What the lines come to. opening + the groups - left = the amount of the payout' }),
    left: amount.meta({ description: 'opening + lines_sum - amount' }),
    came_back: z
      .array(
        z.strictObject({
          payout_id: z.string(),
          opening: amount,
          carried_from: carriedFrom,
          lines: payoutLinesSchema.meta({ description: 'The first of them; the payout itself has all' }),
        }),
      )
      .meta({ description: 'Of payouts that came back into this one, or into one of those: what they were made of' }),
  })
  .meta({ id: 'PayoutDetail' });
export type PayoutDetail = z.infer<typeof payoutDetailSchema>;

const staffOnly = {
  seller_id: z.string(),
  seller_name: z.string().nullable(),
  batch_id: z.string().nullable(),
  transfer: z.string().nullable().meta({ description: 'At Stripe' }),
  stuck_because: z.string().nullable().meta({ description: 'Why Stripe does not give the money back' }),
  steps: z.array(z.enum(payoutSteps)).meta({ description: 'What the staff can do with it now' }),
};

export const staffPayoutSchema = payoutSchema.extend(staffOnly).meta({ id: 'StaffPayout' });
export type StaffPayout = z.infer<typeof staffPayoutSchema>;

const payoutEventSchema = z.strictObject({
  entry_id: z.int().meta({ description: 'In the audit log' }),
  at: instant,
  action: z.string(),
  by: z.string().meta({ description: 'Who, by name' }),
  reason: z.string().nullable(),
  batch_id: z.string().nullable(),
});
export type PayoutEvent = z.infer<typeof payoutEventSchema>;

export const staffPayoutDetailSchema = payoutDetailSchema
  .extend({
    ...staffOnly,
    provider_payout: z.string().nullable().meta({ description: 'At Stripe, to the bank' }),
    retry_of: z.string().nullable().meta({ description: 'The payout that came back and is paid anew by this one' }),
    retried_as: z.string().nullable().meta({ description: 'The payout that pays this one anew' }),
    batch: z
      .strictObject({ batch_id: z.string(), create_time: instant, sent_at: instant.nullable() })
      .nullable()
      .meta({ description: 'The bank file that it is in' }),
    history: z.array(payoutEventSchema).meta({ description: 'What was done, newest first' }),
  })
  .meta({ id: 'StaffPayoutDetail' });
export type StaffPayoutDetail = z.infer<typeof staffPayoutDetailSchema>;

export const payoutReasonSchema = z
  .strictObject(
    {
      reason: line()
        .min(payoutReasonMinimum, `must say why, in at least ${payoutReasonMinimum} characters`)
        .max(payoutReasonMaximum, `must be at most ${payoutReasonMaximum} characters`),
    },
    'must be an object',
  )
  .meta({ id: 'PayoutReason' });

export const makeBatchSchema = z
  .strictObject(
    {
      payouts: z
        .array(z.string('must be ids of payouts').max(40), 'must list ids of payouts')
        .min(1, 'must name a payout')
        .max(batchMaximum, `must be at most ${batchMaximum}`),
    },
    'must be an object',
  )
  .meta({ id: 'MakePayoutBatch' });

export const payoutBatchSchema = z
  .strictObject({
    batch_id: z.string(),
    create_time: instant,
    sent_at: instant.nullable().meta({ description: 'When somebody said that the bank has it' }),
    payouts: z.int(),
    state: z.enum(batchStates).meta({ description: 'What became of its payouts' }),
    open: z.int().meta({ description: 'Of which nobody has said yet what became of them' }),
    failed: z.int().meta({ description: 'That have failed or come back' }),
    amount,
  })
  .meta({ id: 'PayoutBatch' });
export type PayoutBatch = z.infer<typeof payoutBatchSchema>;
export const payoutBatchesSchema = z.array(payoutBatchSchema);

export const connectLinkSchema = z
  .strictObject({ url: z.string().meta({ description: 'Where Stripe asks what it has to know' }) })
  .meta({ id: 'ConnectLink' });
