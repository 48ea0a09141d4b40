// Actions of owners on the keys and webhooks of their shop. Failures are answered in words.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { selected, useApi, useFound } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { MadeSellerKey } from '#contract/selling/seller-key.schema.ts';
import type { KeyScope } from '#contract/selling/seller-key.ts';
import type { Delivery, DeliveryDetail, Webhook, WebhookWithSecret } from '#contract/selling/webhook.schema.ts';
import type { WebhookEvent } from '#contract/selling/webhook.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

type WantedKey = { name: string; scopes: KeyScope[]; expires_at: string | null };

export type WantedWebhook = { url: string; events: WebhookEvent[]; enabled: boolean };

/** A webhook, by the shop that has it. */
export type OwnWebhook = { sellerId: string; webhookId: string };

type Fault = { fault: string };

async function outcome(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(() => undefined, failureText);
}

async function orFault<T extends object>(call: Promise<T>): Promise<T | Fault> {
  return call.catch((error) => ({ fault: failureText(error) }));
}

export const useKeys = (sellerId: string) =>
  selected(useApi('/seller/{sellerId}/key', { params: { path: { sellerId } } }), ({ items }) => items);
export const useWebhooks = (sellerId: string) =>
  selected(useApi('/seller/{sellerId}/webhook', { params: { path: { sellerId } } }), ({ items }) => items);

export const newKey = (sellerId: string, wanted: WantedKey): Promise<MadeSellerKey | Fault> =>
  orFault(createBrowserApi().post('/seller/{sellerId}/key', { params: { path: { sellerId } }, body: wanted }));
export const revoke = (sellerId: string, keyId: string) =>
  outcome(createBrowserApi().delete('/seller/{sellerId}/key/{keyId}', { params: { path: { sellerId, keyId } } }));
export const takeOver = (sellerId: string, keyId: string) =>
  outcome(
    createBrowserApi().post('/seller/{sellerId}/key/{keyId}/take-over', { params: { path: { sellerId, keyId } } }),
  );

export const newWebhook = (sellerId: string, wanted: WantedWebhook): Promise<WebhookWithSecret | Fault> =>
  orFault(createBrowserApi().post('/seller/{sellerId}/webhook', { params: { path: { sellerId } }, body: wanted }));
export const saveWebhook = (own: OwnWebhook, wanted: WantedWebhook) =>
  outcome(createBrowserApi().put('/seller/{sellerId}/webhook/{webhookId}', { params: { path: own }, body: wanted }));
export const takeAway = (own: OwnWebhook) =>
  outcome(createBrowserApi().delete('/seller/{sellerId}/webhook/{webhookId}', { params: { path: own } }));
export const newSecret = (own: OwnWebhook): Promise<WebhookWithSecret | Fault> =>
  orFault(createBrowserApi().post('/seller/{sellerId}/webhook/{webhookId}/rotate', { params: { path: own } }));
export const sendAgain = (own: OwnWebhook, deliveryId: string) =>
  outcome(
    createBrowserApi().post('/seller/{sellerId}/webhook/{webhookId}/delivery/{deliveryId}/resend', {
      params: { path: { ...own, deliveryId } },
    }),
  );

type WebhookShown = { found: Webhook | null };

export function useWebhook(own: OwnWebhook): Loaded<WebhookShown> {
  return useFound('/seller/{sellerId}/webhook/{webhookId}', { params: { path: own } });
}

/** Asked for again while it is being sent. */
export function useDelivery(own: OwnWebhook, deliveryId: string): Loaded<{ found: DeliveryDetail | null }> {
  return useFound('/seller/{sellerId}/webhook/{webhookId}/delivery/{deliveryId}', {
    params: { path: { ...own, deliveryId } },
    every: (known) => isBeingSent(known?.found) && SENT_AGAIN_MS,
  });
}

const SENT_AGAIN_MS = 1_000;
/** While it is being sent its next attempt is as far off as the turn of the process that sends it. */
const SOON_MS = 5 * 60_000;

function isBeingSent(delivery: DeliveryDetail | null | undefined): boolean {
  if (delivery?.state !== 'waiting') return false;
  const next = delivery.next_attempt_at;
  return next === null || new Date(next).getTime() <= Date.now() + SOON_MS;
}

export function useDeliveries(own: OwnWebhook): Pages<Delivery> {
  return useApiPages('/seller/{sellerId}/webhook/{webhookId}/delivery', { params: { path: own } });
}

const LOOK_MS = 400;
/** As long as the other side may take, and somewhat more. */
const LOOKS = 30;

/** Sends a test, and resolves with what came of it. */
export async function test(own: OwnWebhook): Promise<DeliveryDetail | Fault> {
  const api = createBrowserApi();
  try {
    const { delivery_id } = await api.post('/seller/{sellerId}/webhook/{webhookId}/test', { params: { path: own } });
    for (let look = 0; ; look++) {
      const detail = await api.get('/seller/{sellerId}/webhook/{webhookId}/delivery/{deliveryId}', {
        params: { path: { ...own, deliveryId: delivery_id } },
        asUser: true,
      });
      if (detail.state !== 'waiting' || look === LOOKS) return detail;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } catch (error) {
    return { fault: failureText(error) };
  }
}

/** The address of the screen: of a webhook, or of one of its deliveries. */
export function toolsPath(seller: string, { webhook, delivery }: { webhook?: string; delivery?: string } = {}): string {
  const query = new URLSearchParams({ seller, ...(webhook && { webhook }), ...(delivery && { delivery }) });
  return `/profile/shop-keys?${query}`;
}
