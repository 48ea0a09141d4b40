import type { Kysely } from 'kysely';
import type { CartItem } from '#contract/checkout.ts';
import type { ApiTables } from '../schema.ts';

/** The account whose cart it is, and its address. */
type Owner = { userId: string; email: string };

export async function findCart(db: Kysely<ApiTables>, accountId: string): Promise<CartItem[]> {
  return db
    .selectFrom('api.cart_item')
    .select(['product_id', 'quantity'])
    .where('account_id', '=', accountId)
    .orderBy('line')
    .execute();
}

/** Takes the place of what was there. Products that are not sold any more are left out. */
export async function saveCart(db: Kysely<ApiTables>, owner: Owner, items: CartItem[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('api.cart_item').where('account_id', '=', owner.userId).execute();
    if (items.length === 0) return;
    const known = await transaction
      .selectFrom('api.product')
      .select('product_id')
      .where(
        'product_id',
        'in',
        items.map((item) => item.product_id),
      )
      .execute();
    const ids = new Set(known.map((row) => row.product_id));
    const rows = items.filter((item) => ids.has(item.product_id));
    if (rows.length === 0) return;
    await transaction
      .insertInto('api.cart_item')
      .values(
        rows.map(({ product_id, quantity }, line) => ({
          account_id: owner.userId,
          user_id: owner.email,
          line,
          product_id,
          quantity,
        })),
      )
      // Two devices may save at once: the later one wins, line by line.
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'line']).doUpdateSet((eb) => ({
          product_id: eb.ref('excluded.product_id'),
          quantity: eb.ref('excluded.quantity'),
        })),
      )
      .execute();
  });
}
