import { z } from 'zod';
import { lines, writtenLines } from '../text/text.schema.ts';
import { messageMaximum, reportReasonMaximum } from './message-limits.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
export const threadSides = ['buyer', 'seller'] as const;
const side = z.enum(threadSides);
/** Parties that can end the messages between a shop and a buyer: either of them, and the staff. */
export const threadBlockers = [...threadSides, 'staff'] as const;
export const reportDecisions = ['dismiss', 'warn', 'stop'] as const;

const about = z
  .union([
    z.strictObject({ product_id: z.string(), product_name: z.string() }),
    z.strictObject({ order_id: z.string() }),
  ])
  .meta({ description: 'One product, or one order' });

export const threadSchema = z
  .strictObject({
    thread_id: z.string(),
    seller: z.strictObject({ name: z.string(), address: z.string() }),
    buyer: z
      .strictObject({ name: z.string() })
      .nullable()
      .meta({ description: 'Null once they have deleted their account' }),
    about,
    last_at: instant,
    last_side: side.meta({ description: 'Who wrote last' }),
    excerpt: z.string().meta({ description: 'How the last message begins' }),
    unread: z.int().min(0).meta({ description: "The other side's messages that the caller's side has not read" }),
    blocked_by: z
      .array(z.enum(threadBlockers))
      .meta({ description: 'Who wants no more messages of the other, in any thread; the staff end those of both' }),
    reported: z.boolean().meta({ description: "Whether a report of the caller's side waits for the staff" }),
  })
  .meta({ id: 'Thread' });

export const messageSchema = z
  .strictObject({
    message_id: z.string(),
    side,
    text: z.string(),
    created_at: instant,
  })
  .meta({ id: 'Message' });

export const threadPageSchema = z
  .strictObject({ thread: threadSchema, messages: z.array(messageSchema).meta({ description: 'Newest first' }) })
  .meta({ id: 'ThreadPage' });

export const unreadThreadsSchema = z
  .strictObject({
    buyer: z.int().min(0).meta({ description: 'Threads with something unread, as a buyer; a hundred at most' }),
    sellers: z.int().min(0).meta({ description: 'The same of all shops that the caller writes for' }),
  })
  .meta({ id: 'UnreadThreads' });

const text = writtenLines('Write a message').max(messageMaximum, `must be at most ${messageMaximum} characters`);

export const postedMessageSchema = z.object({ text }, 'must be an object').meta({ id: 'PostedMessage' });

const id = z.string('must be an id').min(1).max(200);

/** Exactly one of the two; `seller` tells which one is meant, where an order has products of several. */
export const postedThreadSchema = z
  .object(
    {
      product_id: id.optional(),
      order_id: id.optional(),
      seller: id
        .optional()
        .meta({ description: "The address of the shop, where an order has several shops' products" }),
      text,
    },
    'must be an object',
  )
  .refine((posted) => (posted.product_id === undefined) !== (posted.order_id === undefined), {
    message: 'must name a product or an order, and not both',
  })
  .meta({ id: 'PostedThread' });

export const sellerThreadSchema = z.object({ order_id: id, text }, 'must be an object').meta({ id: 'SellerThread' });

export const postedReportSchema = z
  .object(
    {
      reason: writtenLines('Say what is wrong').max(
        reportReasonMaximum,
        `must be at most ${reportReasonMaximum} characters`,
      ),
    },
    'must be an object',
  )
  .meta({ id: 'PostedReport' });

export const reportSchema = z
  .strictObject({
    report_id: z.string(),
    thread_id: z.string(),
    side: side.meta({ description: 'Who has reported the other' }),
    reason: z.string(),
    created_at: instant,
    resolved_at: instant.nullable(),
    resolved_by: z.string().nullable().meta({ description: 'Who of the staff has, by name, as far as that is known' }),
    decision: z.enum(reportDecisions).nullable(),
    note: z.string().meta({ description: 'What the staff have noted for themselves' }),
    told: z.string().meta({ description: 'What they have written to the side that was reported' }),
    about,
    seller: z.strictObject({ name: z.string(), address: z.string() }),
    buyer: z.strictObject({ name: z.string() }).nullable(),
  })
  .meta({ id: 'Report' });

export const reportedThreadSchema = z
  .strictObject({
    thread: threadSchema.omit({ unread: true, reported: true, excerpt: true }),
    reports: z
      .array(reportSchema)
      .meta({ description: 'Newest first; none where the payment of its order is disputed' }),
    own: z.boolean().meta({ description: 'Whether the caller takes part in it: then somebody else decides' }),
    messages: z.array(messageSchema).meta({ description: 'Newest first' }),
  })
  .meta({ id: 'ReportedThread' });

export const resolutionSchema = z
  .object(
    {
      note: writtenLines('Say what was decided')
        .max(reportReasonMaximum, `must be at most ${reportReasonMaximum} characters`)
        .meta({ description: 'For the staff alone' }),
      decision: z
        .enum(reportDecisions, `must be one of ${reportDecisions.join(', ')}`)
        .default('dismiss')
        .meta({
          description:
            'dismiss: nothing else; warn: the reported side gets a mail; stop: neither writes to the other any more',
        }),
      reason: lines()
        .max(reportReasonMaximum, `must be at most ${reportReasonMaximum} characters`)
        .default('')
        .meta({ description: 'Told by mail to the side that was reported, in these words; of warn and stop' }),
    },
    'must be an object',
  )
  .refine(({ decision, reason }) => decision === 'dismiss' || reason !== '', {
    path: ['reason'],
    message: 'Say why: the side that was reported reads it',
  })
  .meta({ id: 'Resolution' });
