// What owners do with the keys and webhooks of their shop. What fails is answered in words.
import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import {
  addWebhook,
  changeWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listKeys,
  listWebhooks,
  makeKey,
  type OwnWebhook,
  removeWebhook,
  resendDelivery,
  revokeKey,
  rotateSecret,
  takeOverKey,
  testWebhook,
  type WantedKey,
  type WantedWebhook,
} from '#client/selling/seller-tools.ts';
import type { MadeSellerKey } from '#contract/selling/seller-key.schema.ts';
import type { Delivery, DeliveryDetail, Webhook, WebhookWithSecret } from '#contract/selling/webhook.schema.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { type Pages, usePages } from '#ui/loading/use-pages.ts';

export type { OwnWebhook, WantedKey, WantedWebhook };

type Fault = { fault: string };

async function outcome(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(() => undefined, failureText);
}

async function orFault<T extends object>(call: Promise<T>): Promise<T | Fault> {
  return call.catch((error) => ({ fault: failureText(error) }));
}

export const useKeys = (sellerId: string) => useLoaded(() => listKeys(createBrowserApi(), sellerId));
export const useWebhooks = (sellerId: string) => useLoaded(() => listWebhooks(createBrowserApi(), sellerId));

export const newKey = (sellerId: string, wanted: WantedKey): Promise<MadeSellerKey | Fault> =>
  orFault(makeKey(createBrowserApi(), sellerId, wanted));
export const revoke = (sellerId: string, keyId: string) => outcome(revokeKey(createBrowserApi(), sellerId, keyId));
export const takeOver = (sellerId: string, keyId: string) => outcome(takeOverKey(createBrowserApi(), sellerId, keyId));

export const newWebhook = (sellerId: string, wanted: WantedWebhook): Promise<WebhookWithSecret | Fault> =>
  orFault(addWebhook(createBrowserApi(), sellerId, wanted));
export const saveWebhook = (own: OwnWebhook, wanted: WantedWebhook) =>
  outcome(changeWebhook(createBrowserApi(), own, wanted));
export const takeAway = (own: OwnWebhook) => outcome(removeWebhook(createBrowserApi(), own));
export const newSecret = (own: OwnWebhook): Promise<WebhookWithSecret | Fault> =>
  orFault(rotateSecret(createBrowserApi(), own));
export const sendAgain = (own: OwnWebhook, deliveryId: string) =>
  outcome(resendDelivery(createBrowserApi(), own, deliveryId));

export type WebhookShown = { found: Webhook | null };

/** Not found is an answer, `found: null`: there is nothing to try again. */
export function useWebhook(own: OwnWebhook): Loaded<WebhookShown> {
  return useLoaded(() => orNothing(getWebhook(createBrowserApi(), own)));
}

export function useDelivery(own: OwnWebhook, deliveryId: string): Loaded<{ found: DeliveryDetail | null }> {
  return useLoaded(() => orNothing(getDelivery(createBrowserApi(), own, deliveryId)));
}

export function useDeliveries(own: OwnWebhook): Pages<Delivery> {
  return usePages((next) => listDeliveries(createBrowserApi(), own, next));
}

async function orNothing<T>(found: Promise<T>): Promise<{ found: T | null }> {
  try {
    return { found: await found };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { found: null };
    throw error;
  }
}

const LOOK_MS = 400;
/** As long as the other side may take, and somewhat more. */
const LOOKS = 30;

/** Sends a test, and resolves with what came of it. */
export async function test(own: OwnWebhook): Promise<DeliveryDetail | Fault> {
  const api = createBrowserApi();
  try {
    const { delivery_id } = await testWebhook(api, own);
    for (let look = 0; ; look++) {
      const detail = await getDelivery(api, own, delivery_id);
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
