// The sandbox alone, in a process and on a port of its own, for a shop that reaches it over HTTP. README.md lists its settings.
import { join } from 'node:path';
import { createLog, migrate, openDatabase, openHttpServer, platformTables } from '#platform';
import type { PaymentMethod, PaymentsTables } from './schema.ts';
import { createPayments } from './server.ts';
import { migrations, schema } from './tables.ts';

/** How long the end of the process waits for what is under way. */
const WAIT_MS = 5_000;
const known: readonly PaymentMethod[] = ['card', 'us_bank_account'];

const {
  HOST = '127.0.0.1',
  PORT = '4242',
  DATABASE_URL,
  DATA_DIR = join(import.meta.dirname, '../../../.data/payment-sandbox'),
  SECRET_KEY = 'sk_test_sandbox',
  WEBHOOK_URL = 'http://127.0.0.1:3000/api/payments/webhook',
  WEBHOOK_SECRET = 'whsec_sandbox',
  BOARD_KEY,
  METHODS = 'card',
  DATABASE_DIRECT_URL,
  SHOP_NAME = 'Hearth',
  LOG_LEVEL = 'warn',
} = process.env;

const methods = known.filter((method) => METHODS.split(',').includes(method));
if (methods.length === 0 || methods.length < METHODS.split(',').length)
  throw new Error(`METHODS is a list of ${known.join(' and ')}, with a comma between them.`);

const http = await openHttpServer({ port: Number(PORT), host: HOST, trustedProxies: 0 });
const database = await openDatabase<PaymentsTables>({
  databaseUrl: DATABASE_URL || null,
  databaseDirectUrl: DATABASE_DIRECT_URL || null,
  dataDir: DATA_DIR,
});
await migrate(database, platformTables);
await migrate(database, { schema, folder: migrations });
const payments = createPayments({
  database,
  origin: http.address,
  shopName: SHOP_NAME,
  secretKey: SECRET_KEY,
  methods,
  webhook: { url: WEBHOOK_URL, secret: WEBHOOK_SECRET },
  deliver: fetch,
  log: createLog(LOG_LEVEL),
  ...(BOARD_KEY && { boardKey: BOARD_KEY }),
});
http.serve({
  sendCached: () => false,
  fetch: (request) => (/^\/v[12]\//.test(new URL(request.url).pathname) ? payments.api : payments.pages).fetch(request),
});
await payments.start();
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, async () => {
    await http.close(WAIT_MS);
    await payments.close(WAIT_MS);
    await database.close();
    process.exit(0);
  });
console.log(`The sandbox is open at ${http.address}`);
