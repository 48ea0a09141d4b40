import type { MadeSellerKey, SellerKey, SellerKeys } from '#contract/selling/seller-key.schema.ts';
import type { KeyScope } from '#contract/selling/seller-key.ts';
import type {
  Delivery,
  DeliveryDetail,
  Webhook,
  Webhooks,
  WebhookWithSecret,
} from '#contract/selling/webhook.schema.ts';
import type { WebhookEvent } from '#contract/selling/webhook.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

export async function listKeys(api: ApiClient, sellerId: string): Promise<SellerKey[]> {
  return (await api.get<SellerKeys>(keysOf(sellerId), { asUser: true })).items;
}

export type WantedKey = { name: string; scopes: KeyScope[]; expires_at: string | null };

export function makeKey(api: ApiClient, sellerId: string, wanted: WantedKey): Promise<MadeSellerKey> {
  return api.post(keysOf(sellerId), wanted);
}

export function revokeKey(api: ApiClient, sellerId: string, keyId: string): Promise<void> {
  return api.delete(`${keysOf(sellerId)}/${encodeURIComponent(keyId)}`);
}

export function takeOverKey(api: ApiClient, sellerId: string, keyId: string): Promise<void> {
  return api.post(`${keysOf(sellerId)}/${encodeURIComponent(keyId)}/take-over`, {});
}

export async function listWebhooks(api: ApiClient, sellerId: string): Promise<Webhook[]> {
  return (await api.get<Webhooks>(webhooksOf(sellerId), { asUser: true })).items;
}

export type WantedWebhook = { url: string; events: WebhookEvent[]; enabled: boolean };

export function addWebhook(api: ApiClient, sellerId: string, wanted: WantedWebhook): Promise<WebhookWithSecret> {
  return api.post(webhooksOf(sellerId), wanted);
}

/** A webhook, by the shop that has it. */
export type OwnWebhook = { sellerId: string; webhookId: string };

export function getWebhook(api: ApiClient, own: OwnWebhook): Promise<Webhook> {
  return api.get(webhookOf(own), { asUser: true });
}

export function changeWebhook(api: ApiClient, own: OwnWebhook, wanted: WantedWebhook): Promise<Webhook> {
  return api.put(webhookOf(own), wanted);
}

export function removeWebhook(api: ApiClient, own: OwnWebhook): Promise<void> {
  return api.delete(webhookOf(own));
}

export function testWebhook(api: ApiClient, own: OwnWebhook): Promise<Delivery> {
  return api.post(`${webhookOf(own)}/test`, {});
}

export function rotateSecret(api: ApiClient, own: OwnWebhook): Promise<WebhookWithSecret> {
  return api.post(`${webhookOf(own)}/rotate`, {});
}

/** Newest first: the first of them, or what `next` of a page before leads to. */
export function listDeliveries(api: ApiClient, own: OwnWebhook, next?: string): Promise<ListPage<Delivery>> {
  return api.list(next ?? `${webhookOf(own)}/delivery`, { asUser: true });
}

export function getDelivery(api: ApiClient, own: OwnWebhook, deliveryId: string): Promise<DeliveryDetail> {
  return api.get(deliveryOf(own, deliveryId), { asUser: true });
}

export function resendDelivery(api: ApiClient, own: OwnWebhook, deliveryId: string): Promise<Delivery> {
  return api.post(`${deliveryOf(own, deliveryId)}/resend`, {});
}

function keysOf(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}/key`;
}

function webhooksOf(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}/webhook`;
}

function webhookOf({ sellerId, webhookId }: OwnWebhook): string {
  return `${webhooksOf(sellerId)}/${encodeURIComponent(webhookId)}`;
}

function deliveryOf(own: OwnWebhook, deliveryId: string): string {
  return `${webhookOf(own)}/delivery/${encodeURIComponent(deliveryId)}`;
}
