import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError, createApiClient, NoAnswer } from '#client/api/api-client.ts';
import { NotExtended } from './not-extended.tsx';
import { readOffer } from './order-time.ts';

const entry = { entitlement_id: 'order-0', product: { id: 'gpu', name: 'GPU' }, selected_options: [] };

/** Asks a shop that answers the price like this, and has no wallet. */
function ask(quote: () => Response) {
  const api = createApiClient({
    base: 'http://shop.example',
    fetch: async ({ url }) => (url.includes('/cart/quote') ? quote() : new Response(null, { status: 503 })),
  });
  return readOffer(entry, api);
}

test('[G-18] where a machine is not extended any more it says why, and leads to where it is rented anew', async () => {
  const why = 'GPU is not sold by hours any more as you have it. Order it anew.';
  const problem = { error: why, message: why, refusal: 'cannot_extend' };
  const offer = await ask(() => Response.json(problem, { status: 409 }));
  expect(offer).toEqual({ refused: why });
  const html = renderToString(<NotExtended entry={entry} why={why} />);
  expect(html).toContain(why);
  expect(html).toContain('href="/products/id/gpu"');
});

test('a price that could not be loaded may be asked for again', async () => {
  await expect(ask(() => new Response('', { status: 503 }))).rejects.toThrow(ApiError);
  await expect(
    ask(() => {
      throw new TypeError('offline');
    }),
  ).rejects.toThrow(NoAnswer);
});
