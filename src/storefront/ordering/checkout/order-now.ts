import { ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { createRequestKeys } from '#client/api/request-key.ts';
import type { CheckoutRequest } from '#contract/ordering/checkout.ts';
import type { RefusalCode } from '#contract/refusal.ts';

export type OrderedNow = { orderId: string; address: string } | { fault: string; refusal: RefusalCode | null };

/**
 * Orders without the cart. The same request is the same order until an answer has come: after one that was lost nobody pays twice.
 * `address` is where a card pays for it, or the page that says it is paid.
 */
export function createOrderNow(): (request: CheckoutRequest) => Promise<OrderedNow> {
  const keys = createRequestKeys();
  return async function orderNow(request) {
    const header = { 'idempotency-key': keys.keyFor(request) };
    try {
      const answer = await createBrowserApi().post('/checkout-session/', { params: { header }, body: request });
      keys.done();
      return { orderId: answer.order_id, address: answer.checkout_url };
    } catch (error) {
      const refusal = (error instanceof ApiError && readProblem(error.body)?.refusal) || null;
      // Whatever else has failed may have been ordered all the same.
      if (refusal) keys.done();
      return { fault: failureText(error), refusal: refusal as RefusalCode | null };
    }
  };
}
