import { z } from 'zod';
import { writtenLines } from '../text/text.schema.ts';
import {
  cardDisputeStates,
  disputeDecisions,
  disputeReasonMaximum,
  disputeSides,
  disputeTextMaximum,
  lineDisputeReasons,
  lineDisputeStates,
} from './dispute-terms.ts';
import { refundedMinutes } from './seller-order.schema.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars, whole cents', example: 12.5 });
const seller = z
  .strictObject({ name: z.string(), address: z.string() })
  .nullable()
  .meta({ description: "Null: the operator's own product, or several shops' products" });
const product = z
  .strictObject({ line: z.int(), product_id: z.string(), product_name: z.string() })
  .nullable()
  .meta({ description: 'Null: the whole payment' });
const state = z.enum([...lineDisputeStates, 'won', 'lost']).meta({
  description: 'won and lost, as the seller sees it, are those of a card payment, which the bank decides',
});

const disputeSchema = z.strictObject({
  dispute_id: z.string(),
  kind: z.enum(['line', 'card']).meta({ description: 'card: the bank of the buyer has been asked for the payment' }),
  order_id: z.string(),
  product,
  seller,
  buyer: z.strictObject({ name: z.string() }).nullable(),
  reason: z
    .string()
    .meta({ description: `Of a line one of ${lineDisputeReasons.join(', ')}; else as the bank says it` }),
  amount: amount
    .nullable()
    .meta({ description: 'What it is about; null where it is also about what others have sold' }),
  state,
  opened_at: instant,
  answer_until: instant.nullable().meta({ description: 'Until when the seller has to answer; null: not any more' }),
  evidence_until: instant.nullable().meta({
    description: 'Of a card payment, until when the bank takes evidence; null: not any more, or not for the reader',
  }),
  waits_for_bank: z
    .boolean()
    .meta({ description: 'The bank decides about the whole payment first; times stand still' }),
  answered_at: instant.nullable(),
  ended_at: instant.nullable(),
  decision: z.enum(disputeDecisions).nullable(),
  decided_amount: amount.nullable().meta({ description: 'What goes back to the buyer by the decision' }),
  decided_minutes: z.int().nullable().meta({ description: 'Machine time that goes with it; null: none' }),
  decision_reason: z.string().meta({ description: 'As both sides read it' }),
});

export const disputeListItemSchema = disputeSchema
  .omit({ decision_reason: true, decided_amount: true, decided_minutes: true })
  .meta({ id: 'DisputeListItem' });
export const disputeListSchema = z.array(disputeListItemSchema);

const fileSchema = z.strictObject({
  file_id: z.string(),
  name: z.string(),
  media_type: z.string(),
  size: z.int().meta({ description: 'Bytes' }),
});

const messageSchema = z.strictObject({
  message_id: z.string(),
  side: z.enum(disputeSides),
  own: z.boolean().meta({ description: "Whether it is of the caller's side" }),
  text: z.string().meta({ description: 'Empty where a file was attached' }),
  file: fileSchema.nullable(),
  created_at: instant,
});

const disputeMoments = [
  'ordered',
  'delivered',
  'opened',
  'answer_until',
  'evidence_until',
  'answered',
  'ended',
  'refund_decided',
  'refund_arrived',
  'released',
] as const;

export const disputePageSchema = z
  .strictObject({
    side: z.enum(disputeSides).meta({ description: 'As whom the caller reads it' }),
    may: z
      .strictObject({ write: z.boolean(), withdraw: z.boolean(), refund: z.boolean(), decide: z.boolean() })
      .meta({ description: 'What the caller can do now' }),
    dispute: disputeSchema,
    times: z
      .array(
        z.strictObject({
          at: instant,
          what: z.enum(disputeMoments),
          planned: z.boolean().meta({ description: 'Not yet' }),
          amount: amount.nullable(),
          minutes: z.int().nullable().meta({ description: 'Machine time that goes with a refund; null: none' }),
        }),
      )
      .meta({ description: 'Oldest first' }),
    money: z
      .enum(['waits_in_order', 'set_apart', 'with_bank', 'given_back', 'with_seller'])
      .meta({ description: 'Where the money in dispute is' }),
    hours: z.strictObject({ bought: z.int(), left: z.int() }).nullable().meta({
      description: 'Machine time of its line, in minutes, for who may decide; null: it has none',
    }),
    messages: z.array(messageSchema).meta({ description: 'Oldest first' }),
    card_disputes: z
      .array(
        z.strictObject({
          dispute_id: z.string(),
          state: z.enum(cardDisputeStates),
          reason: z.string(),
          amount: amount.nullable(),
          evidence_until: instant.nullable(),
          opened_at: instant,
          updated_at: instant,
        }),
      )
      .meta({ description: 'What the bank of the buyer was asked about the same order' }),
  })
  .meta({ id: 'DisputePage' });

export const disputableLineSchema = z.strictObject({
  line: z.int(),
  product_name: z.string().meta({ description: 'As it was ordered, with the options that were chosen' }),
  seller: z
    .strictObject({ name: z.string(), address: z.string() })
    .nullable()
    .meta({ description: "The shop that sold it; null: the operator's own" }),
  dispute_id: z.string().nullable().meta({ description: 'Of the newest dispute of this line' }),
  state: state.nullable(),
  reasons: z.array(z.enum(lineDisputeReasons)).meta({ description: 'What can be said to be wrong with it now' }),
  from: instant.nullable().meta({ description: 'Since, or from when, it can be disputed; null: it cannot' }),
  until: instant.nullable(),
});

export const orderDisputesSchema = z
  .strictObject({
    lines: z.array(disputableLineSchema),
    card_disputes: z.array(z.strictObject({ dispute_id: z.string(), state: z.enum(cardDisputeStates) })),
  })
  .meta({ id: 'OrderDisputes' });

const text = (missing: string) =>
  writtenLines(missing).max(disputeTextMaximum, `must be at most ${disputeTextMaximum} characters`);

export const openedDisputeSchema = z
  .strictObject(
    {
      line: z.int('must be the number of a line').min(0, 'must be the number of a line').max(1_000),
      reason: z.enum(lineDisputeReasons, `must be one of ${lineDisputeReasons.join(', ')}`),
      text: text('Say what is wrong: the seller reads it'),
    },
    'must be an object',
  )
  .meta({ id: 'OpenedDispute' });

export const disputeMessageSchema = z
  .strictObject({ text: text('Write something') }, 'must be an object')
  .meta({ id: 'DisputeMessage' });

export const disputeDecisionSchema = z
  .strictObject(
    {
      decision: z.enum(disputeDecisions, `must be one of ${disputeDecisions.join(', ')}`),
      amount: z
        .number('must be an amount')
        .positive('must be more than nothing')
        .max(100_000_000)
        .multipleOf(0.01, 'must be whole cents')
        .optional()
        .meta({ description: 'US dollars; what the buyer gets back in part' }),
      minutes: refundedMinutes.optional().meta({
        description: 'Machine time that goes with a part, of what is left of the line; none where it is not said',
      }),
      reason: writtenLines('Say why: both sides read it').max(
        disputeReasonMaximum,
        `must be at most ${disputeReasonMaximum} characters`,
      ),
    },
    'must be an object',
  )
  .refine(({ decision, amount: cents }) => (decision === 'part') === (cents !== undefined), {
    path: ['amount'],
    message: 'goes with a decision in part, and with no other',
  })
  .refine(({ decision, minutes }) => decision === 'part' || minutes === undefined, {
    path: ['minutes'],
    message: 'goes with a decision in part: of a whole all that is left goes',
  })
  .meta({ id: 'DisputeDecision' });
