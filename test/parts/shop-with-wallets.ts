// A shop that sells one product at $100, whose buyer has a wallet; what is written is compared with the ledger after each test.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { verifyLedger } from '#ledger/verify.store.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { verifyWallet } from '../../src/api/money/wallet/verify-wallet.store.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aProduct } from '../factories/product.ts';
import { type Buying, startBuying } from './buying.ts';
import { emptyPayments } from './payments.ts';
import { walletOf } from './wallets.ts';

export function shopWithWallets() {
  let shop: Buying;
  const place = {} as { database: Database<Tables> };
  beforeAll(async () => {
    place.database = await openTestDatabase();
  });
  beforeEach(async () => {
    await emptyDatabase(place.database as never);
    await emptyPayments(place.database);
    await place.database.kysely
      .insertInto('api.product')
      .values(aProduct({ product_id: 'gpu', product_name: 'GPU', price_micros: 100_000_000, stock: 1_000 }))
      .execute();
  });
  afterEach(async () => {
    const faults = await place.database.kysely
      .transaction()
      .execute(async (transaction) => [
        ...(await verifyLedger(transaction)).faults,
        ...(await verifyWallet(transaction)).faults,
      ]);
    await shop.close();
    expect(faults).toEqual([]);
  });
  afterAll(() => place.database.close());

  return Object.assign(place, {
    /** `paidIn`: dollars that are in Jane's wallet. */
    async open(given: Parameters<typeof startBuying>[1] & { paidIn?: number } = {}) {
      const { paidIn = 0, ...options } = given;
      shop = await startBuying(place.database, options);
      const jane = await shop.customer('jane');
      const wallet = walletOf(shop, jane);
      if (paidIn > 0) await wallet.payIn(paidIn);
      const items = (quantity: number) => [{ product_id: 'gpu', quantity }];
      return {
        shop,
        jane,
        wallet,
        order: async (orderId: string) => (await jane.get(`/order/${orderId}`)).body,
        /** Orders so many, and pays so many dollars of it from the wallet. */
        place: (wallet_amount: number, quantity = 1) =>
          jane.post('/checkout-session', { items: items(quantity), amount: 100 * quantity, wallet_amount }),
        /** The same, and what is left by card. Answers its number. */
        async buy(wallet_amount: number, quantity = 1): Promise<string> {
          const { body } = await jane.post('/checkout-session', {
            items: items(quantity),
            amount: 100 * quantity,
            wallet_amount,
          });
          if (wallet_amount < 100 * quantity) await shop.pay(body.checkout_url);
          await jane.get(`/success?session_id=${await sessionOf(place.database, body.order_id)}`);
          return body.order_id;
        },
      };
    },
  });
}

async function sessionOf({ kysely }: Database<Tables>, orderId: string): Promise<string> {
  const { session_id } = await kysely
    .selectFrom('api.order')
    .select('session_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return session_id ?? '';
}
