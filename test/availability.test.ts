// Availability for everybody despite one stranger: the whole shop in a process of its own, with real connections.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type OpenShop, openShop } from './security/open-shop.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ databaseUrl: null, dump: inject('prepared') });
}, 60_000);
afterAll(() => shop.stop());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Connections that send this and nothing more; accepted, all of them, when it resolves. */
async function hold(count: number, text: string) {
  const { hostname, port } = new URL(shop.address);
  while (sockets.length < count) {
    const opened = Array.from({ length: 100 }, () => connect(Number(port), hostname));
    for (const socket of opened) {
      socket.on('error', () => socket.destroy());
      socket.write(text.replaceAll('SHOP', new URL(shop.address).host));
    }
    sockets.push(...opened);
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    await (await fetch(`${shop.address}/api/health/live`)).text();
  }
}

/** Status of a webhook: 400 means that it was worked on and its signature checked. */
async function webhook() {
  const { status } = await fetch(`${shop.address}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': 't=1,v1=00', 'content-type': 'application/json' },
    body: '{}',
  });
  return status;
}

test.each(['/identity/', '/api/payments/webhook', '/api/checkout-session/', '/assets/../identity/'])(
  'two thousand half-sent requests to %s keep nobody from signing in, and no message of the provider from coming',
  async (path) => {
    await hold(
      2_000,
      `POST ${path} HTTP/1.1\r\nhost: SHOP\r\nx-amz-target: AWSCognitoIdentityProviderService.SignUp\r\ncontent-type: application/x-amz-json-1.1\r\ncontent-length: 1000\r\n\r\n{`,
    );
    for (let count = 0; count < 5; count++) {
      expect((await shop.signIn('buyer')).id).toMatch(/^ey/);
      expect(await webhook()).toBe(400);
    }
    expect(sockets.every((socket) => !socket.destroyed)).toBe(true);
  },
  60_000,
);

test('whoever asks for codes without end keeps no message of the provider from coming', async () => {
  let asking = true;
  const statuses = new Set<number>();
  async function ask() {
    while (asking) {
      const { status } = await fetch(`${shop.address}/identity/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
        },
        body: JSON.stringify({ ClientId: 'hearthstorefront', Username: 'nobody@example.com' }),
      });
      statuses.add(status);
    }
  }
  const flood = Array.from({ length: 150 }, ask);
  const answers = [];
  for (let count = 0; count < 36; count++) answers.push(await webhook());
  asking = false;
  await Promise.all(flood);
  expect(answers).toEqual(Array(36).fill(400));
  expect(statuses, 'what the flood asks for is carried out').toContain(200);
}, 60_000);
