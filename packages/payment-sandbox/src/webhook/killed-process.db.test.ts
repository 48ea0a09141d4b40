// Outbox of events after a process was killed while it notified the shop of one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../src/platform/database/database.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { secretKey, startPayments, typed, webhookSecret } from '../../../../test/parts/payments.ts';
import type { PaymentsTables } from '../schema.ts';

test('an event in the hands of a killed process is told by the next one', async () => {
  const place = await makeLastingDatabase();
  onTestFinished(place.drop);
  const received: string[] = [];
  const shop = createServer(async (incoming) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
    const signature = incoming.headers['stripe-signature'] ?? '';
    received.push(stripe.webhooks.constructEvent(body, signature, webhookSecret).id);
    // The whole event has come in; its teller dies before it is answered.
    child.kill('SIGKILL');
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  onTestFinished(() => {
    shop.closeAllConnections();
    shop.close();
  });

  const { port } = shop.address() as AddressInfo;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../serve.ts')], {
    env: {
      PORT: '0',
      DATABASE_URL: place.databaseUrl ?? '',
      DATA_DIR: place.dataDir,
      SECRET_KEY: secretKey,
      WEBHOOK_URL: `http://127.0.0.1:${port}/`,
      WEBHOOK_SECRET: webhookSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [printed] = await once(child.stdout, 'data');
  const address = new URL(String(printed).match(/http\S+/)?.[0] ?? '');
  const stripe = new Stripe(secretKey, { protocol: 'http', host: address.hostname, port: address.port });
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 1_250, product_data: { name: 'GPU hours' } } }],
    success_url: `${address.origin}/success`,
  });
  const form = { method: 'POST', headers: { origin: address.origin }, body: new URLSearchParams(typed) };
  // The answer may be lost with the process; that it was paid is in the database.
  await fetch(session.url ?? '', { ...form, redirect: 'manual' }).catch(() => {});
  expect(await ended).toEqual([null, 'SIGKILL']);

  const database = await openDatabase<PaymentsTables>(place);
  onTestFinished(() => database.close());
  // Its lease has ended.
  await sql`update payments.webhook_delivery set due_at = due_at - interval '1 minute'`.execute(database.kysely);
  const next = startPayments(database);
  await next.start();
  await next.shop.offered(2);
  await next.close(20_000);
  const types = next.shop.taken.map(({ type }) => type).sort();
  expect(types).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  expect(next.shop.taken.map(({ id }) => id)).toEqual(expect.arrayContaining(received));
  const { rows } = await sql`select state from payments.webhook_delivery`.execute(database.kysely);
  expect(rows).toEqual([{ state: 'sent' }, { state: 'sent' }]);
}, 60_000);
