import type { WebhookData, WebhookEvent } from '#contract/selling/webhook.ts';

/** An event of a seller, as whoever makes it happen notes it. */
export type NotedEvent = {
  [Type in WebhookEvent]: { sellerId: string; type: Type; data: WebhookData[Type] };
}[WebhookEvent];
