// API answers to the staff about the reconciliation with the payment provider.
import { z } from 'zod';
import { writtenLines } from '../text/text.schema.ts';
import {
  balanceParts,
  closeReasonMaximum,
  closeReasonMinimum,
  explanations,
  providerTransactionStates,
} from './reconciliation.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars; below zero it left the provider', example: -12.5 });
const closing = {
  closed_at: instant.nullable(),
  closed_by: z.string().nullable().meta({ description: 'By name' }),
  close_reason: z.string(),
};

const providerTransactionSchema = z
  .strictObject({
    transaction_id: z.string().meta({ description: "The provider's", example: 'txn_1' }),
    type: z.string().meta({ description: "In the provider's words", example: 'charge' }),
    reporting_category: z.string(),
    currency: z.string().meta({ example: 'usd' }),
    amount: amount.meta({ description: 'Before the fee, in the smallest unit of its currency divided by 100' }),
    fee: amount,
    net: amount,
    source: z.string().nullable().meta({ description: 'What it is of, at the provider' }),
    created_at: instant,
    available_on: instant,
    order_id: z.string().nullable(),
    payout_id: z.string().nullable().meta({ description: 'The payout to a shop that it is of' }),
    state: z.enum(providerTransactionStates),
    explanation: z.enum(explanations).nullable().meta({ description: 'Why it needs no posting, or has it' }),
    transfer_id: z.int().nullable().meta({ description: 'Of the ledger, with which it is compared' }),
    difference: amount.meta({ description: 'What of the amount nothing explains' }),
    ...closing,
  })
  .meta({ id: 'ProviderTransaction' });
export type ReportedTransaction = z.infer<typeof providerTransactionSchema>;
export const providerTransactionsSchema = z.array(providerTransactionSchema);

const missingPostingSchema = z
  .strictObject({
    transfer_id: z.int(),
    kind: z.string().meta({ description: 'Of the ledger transfer', example: 'capture' }),
    about: z.string().nullable().meta({ description: 'The order or payout that it is about' }),
    amount,
    at: instant,
    ...closing,
  })
  .meta({ id: 'MissingPosting', description: 'A transfer of ours that the provider has no transaction of' });
export type ReportedMissing = z.infer<typeof missingPostingSchema>;
export const missingPostingsSchema = z.array(missingPostingSchema);

const counted = z.strictObject({ count: z.int(), amount });

export const reconciliationSchema = z
  .strictObject({
    fetched_at: instant.nullable().meta({ description: 'Everything that the provider made until then is here' }),
    is_reading: z.boolean().meta({ description: 'A part of its list is still to be read' }),
    failed_at: instant.nullable(),
    failure: z.string(),
    matched: counted,
    open: counted.meta({ description: 'Transactions that nothing explains yet, with their differences' }),
    missing: counted.meta({ description: 'Postings that are missing at the provider' }),
    closed: counted.meta({ description: 'Both, where the staff have said why' }),
    types: z.array(z.string()).meta({ description: 'Those that the list has' }),
    balance: z
      .strictObject({
        available: amount,
        pending: amount,
        reserved: amount,
        ours: amount.meta({ description: 'What the provider has of ours by the ledger' }),
        difference: amount,
        parts: z.array(z.strictObject({ part: z.enum(balanceParts), amount })),
      })
      .nullable()
      .meta({ description: 'Null where the provider cannot be asked. The parts sum to the difference' }),
  })
  .meta({ id: 'Reconciliation' });
export type Reconciliation = z.infer<typeof reconciliationSchema>;

export const closeReasonSchema = z
  .strictObject(
    {
      reason: writtenLines('must say why')
        .min(closeReasonMinimum, `must be at least ${closeReasonMinimum} characters`)
        .max(closeReasonMaximum, `must be at most ${closeReasonMaximum} characters`),
    },
    'must be an object',
  )
  .meta({ id: 'CloseReason' });
