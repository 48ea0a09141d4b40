// API answers to the staff about the ledger.
import { z } from 'zod';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars, whole cents; below zero what went out', example: -12.5 });
const accountId = z.string().meta({ example: 'seller:1234:available' });
const subject = {
  about: z.string().nullable().meta({ description: 'The order or payout that it is about' }),
  item: z.string().nullable().meta({ description: 'The product of it' }),
};

export const ledgerAccountSchema = z
  .strictObject({
    account_id: accountId,
    kind: z.string().meta({ example: 'seller_available' }),
    balance: amount.meta({ description: 'Above zero somebody has a right to it' }),
    last_at: instant.nullable().meta({ description: 'When its newest entry was; null without any' }),
  })
  .meta({ id: 'LedgerAccount' });
export type LedgerAccount = z.infer<typeof ledgerAccountSchema>;

const ledgerEntrySchema = z
  .strictObject({
    version: z.int().meta({ description: 'Its number in its account: 1, 2, 3...' }),
    transfer_id: z.int(),
    at: instant,
    kind: z.string().meta({ example: 'release' }),
    amount,
    balance: amount.meta({ description: 'Of the account, after it' }),
    ...subject,
    reason: z.string().nullable(),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const ledgerAccountPageSchema = ledgerAccountSchema
  .extend({
    entries: z.array(ledgerEntrySchema),
    next: z.string().nullable().meta({ description: 'To be sent as after for the older ones; null: there are none' }),
  })
  .meta({ id: 'LedgerAccountPage' });
export type LedgerAccountPage = z.infer<typeof ledgerAccountPageSchema>;

export const ledgerTransferSchema = z
  .strictObject({
    transfer_id: z.int(),
    key: z.string().meta({ description: 'What it was written for; the same is written once', example: 'capture 1042' }),
    kind: z.string(),
    at: instant,
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .meta({ description: 'Why, by which rule and rate, as written: names that end in _cents are whole cents' }),
    entries: z
      .array(z.strictObject({ account_id: accountId, amount, ...subject }))
      .meta({ description: 'Their amounts sum to zero' }),
  })
  .meta({ id: 'LedgerTransfer' });
export type LedgerTransfer = z.infer<typeof ledgerTransferSchema>;
