// npm run order -- COMMAND: what an operator does with orders.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CheckoutRefusal, type CheckoutService } from '#api/checkout/checkout-service.ts';
import { recordOrder } from '#api/checkout/record-order.ts';
import { refundOrder } from '#api/checkout/refund-order.ts';
import { cancelOrder, markPaid } from '#api/checkout/settle-order.ts';
import { canMove } from '#api/order/order.rules.ts';
import { lockOrder, updateOrder } from '#api/order/order.store.ts';
import { formatCents } from '#contract/money.ts';
import { storeSchema } from '#contract/store.schema.ts';
import { createSendMail } from '#mail/mail.ts';
import { inTransaction } from '#platform/after-commit.ts';
import { operator } from '#platform/audit.ts';
import { type Config, StartError } from '#platform/config.ts';
import type { Database } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { openSecrets } from '#platform/secrets.ts';
import { checkoutShop } from '../src/checkout-shop.ts';
import { openPayments } from '../src/payment-service.ts';
import type { Tables } from '../src/tables.ts';
import { runCommand, withShop } from './shop-database.ts';

const USAGE = `npm run order -- COMMAND

  list [EMAIL]                       the newest orders
  paid ORDER                         a transfer or a check has arrived
  fulfil ORDER                       everything was handed over
  cancel ORDER                       an order that is not paid
  refund ORDER [DOLLARS] [--reason TEXT]   gives all that is left of it back, or a part`;

const LISTED = 50;
type Shop = { service: CheckoutService; db: Database<Tables>['kysely'] };
type Command = (shop: Shop, given: { id: string; amount: string | undefined; reason: string }) => Promise<string>;

const commands: Record<string, Command> = {
  async paid({ service }, { id }) {
    const outcome = await markPaid(service, id);
    if (outcome === 'paid') return `${id} is paid, and its customer is told.`;
    throw new StartError(
      outcome === 'refunded'
        ? `The items of ${id} are sold meanwhile: give the money back by hand.`
        : `${id} is not an order that waits for a transfer or a check.`,
    );
  },

  async fulfil({ service }, { id }) {
    return inTransaction(service.db, async (transaction) => {
      const order = await lockOrder(transaction, id);
      if (!order || !canMove(order.status, 'fulfilled')) throw new StartError(`${id} is not a paid order.`);
      await updateOrder(transaction, id, { status: 'fulfilled', updated_at: service.now() });
      await recordOrder(transaction, service, id, 'fulfilled');
      return `${id} is fulfilled.`;
    });
  },

  async cancel({ service }, { id }) {
    const outcome = await cancelOrder(service, id, 'cancelled');
    if (outcome === 'done') return `${id} is cancelled, and its items are free again.`;
    throw new StartError(
      outcome === 'paid' ? `${id} is paid: refund it instead.` : `${id} is not an order that waits.`,
    );
  },

  async refund({ service }, { id, amount, reason }) {
    const cents = await refundOrder(service, { orderId: id, amountCents: readCents(amount), reason });
    return `${formatCents(cents)} of ${id} is refunded.`;
  },
};

await runCommand(async () => {
  const { command, id, amount, reason } = readArguments(process.argv.slice(2));
  if (command === 'list') {
    await withShop(({ kysely }) => list(kysely, id.toLowerCase()));
    return 0;
  }
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run || id === '') throw new StartError(USAGE);
  console.log(
    await withShop(async (database, config) => {
      const service = await openService(database, config);
      try {
        return await run({ service, db: database.kysely }, { id, amount, reason });
      } catch (error) {
        throw error instanceof CheckoutRefusal ? new StartError(error.message) : error;
      }
    }),
  );
  return 0;
});

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { reason: { type: 'string', default: '' } },
    });
    const [command = '', id = '', amount, ...more] = positionals;
    if (more.length > 0) throw new Error('Too many arguments');
    return { command, id: id.includes('@') ? id : id.toUpperCase(), amount, reason: values.reason };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

async function readShop(config: Config) {
  const store = storeSchema.parse(JSON.parse(await readFile(config.storeFile, 'utf8')));
  return { store, origin: config.publicUrl ?? `http://localhost:${config.port}`, log: createLog(config.logLevel) };
}

async function openService(database: Database<Tables>, config: Config): Promise<CheckoutService> {
  const { store, origin, log } = await readShop(config);
  // What the sandbox has to tell, it tells the shop when that is open.
  const deliver = () => new Response(null, { status: 503 });
  const { provider } = openPayments(config.payments, {
    database,
    store,
    origin,
    log,
    deliver,
    webhookSecret: 'unused',
  });
  return {
    db: database.kysely,
    actor: operator(),
    provider,
    sendMail: createSendMail(openSecrets(config)),
    shop: checkoutShop(store, origin),
    log,
    now: () => new Date(),
  };
}

function readCents(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text)) throw new StartError('The amount must be one such as 12.50.');
  return Math.round(Number(text) * 100);
}

async function list(db: Shop['db'], email: string) {
  const rows = await db
    .selectFrom('api.order')
    .select(['order_id', 'user_id', 'status', 'payment_method', 'total_cents', 'refunded_cents', 'created_at'])
    .$if(email !== '', (query) => query.where('user_id', '=', email))
    .orderBy('created_at', 'desc')
    .limit(LISTED)
    .execute();
  if (rows.length === 0) return console.log('No order was found.');
  console.table(
    rows.map((row) => ({
      order: row.order_id,
      customer: row.user_id ?? '',
      status: row.status,
      by: row.payment_method,
      total: formatCents(row.total_cents),
      refunded: formatCents(row.refunded_cents),
      ordered: row.created_at.toISOString().slice(0, 16).replace('T', ' '),
    })),
  );
}
