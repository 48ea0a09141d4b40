// Buyers who all want the same free thing at once, in a process of their own.

import { pino } from 'pino';
import { acceptLicenses } from '#api/catalogue/license/accept-licenses.ts';
import { createGoodsKinds } from '#api/goods/entitlement/goods-kinds.ts';
import type { CheckoutService } from '#api/ordering/checkout/checkout-service.ts';
import { noProviderEvents } from '#api/ordering/checkout/checkout-service.ts';
import { createCheckoutQueue } from '#api/ordering/checkout/placing/checkout-queue.ts';
import { placeCardOrder } from '#api/ordering/checkout/placing/place-order.ts';
import { defaultUnpaidOrderLimits } from '#api/ordering/order/unpaid-order-limits.rules.ts';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { aShop } from '../factories/shop.ts';

/** Handed over as the JSON of the first argument. It begins once a line comes in, and prints what became of each as JSON. */
export type FreeOrdersProcess = { databaseUrl: string | null; dataDir: string; name: string; buyers: number };
/** The id of an order, or why there is none. */
export type FreeOrders = Array<{ order: string } | { refused: string }>;

const given = JSON.parse(process.argv[2] ?? '') as FreeOrdersProcess;
const database = await openDatabase<Tables>(given);
const telling = { sendMail: async () => undefined, shop: aShop({ origin: 'http://shop.test' }) };
const service: CheckoutService = {
  db: database.kysely as never,
  actor: { kind: 'customer' },
  // Nothing is paid.
  provider: undefined as never,
  ...telling,
  limits: defaultUnpaidOrderLimits,
  inQueue: createCheckoutQueue(),
  acceptLicenses,
  settleGoods: createGoodsKinds(telling),
  ...noProviderEvents,
  walletIsOpen: false,
  log: pino({ level: 'silent' }),
  now: () => new Date(),
};
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const outcomes: FreeOrders = await Promise.all(
  Array.from({ length: given.buyers }, async (_, index) => {
    const outcome = await placeCardOrder(service, {
      items: [{ product_id: 'pen', quantity: 1 }],
      amount: 0,
      coupon: null,
      walletCents: 0,
      userId: `${given.name}${index}@example.com`,
      accountId: `sub-of-${given.name}${index}`,
    });
    return 'refused' in outcome ? { refused: outcome.refused.code } : { order: outcome.placed.order.order_id };
  }),
);
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
await database.close();
process.exit(0);
