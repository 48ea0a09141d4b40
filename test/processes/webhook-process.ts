// Deliveries to webhooks in a process of their own.
import { pino } from 'pino';
import type { ApiTables } from '#api/schema/schema.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { createWebhookDelivery } from '../../src/api/selling/webhook/deliver-webhooks.ts';

/** Handed over as the JSON of the first argument. */
export type WebhookProcess = { databaseUrl: string | null; dataDir: string; secretsKey: string };

const given = JSON.parse(process.argv[2] ?? '') as WebhookProcess;
const database = await openDatabase<ApiTables>(given);
const delivery = createWebhookDelivery({
  database,
  secrets: createSecrets([Buffer.from(given.secretsKey, 'base64')]),
  outside: { ownMachine: { exceptPort: 1 } },
  sendMail: async () => {},
  shop: { origin: 'http://shop.test' },
  log: pino({ level: 'silent' }),
  now: () => new Date(),
});
await delivery.start();
