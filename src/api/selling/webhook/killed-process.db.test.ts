// Purpose of the outbox of webhooks: a process is killed while it sends an event to a machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import type { WebhookProcess } from '../../../../test/processes/webhook-process.ts';
import { recordEvent } from '../../event/event.store.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { createWebhookDelivery } from './deliver-webhooks.ts';
import { secretBoundTo } from './secret.ts';
import { secretText } from './signature.rules.ts';

const key = Buffer.alloc(32, 3);
const secrets = createSecrets([key]);

test('[S-13] an event in the hands of a killed process is told by the next one, with the same id', async () => {
  const place = await makeLastingDatabase();
  onTestFinished(place.drop);
  const receivedIds: Array<string | undefined> = [];
  let kill = true;
  const machine = createServer(async (incoming, outgoing) => {
    for await (const _ of incoming);
    receivedIds.push(incoming.headers['webhook-id'] as string);
    // The whole event has come in; its teller dies before it is answered.
    if (kill) child.kill('SIGKILL');
    else outgoing.writeHead(204).end();
    kill = false;
  }).listen(0, '127.0.0.1');
  await once(machine, 'listening');
  onTestFinished(() => {
    machine.closeAllConnections();
    machine.close();
  });
  const { port } = machine.address() as AddressInfo;

  const first = await openDatabase<ApiTables>(place);
  await storeSeller(first, { seller_id: 'ours' }, {});
  const secret = secrets.seal(secretText(key), secretBoundTo('w1'));
  const webhook = {
    webhook_id: 'w1',
    seller_id: 'ours',
    url: `http://127.0.0.1:${port}/`,
    events: '["order.delivered"]',
  };
  await first.kysely
    .insertInto('api.webhook')
    .values({ ...webhook, secret })
    .execute();
  const data = { order_id: 'ORDER1', lines: [0] };
  await first.kysely
    .transaction()
    .execute((transaction: Kysely<ApiTables>) => recordEvent(transaction, 'ours', 'order.delivered', data));
  await first.close();

  const given: WebhookProcess = { ...place, secretsKey: key.toString('base64') };
  const script = join(import.meta.dirname, '../../../../test/processes/webhook-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'inherit'] });
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);

  const database = await openDatabase<ApiTables>(place);
  onTestFinished(() => database.close());
  // Its lease has ended.
  await sql`update api.webhook_delivery set due_at = due_at - interval '1 minute'`.execute(database.kysely);
  const next = createWebhookDelivery({
    database,
    secrets,
    outside: { ownMachine: { exceptPort: 1 } },
    sendMail: async () => {},
    shop: { origin: 'http://shop.test' },
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  });
  await next.start();
  const state = async () =>
    (await database.kysely.selectFrom('api.webhook_delivery').select(['state', 'attempts', 'event_id']).execute())[0];
  await expect.poll(state, { timeout: 10_000 }).toMatchObject({ state: 'sent', attempts: 2 });
  await next.close(5_000);
  const eventId = (await state())?.event_id;
  expect(receivedIds).toEqual([eventId, eventId]);
}, 60_000);
