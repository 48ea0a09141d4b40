// Machines of rentals: reserved from the payment on, and in stock again when the time is over (decision 0066).
import type { Kysely } from 'kysely';
import { minutesOfUnit } from '#contract/catalogue/product/price-unit.ts';
import { isRental } from '#contract/catalogue/product/rental.ts';
import { jobOf } from '#contract/operations/jobs.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import { countedAs } from '../../catalogue/ports.rules.ts';
import { findOffers, holdItems, returnItems, sellItems } from '../../catalogue/ports.ts';
import type { LockedMachine, StoredLine, StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { CheckoutService } from '../checkout/checkout-service.ts';
import { countedItems, isSold } from '../order/order.rules.ts';
import { lockOrder } from '../order/order.store.ts';
import { addReturned, listEndedRentals, recordRentals } from './rental.store.ts';

type Db = Kysely<ApiTables>;
type Running = Pick<CheckoutService, 'db' | 'log' | 'now'>;

const BATCH = 100;
/** A century: what is longer ends for nobody who is there. */
const LONGEST_SECONDS = 100 * 365 * 24 * 60 * 60;

/** Notes of an order that is sold how long its machines are reserved. Hours say themselves when they are used up. */
export async function recordRentalsOf(db: Db, order: StoredOrder): Promise<void> {
  const rented = countedItems(order).filter((line) => isRental(line) && !line.goods.hours);
  await recordRentals(
    db,
    order.order_id,
    rented.map(({ line, quantity, price_unit: unit }) => ({
      line,
      seconds: Math.min(LONGEST_SECONDS, Math.max(1, Math.round((minutesOfUnit(unit) ?? 0) * quantity * 60))),
    })),
  );
}

/**
 * Locks one machine of a line, with its order and its product: nobody else sells it or returns it until the transaction ends. Null where the
 * line takes no machines of the stock.
 */
export async function lockMachine(db: Db, orderId: string, number: number): Promise<LockedMachine | null> {
  const order = await lockOrder(db, orderId);
  const line = order?.lines.find((one) => one.line === number);
  // Orders of before this rule took their hours of the stock, and give none back.
  if (!order || !line?.counted || !isRental(line) || line.taken !== line.machines) return null;
  const offer = (await findOffers(db, [line.product_id], { lock: true })).get(line.product_id);
  const machine = { ...line, taken: 1 };
  const isReserved = isSold(order) && !line.given_back;
  return {
    async giveBack() {
      if (!isReserved) return false;
      await returnItems(db, [machine]);
      await addReturned(db, orderId, number, 1);
      return true;
    },
    async takeAgain() {
      const free = offer ? (countedAs(offer, line)?.free ?? null) : null;
      if (free === 0) return false;
      await holdItems(db, [machine]);
      await sellItems(db, [machine]);
      await addReturned(db, orderId, number, -1);
      return true;
    },
  };
}

/** Units of a line that are not in stock: all that it took, but for the machines whose rental has ended. */
export function withUnreturned(line: StoredLine): StoredLine {
  return { ...line, taken: line.taken - line.machines_returned };
}

/** Answers how to stop. */
export function returnMachinesRegularly(service: Running): () => Promise<void> {
  const onError = (error: unknown) =>
    service.log.error({ part: 'api', error: String(error) }, 'machines of ended rentals could not be returned');
  return runRegularly({ db: service.db, ...jobOf('return machines'), work: () => returnMachines(service), onError });
}

/** Puts the machines of ended rentals into stock again. Safe to repeat, and in several processes at once. */
export async function returnMachines({ db, log, now }: Running): Promise<void> {
  for (const { order_id: orderId, line } of await listEndedRentals(db, now(), BATCH))
    await inTransaction(db, (transaction) => returnLine(transaction, orderId, line)).catch((error: Error) =>
      log.error({ part: 'api', order: orderId, line, error: error.stack }, 'machines of a rental were not returned'),
    );
}

async function returnLine(transaction: Db, orderId: string, number: number): Promise<void> {
  const order = await lockOrder(transaction, orderId);
  const line = order?.lines.find((one) => one.line === number);
  if (!order || !line || !isSold(order) || line.given_back || line.machines_returned >= line.taken) return;
  await returnItems(transaction, [withUnreturned(line)]);
  await addReturned(transaction, orderId, number, line.taken - line.machines_returned);
}
