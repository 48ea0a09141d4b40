// npm run order -- COMMAND: what an operator does with orders.

import { parseArgs } from 'node:util';
import { acceptLicenses } from '#api/catalogue/license/accept-licenses.ts';
import { downloadsOfOrders } from '#api/goods/download/download.store.ts';
import { createGoodsKinds } from '#api/goods/entitlement/goods-kinds.ts';
import { cancelOrder } from '#api/ordering/checkout/cancel-order.ts';
import type { CheckoutService } from '#api/ordering/checkout/checkout-service.ts';
import { noProviderEvents } from '#api/ordering/checkout/checkout-service.ts';
import { fulfilOrder } from '#api/ordering/checkout/delivery/fulfil-order.ts';
import { sendReceipt } from '#api/ordering/checkout/delivery/send-receipt.ts';
import { acceptPayment } from '#api/ordering/checkout/payment/accept-payment.ts';
import { type Late, markPaid } from '#api/ordering/checkout/payment/mark-paid.ts';
import { createCheckoutQueue } from '#api/ordering/checkout/placing/checkout-queue.ts';
import { refundOrder } from '#api/ordering/checkout/refund/refund-order.ts';
import { listHolding } from '#api/ordering/order/holding.store.ts';
import { findOrder } from '#api/ordering/order/order.store.ts';
import { addNote } from '#api/ordering/staff-order/write-note.ts';
import { printable } from '#api/text/printable-text.rules.ts';
import { refusalText } from '#api/text/refusal-text.rules.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import { newOrderNoteSchema } from '#contract/ordering/staff-order/staff-order.schema.ts';
import { receiptsAnHour } from '#contract/ordering/staff-order/staff-order-terms.ts';
import { storeSettings } from '#contract/store-settings.ts';
import { createSendMail } from '#mail/mail.ts';
import type { Config } from '#main/config/config.ts';
import { readStore } from '#main/config/store-file.ts';
import { checkoutShop } from '#main/parts/checkout-shop.ts';
import { openPayments } from '#main/parts/payment-service.ts';
import type { Tables } from '#main/tables.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import type { Database } from '#platform/database/database.ts';
import { createLog } from '#platform/observability/log.ts';
import { openSecrets } from '#platform/secrets.ts';
import { runCommand, withShop } from './database/shop-database.ts';
import { downloadsLine, orderText, readOrder } from './order/show-order.ts';

const USAGE = `npm run order -- COMMAND

  list [EMAIL]                       the newest orders, or those of a customer
  list --holding PRODUCT             orders that hold items of a product until they are paid, newest first
  show ORDER [--json]                all that is known of it: lines, billing, payment, refunds, invoices, mails, history
  paid ORDER [--late]                a transfer or a check has arrived; --late: take it at the price it was ordered at
  accept ORDER                       take the amount that was paid for an order in review
  fulfil ORDER [--all]               everything was handed over but what sellers deliver, or comes by itself; --all: that too
  cancel ORDER                       an order that is not paid
  note ORDER TEXT                    notes something about it, for the staff alone
  receipt ORDER                      sends the confirmation with the receipt to its customer once more
  refund ORDER [DOLLARS] [--reason TEXT]   gives all that is left of it back, or a part; the customer reads the reason`;

const LISTED = 50;
type Shop = { service: CheckoutService; db: Database<Tables>['kysely'] };
type Command = (
  shop: Shop,
  given: { id: string; amount: string | undefined; reason: string; late: boolean; all: boolean },
) => Promise<string>;

const commands: Record<string, Command> = {
  async paid({ service }, { id, late }) {
    const outcome = await markPaid(service, id, { late });
    if (typeof outcome === 'object') throw new StartError(lateSentence(id, outcome, late));
    if (outcome === 'paid') return `${id} is paid, and its customer is told.`;
    throw new StartError(
      outcome === 'refunded'
        ? `The items of ${id} are sold meanwhile: give the money back by hand.`
        : `${id} is not an order that waits for a transfer or a check.`,
    );
  },

  async fulfil({ service }, { id, all }) {
    const outcome = await fulfilOrder(service, id, { all });
    if ('refused' in outcome) throw new StartError(refusalText(outcome.refused));
    if (outcome.fulfilledAt) return `${id} is fulfilled.`;
    const { waitsFor, comeByThemselves } = outcome;
    const owed = [
      ...(waitsFor.length > 0 ? [`${waitsFor.join(', ')} have delivered theirs`] : []),
      ...(comeByThemselves.length > 0
        ? [`what comes by itself is there: ${comeByThemselves.join(', ')} (npm run order -- show ${id})`]
        : []),
    ];
    return `Your own products of ${id} that you deliver by hand are delivered. It is fulfilled when ${printable(owed.join(', and '))}; --all says that all of it is.`;
  },

  async cancel({ service }, { id }) {
    const outcome = await cancelOrder(service, id, 'cancelled');
    if (outcome === 'done') return `${id} is cancelled, and its items are free again.`;
    throw new StartError(
      outcome === 'paid' ? `${id} is paid: refund it instead.` : `${id} is not an order that waits.`,
    );
  },

  async accept({ service }, { id }) {
    const outcome = await acceptPayment(service, id);
    if ('refused' in outcome) throw new StartError(refusalText(outcome.refused));
    return `${id} is paid, and its customer is told.`;
  },

  async note({ db }, { id, amount }) {
    const read = newOrderNoteSchema.safeParse({ text: amount ?? '' });
    if (!read.success) throw new StartError(`The note ${read.error.issues[0]?.message ?? 'cannot be read'}.`);
    if (!(await findOrder(db, id)))
      throw new StartError(`There is no order ${printable(id)}. See: npm run order -- list`);
    const actor = operator();
    const writer = { accountId: null, name: 'name' in actor ? actor.name : 'operator', actor };
    await addNote(db, { orderId: id, text: read.data.text, writer, now: new Date() });
    return `It is noted with ${id}. npm run order -- show ${id} and the back office show it.`;
  },

  async receipt({ service }, { id }) {
    const outcome = await sendReceipt(service, id);
    if (outcome === 'sent') return `The receipt of ${id} is on its way to its customer.`;
    throw new StartError(
      {
        not_paid: `${id} is not a paid order: it has no receipt.`,
        buyer_left: `The customer of ${id} has left: there is no address to write to.`,
        too_many: `The receipt of ${id} was sent ${receiptsAnHour} times within an hour. Try again later.`,
      }[outcome],
    );
  },

  async refund({ service, db }, { id, amount, reason }) {
    const had = (await downloadsOfOrders(db, [id])).map(downloadsLine);
    const outcome = await refundOrder(service, { orderId: id, amountCents: readCents(amount), reason });
    if ('refused' in outcome) throw new StartError(refusalText(outcome.refused));
    const { refund } = outcome;
    const what = `${formatCents(refund.amountCents)} of ${id}`;
    const said = (sentence: string) => [sentence, ...had].join('\n');
    if (refund.state === 'succeeded') return said(`${what} is refunded.`);
    if (refund.state === 'pending')
      return said(`The provider has taken the refund of ${what}, and works on it. The order says when it is there.`);
    if (refund.state === 'decided')
      return said(`The refund of ${what} is decided. The provider does not answer yet; the shop asks again by itself.`);
    throw new StartError(`${what} is not refunded, and nothing more is tried: ${refund.failure}`);
  },
};

