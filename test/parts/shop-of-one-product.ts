// A shop that sells one product of which there are few, on a database of its own: for tests of what becomes of payments.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { dashboard } from '../clients/payments-dashboard.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aProduct } from '../factories/product.ts';
import { type Buying, startBuying } from './buying.ts';
import { emptyPayments } from './payments.ts';

export const STOCK = 8;

/** To be called once in a test file. `open` opens the shop again, with other circumstances. */
export function shopOfOneProduct() {
  const opened: Buying[] = [];
  const place = {
    database: undefined as unknown as Awaited<ReturnType<typeof openTestDatabase>>,
    async open(given: Parameters<typeof startBuying>[1] = {}) {
      const shop = await startBuying(place.database, given);
      opened.push(shop);
      return { ...shop, dashboard: dashboard(shop.stripe), jane: await shop.customer('jane') };
    },
    /** The stock, what is held, and what the provider has taken and given back. */
    async books() {
      const { rows } = await sql<Record<'stock' | 'held' | 'captured' | 'returned', number>>`select stock, held,
        (select coalesce(sum(amount_received), 0)::int from payments.payment_intent) as captured,
        (select coalesce(sum(amount), 0)::int from payments.refund where status = 'succeeded') as returned
        from api.product where product_id = 'gpu'`.execute(place.database.kysely);
      return rows[0];
    },
    /** Oldest first. */
    refunds: () => place.database.kysely.selectFrom('api.refund').selectAll().orderBy('created_at').execute(),
    /** Audit log of an order or a payment. */
    async audit(subject: string) {
      const { rows } = await sql<{
        action: string;
      }>`select action from platform.audit_entry where subject_id = ${subject}
        order by id`.execute(place.database.kysely);
      return rows.map(({ action }) => action);
    },
    /** The product as the shopkeeper changes it. */
    change: (change: { price_micros?: number; stock?: number | null; held?: number }) =>
      place.database.kysely.updateTable('api.product').set(change).where('product_id', '=', 'gpu').execute(),
  };

  beforeAll(async () => {
    place.database = await openTestDatabase();
  });
  beforeEach(async () => {
    await emptyDatabase(place.database);
    await emptyPayments(place.database);
    const gpu = aProduct({ product_id: 'gpu', product_name: 'GPU hour', price_micros: 2_500_000, stock: STOCK });
    await place.database.kysely.insertInto('api.product').values(gpu).execute();
  });
  afterEach(() => Promise.all(opened.splice(0).map((shop) => shop.close())));
  afterAll(() => place.database.close());
  return place;
}

export const gpu = (quantity: number) => ({
  items: [{ product_id: 'gpu', quantity }],
  amount: 2.5 * quantity,
});

/** The id of the session behind the address of its page. */
export const sessionOf = (checkoutUrl: string): string => new URL(checkoutUrl).pathname.split('/').at(-1) ?? '';

export const billing = {
  first_name: 'Jane',
  last_name: 'Example',
  address: '1 Example Street',
  city: 'Berlin',
  country: 'DE',
  postcode: '10115',
  mobile: '+49 30 1234567',
  email: 'jane@example.com',
};
