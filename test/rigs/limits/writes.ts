// Requests that change something, and ask the database for it: a token that is looked at, and a message of the payment provider.
import type { MeasuredProcess } from '../bench/measured-process.ts';

const requests = [
  {
    path: '/identity/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'hearthstorefront',
      AuthParameters: { USERNAME: 'nobody@example.com', PASSWORD: 'nothing at all' },
    }),
  },
  {
    path: '/api/payments/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    body: '{}',
  },
];

export type Writes = { served: number; refused: number; medianMs: number };

/** Sends each of them so many times, one after another. Who is answered 400 was served: they are all wrong. */
export async function write(shop: MeasuredProcess, times: number): Promise<Writes> {
  const took: number[] = [];
  let refused = 0;
  for (let count = 0; count < times; count++) {
    for (const { path, headers, body } of requests) {
      const started = performance.now();
      const response = await fetch(shop.address + path, { method: 'POST', headers, body });
      await response.text();
      if (response.status === 400) took.push(performance.now() - started);
      else refused++;
    }
  }
  const middle = took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? Number.NaN;
  return { served: took.length, refused, medianMs: middle };
}