await runCommand(USAGE, async (args) => {
  const { command, id, amount, reason, late, all, holding, json } = readArguments(args);
  if (command === 'list') {
    await withShop(({ kysely }) => (holding ? printHolding(kysely, holding) : list(kysely, id.toLowerCase())));
    return 0;
  }
  if (command === 'show' && id !== '') {
    const record = await withShop(({ kysely }) => readOrder(kysely, id));
    if (!record) throw new StartError(`There is no order ${printable(id)}. See: npm run order -- list`);
    console.log(json ? JSON.stringify(record, null, 2) : orderText(record));
    return 0;
  }
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run || id === '') throw new StartError(USAGE);
  console.log(
    await withShop(async (database, config) => {
      const service = await openService(database, config);
      return run({ service, db: database.kysely }, { id, amount, reason, late, all });
    }),
  );
  return 0;
});

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        reason: { type: 'string', default: '' },
        late: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        holding: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const [command = '', id = '', amount, ...more] = positionals;
    if (more.length > 0) throw new Error('Too many arguments');
    return { command, id: id.includes('@') ? id : id.toUpperCase(), amount, ...values };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

async function readShop(config: Config) {
  const store = await readStore(config.storeFile);
  return { store, origin: config.publicUrl ?? `http://localhost:${config.port}`, log: createLog(config.logLevel) };
}

async function openService(database: Database<Tables>, config: Config): Promise<CheckoutService> {
  const { store, origin, log } = await readShop(config);
  // Sandbox events are refused here: the shop gets them when it is open.
  const deliver = () => new Response(null, { status: 503 });
  const secrets = openSecrets(config);
  const { provider } = openPayments({ config, store, origin, log }, { database, secrets }, deliver);
  const telling = { sendMail: createSendMail(secrets), shop: checkoutShop(store, origin) };
  return {
    db: database.kysely,
    actor: operator(),
    provider,
    ...telling,
    limits: config.orders,
    walletIsOpen: storeSettings(config.store).buyerWallet === 'on',
    inQueue: createCheckoutQueue(),
    acceptLicenses,
    settleGoods: createGoodsKinds(telling),
    ...noProviderEvents,
    log,
    now: () => new Date(),
  };
}

function lateSentence(id: string, { orderedCents, todayCents, problem }: Late, wasLate: boolean): string {
  const today = todayCents === null ? 'and cannot be had today' : `today it costs ${formatCents(todayCents)}`;
  const prices = `${id} had ended before this payment. It was ordered at ${formatCents(orderedCents)}, ${today}.`;
  const way = wasLate
    ? 'Give the money back by hand.'
    : 'Run the command with --late to take it at the price it was ordered at, or give the money back by hand.';
  return [prices, problem && refusalText(problem), way].filter(Boolean).join(' ');
}

function readCents(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text)) throw new StartError('The amount must be one such as 12.50.');
  return Math.round(Number(text) * 100);
}

async function printHolding(db: Shop['db'], productId: string) {
  const rows = await listHolding(db, productId, LISTED);
  if (rows.length === 0) return console.log(`No order holds items of ${productId}.`);
  console.table(
    rows.map((row) => ({
      order: row.order_id,
      customer: row.user_id ?? '',
      taken: row.taken,
      chosen: printable(selectedOptionsText(row.selected_options)),
      by: row.payment_method,
      ordered: minute(row.created_at),
      'held until': minute(row.expires_at),
    })),
  );
}

function minute(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
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
      ordered: minute(row.created_at),
    })),
  );
}
