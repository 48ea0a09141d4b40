// API requests and answers about webhooks.
import { z } from 'zod';
import { line } from '../text/text.schema.ts';
import { deliveryStates, offReasons, webhookEvents } from './webhook.ts';

const URL_LENGTH = 2_000;

export const putWebhookSchema = z
  .strictObject({
    url: line().min(1, 'must be an address').max(URL_LENGTH, `must be at most ${URL_LENGTH} characters`).meta({
      description: 'Where events are posted to: https, a public machine, the port 443 or one from 1024 on',
    }),
    events: z
      .array(z.enum(webhookEvents, `must be among: ${webhookEvents.join(', ')}`))
      .min(1, 'must name at least one')
      .max(webhookEvents.length, 'must name each at most once')
      .transform((events) => webhookEvents.filter((event) => events.includes(event))),
    enabled: z.boolean('must be true or false').default(true),
  })
  .meta({ id: 'PutWebhook' });
export type PutWebhook = z.infer<typeof putWebhookSchema>;

export const webhookSchema = z
  .strictObject({
    webhook_id: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    enabled: z.boolean(),
    off_reason: z
      .enum(offReasons)
      .nullable()
      .meta({ description: 'Why the shop has switched it off: it answered 410, or nothing has arrived for days' }),
    failing_since: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when nothing has arrived; null: the last one has' }),
    previous_secret_until: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Until then events are signed with the secret of before as well' }),
    made_by: z.string().meta({ description: 'The name of whoever made it; empty: they have left' }),
    made_with: z.string().nullable().meta({ description: 'The name of the key that it was made with; null: none' }),
    create_time: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;

export const webhooksSchema = z.strictObject({ items: z.array(webhookSchema) }).meta({ id: 'Webhooks' });

export const webhookWithSecretSchema = z
  .strictObject({
    ...webhookSchema.shape,
    secret: z.string().meta({ description: 'What signatures are checked with. Told this once' }),
  })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

export const deliverySchema = z
  .strictObject({
    delivery_id: z.string(),
    event_id: z.string().meta({ description: 'The header webhook-id: the same however often it is sent' }),
    type: z.enum([...webhookEvents, 'webhook.test']),
    state: z.enum(deliveryStates),
    attempts: z.int().meta({ description: 'Since it was written, or sent again by hand' }),
    failure: z.string().nullable().meta({ description: 'Why the last attempt failed' }),
    next_attempt_at: z.iso.datetime().nullable(),
    create_time: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveriesSchema = z.array(deliverySchema);

export const deliveryDetailSchema = z
  .strictObject({
    ...deliverySchema.shape,
    request_body: z.string(),
    tries: z.array(
      z.strictObject({
        at: z.iso.datetime(),
        url: z.string(),
        request_headers: z.record(z.string(), z.string()),
        status: z.int().nullable().meta({ description: 'null: there was no answer' }),
        answer: z.string().meta({ description: 'Its first 4 kB' }),
        duration_ms: z.int(),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;
