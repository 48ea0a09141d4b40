// Makes the calls that wait for endpoints of shops, in a process of its own, until it dies before its nth statement.

import { type KyselyPlugin, sql } from 'kysely';
import { pino } from 'pino';
import type { ApiTables } from '#api/schema/schema.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import type { HoursService } from '../../src/api/goods/hours/hours-service.ts';
import { giveUpMachine, handleMachine } from '../../src/api/goods/hours/machine.ts';
import { createProvisionDelivery } from '../../src/api/goods/provision/deliver-calls.ts';
import { lockOrder } from '../../src/api/ordering/order/order.store.ts';
import { lockMachine } from '../../src/api/ordering/rental/rentals.ts';

/** Handed over as the JSON of the first argument. `dieBefore: 0`: it comes to its end. */
export type ProvisionProcess = {
  databaseUrl: string | null;
  dataDir: string;
  secretsKey: string;
  now: string;
  dieBefore: number;
};

const given = JSON.parse(process.argv[2] ?? '') as ProvisionProcess;
const opened = await openDatabase<ApiTables>(given);
// The process that had taken them has ended, and the time that it was given has passed.
await sql`update api.provision_call set due_at = now() where state = 'waiting'`.execute(opened.kysely);

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (++statements === given.dieBefore) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
};
const database = { ...opened, kysely: opened.kysely.withPlugin(counting) };
const secrets = createSecrets([Buffer.from(given.secretsKey, 'base64')]);
const log = pino({ level: 'silent' });
const now = () => new Date(given.now);
const hours: HoursService = {
  db: database.kysely,
  secrets,
  lockOrder,
  lockMachine,
  notifyBuyer: async () => {},
  notifyShop: async () => {},
  refundWholeLine: () => Promise.reject(new Error('a refund was asked for')),
  log,
  now,
};
const delivery = createProvisionDelivery({
  database,
  secrets,
  outside: { ownMachine: { exceptPort: 1 } },
  deliverGoods: async () => {},
  machines: {
    answered: (call, answer) => handleMachine(hours, call, answer),
    givenUp: (call, reason) => giveUpMachine(hours, call, reason),
  },
  log,
  now,
});
await delivery.start();
for (;;) {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from api.provision_call
    where state = 'waiting'`.execute(opened.kysely);
  if (rows[0]?.waiting === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
await delivery.close(1_000);
await opened.close();
process.exit(0);
