// The payment sandbox in a process of its own, on a port of its own: its API, its pages, and webhooks over HTTP.

import { createPayments, type PaymentMethod, type PaymentsTables } from '@hearth/payment-sandbox';
import { migrations, schema } from '@hearth/payment-sandbox/tables';
import { pino } from 'pino';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openHttpServer } from '#platform/http/http-server.ts';

/** Handed over as the JSON of the first argument. */
export type PaymentsProcess = {
  databaseUrl: string | null;
  dataDir: string;
  secretKey: string;
  webhook: { url: string; secret: string };
  methods?: PaymentMethod[];
  boardKey?: string;
};

const given = JSON.parse(process.argv[2] ?? '') as PaymentsProcess;
const http = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0 });
const database = await openDatabase<PaymentsTables>(given);
await migrate(database, { schema, folder: migrations });
const payments = createPayments({
  ...given,
  database,
  origin: http.address,
  shopName: 'Hearth',
  deliver: fetch,
  log: pino({ level: 'silent' }),
});
http.serve({
  sendCached: () => false,
  fetch: (request) => (/^\/v[12]\//.test(new URL(request.url).pathname) ? payments.api : payments.pages).fetch(request),
});
await payments.start();
process.stdout.write(`The sandbox is open at ${http.address}\n`);
