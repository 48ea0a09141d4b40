import type { Order } from '#contract/order.ts';
import type { BankAccount } from '#contract/store.ts';
import type { Db } from '../db.ts';
import { findPictures } from '../product/product.store.ts';
import { type StoredOrder, toOrder } from './order.rules.ts';

/** Orders as the API tells them to their customer, with the pictures that their products have now. `bank` is where the shop takes transfers. */
export async function tellOrders(db: Db, orders: StoredOrder[], bank: BankAccount | null): Promise<Order[]> {
  const pictures = await findPictures(
    db,
    orders.flatMap(({ lines }) => lines.map(({ product_id }) => product_id)),
  );
  return orders.map((order) => toOrder(order, { bank, pictures }));
}

export async function tellOrder(db: Db, order: StoredOrder, bank: BankAccount | null): Promise<Order> {
  const pictures = await findPictures(
    db,
    order.lines.map(({ product_id }) => product_id),
  );
  return toOrder(order, { bank, pictures });
}
