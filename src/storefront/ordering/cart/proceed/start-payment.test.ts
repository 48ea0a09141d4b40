import { expect, test } from 'vitest';
import { createApiClient } from '#client/api/api-client.ts';
import type { CheckoutRequest } from '#contract/ordering/checkout.ts';
import { startPayment } from './start-payment.ts';

const cart: CheckoutRequest = { amount: 12.5, items: [{ product_id: 'h100', quantity: 5 }], coupon: null };
const address = 'https://pay.example/session';

function brokenOff(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.error(new Error('cut')) });
}

/** Starts a payment against a shop that answers like this; tells what was said, what was sent and where it led. */
async function pay(
  answer: () => Response | Promise<Response>,
  request = cart,
  leaveFor?: (address: string) => void,
): Promise<{ said: string | null; sent: Request[]; left: string[] }> {
  const sent: Request[] = [];
  const left: string[] = [];
  const api = createApiClient({
    base: 'http://shop.example',
    fetch(posted) {
      sent.push(posted);
      return answer();
    },
  });
  const said = await startPayment(api, request, leaveFor ?? ((to) => left.push(to)));
  return { said, sent, left };
}

test('[K-06] [E-08] the total and the items are posted, and the browser leaves for the checkout_url', async () => {
  const { said, sent, left } = await pay(() => Response.json({ checkout_url: address, order_id: '1' }));
  expect(said).toBeNull();
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST http://shop.example/api/checkout-session/']);
  expect(await sent[0]?.json()).toEqual(cart);
  expect(left).toEqual([address]);
});

test('[K-07] an empty cart, or one that costs nothing, is not posted', async () => {
  const nothing = () => Response.json({});
  expect(await pay(nothing, { ...cart, items: [] })).toEqual({ said: 'Your cart is empty.', sent: [], left: [] });
  expect(await pay(nothing, { ...cart, amount: 0 })).toEqual({
    said: 'Cart total must be greater than 0.',
    sent: [],
    left: [],
  });
});

test.each([
  [
    "the server's error field",
    () => Response.json({ error: 'H100 is sold out.', message: 'Not this one' }, { status: 409 }),
    'H100 is sold out.',
  ],
  [
    'the status and the text of an answer that is no JSON',
    () => new Response('upstream is away\n', { status: 502, statusText: 'Bad Gateway' }),
    'HTTP 502: upstream is away',
  ],
  [
    'the status and its text where the answer is empty',
    () => new Response(null, { status: 503, statusText: 'Service Unavailable' }),
    'HTTP 503: Service Unavailable',
  ],
  [
    'the status and the text where the JSON has no error field',
    () => Response.json({ code: 'internal' }, { status: 500 }),
    'HTTP 500: {"code":"internal"}',
  ],
  ['an answer without an address', () => Response.json({ order_id: '1' }), 'No checkout URL received from server'],
  ['an answer that is no JSON', () => new Response('<h1>Hello'), 'No checkout URL received from server'],
  ['an empty answer', () => new Response(null), 'No checkout URL received from server'],
  [
    'a shop that cannot be reached',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'The shop could not be reached. Nothing was charged; please try again.',
  ],
  ['an answer that breaks off', () => new Response(brokenOff()), 'Unknown error'],
])('[K-08] the reason of a failure is %s', async (_what, answer, reason) => {
  const { said, left } = await pay(answer);
  expect(said).toBe(`Payment process failed: ${reason}`);
  expect(left).toEqual([]);
});

test('[K-09] an address that the browser cannot go to is a failure too', async () => {
  const { said } = await pay(
    () => Response.json({ checkout_url: 'http://[' }),
    cart,
    (to) => {
      new URL(to);
    },
  );
  expect(said).toBe('Failed to redirect to checkout. Please try again.');
});
