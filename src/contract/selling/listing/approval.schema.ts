import { z } from 'zod';
import { lines } from '../../text/text.schema.ts';
import { sellerStates } from '../seller.ts';
import { reasonMaximum, waitingCounted } from './approval-limits.ts';
import { differenceSchema } from './difference.schema.ts';

/** An application of a seller, a new product, or a change of one that is on sale. */
export const approvalKinds = ['application', 'product', 'change'] as const;

/** `withdrawn`: by the seller; `replaced`: by a newer change. */
export const approvalStates = ['waiting', 'approved', 'returned', 'withdrawn', 'replaced'] as const;

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });

const summaryFields = {
  approval_id: z.string(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  title: z.string().meta({ description: 'The name of the shop or of the product' }),
  submitted_at: instant.meta({ description: 'Since when it waits' }),
  decided_at: instant.nullable(),
  own: z.boolean().meta({ description: "Of a shop of the caller's own: somebody else decides" }),
};

export const approvalSummarySchema = z
  .strictObject({
    ...summaryFields,
    seller_name: z.string(),
    country: z.string().meta({ description: 'Of an application; otherwise empty' }),
    picture: z.string().nullable().meta({ description: 'Of the product; null for an application' }),
  })
  .meta({ id: 'ApprovalSummary' });

const waitingCount = z.int().min(0).max(waitingCounted);

export const approvalListSchema = z
  .strictObject({
    items: z.array(approvalSummarySchema),
    waiting: z
      .strictObject({ application: waitingCount, product: waitingCount, change: waitingCount })
      .meta({ description: `How many wait of each kind; more than ${waitingCounted} are not counted` }),
    next: z.string().nullable().meta({ description: 'For the parameter after; null at the end' }),
  })
  .meta({ id: 'ApprovalList' });

const note = z
  .strictObject({
    kind: z.enum(['good', 'warning', 'neutral']),
    text: z.string().meta({ example: 'License known: CC-BY-4.0' }),
  })
  .meta({ id: 'ApprovalNote' });

export const approvalSchema = z
  .strictObject({
    ...summaryFields,
    subject_id: z.string().meta({ description: 'Of an application the seller, otherwise the product' }),
    seller: z.strictObject({
      seller_id: z.string(),
      name: z.string().nullable(),
      address: z.string().nullable(),
      state: z.enum(sellerStates),
    }),
    reason: z.string().meta({ description: 'Why it was returned' }),
    base_version: z.int().nullable().meta({ description: 'The version that it was written against' }),
    on_sale_version: z.int().nullable().meta({ description: 'What stands on sale now, and is compared' }),
    base_is_older: z.boolean().meta({ description: 'Another version has come on sale since it was written' }),
    notes: z.array(note),
    difference: differenceSchema,
    content: z.record(z.string(), z.unknown()).meta({ description: 'What is asked for, whole' }),
  })
  .meta({ id: 'Approval' });

/** Why something is sent back or hidden; the seller reads it. */
export const reasonSchema = z
  .strictObject({
    reason: lines()
      .min(1, 'must say why')
      .max(reasonMaximum, `must have at most ${reasonMaximum.toLocaleString('en')} characters`),
  })
  .meta({ id: 'Reason' });

export const decidedSchema = z
  .strictObject({ approval_id: z.string(), state: z.enum(approvalStates) })
  .meta({ id: 'DecidedApproval' });

export const hiddenSchema = z
  .strictObject({ product_id: z.string(), is_hidden: z.boolean() })
  .meta({ id: 'HiddenListing' });
