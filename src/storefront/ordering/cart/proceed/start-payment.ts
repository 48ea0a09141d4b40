import { type ApiClient, ApiError, NoAnswer, readProblem } from '#client/api/api-client.ts';
import { isOffline, noAnswerText } from '#client/connection.ts';
import type { CheckoutRequest } from '#contract/ordering/checkout.ts';
import { msg, t } from '#language/message.ts';

/** The browser did not leave: what was ordered stays to be paid, and the cart as it is. */
export const redirectFailure = msg('Failed to redirect to checkout. Please try again.');

const noAddress = msg('No checkout URL received from server');

/**
 * Orders what is in the cart and leaves for the page where it is paid by card. Resolves with what to tell the customer
 * when that fails, in the specification's words (statement K-08), or with null. `isFree`: the shop has said that there is nothing to pay;
 * the address is the page that thanks for the order.
 */
export async function startPayment(
  api: ApiClient,
  request: CheckoutRequest,
  leaveFor: (address: string) => void,
  isFree = false,
): Promise<string | null> {
  if (request.items.length === 0) return t('Your cart is empty.');
  if (!isFree && request.amount <= 0) return t('Cart total must be greater than 0.');
  let address: unknown;
  try {
    address = (await api.post('/checkout-session/', { body: request }))?.checkout_url;
  } catch (error) {
    return paymentFailure(error);
  }
  if (typeof address !== 'string' || address === '')
    return t('Payment process failed: {noAddress}', { noAddress: t(noAddress) });
  try {
    leaveFor(address);
  } catch {
    return t(redirectFailure);
  }
  return null;
}

/** Message to the customer about a failed call on the way to the payment. */
export function paymentFailure(error: unknown): string {
  if (error instanceof NoAnswer || (isOffline() && !(error instanceof SyntaxError)))
    return `Payment process failed: ${noAnswerText()} Nothing was charged; please try again.`;
  return t('Payment process failed: {error}', { error: reasonOf(error) });
}

function reasonOf(error: unknown): string {
  // A success that is no JSON names no address either.
  if (error instanceof SyntaxError) return t(noAddress);
  if (!(error instanceof ApiError)) return t('Unknown error');
  const message = readProblem(error.body)?.error;
  if (typeof message === 'string' && message !== '') return message;
  return t('HTTP {status}: {value}', { status: error.status, value: error.body.trim() || error.message });
}
