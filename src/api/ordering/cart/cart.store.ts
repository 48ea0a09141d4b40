import type { Kysely } from 'kysely';
import { lineKey } from '#contract/catalogue/product/variant.ts';
import type { Cart, CartItem } from '#contract/ordering/checkout.ts';
import type { Refused } from '#contract/refusal.ts';
import { areKnownOptions } from '../../catalogue/ports.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';

/** The account whose cart it is, and its address. */
type Owner = { userId: string; email: string };

export async function findCart(db: Kysely<ApiTables>, accountId: string): Promise<Cart> {
  const items = await findItems(db, accountId);
  const applied = await db
    .selectFrom('api.cart_coupon')
    .select('coupon')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { items, ...applied };
}

async function findItems(db: Kysely<ApiTables>, accountId: string): Promise<CartItem[]> {
  const rows = await db
    .selectFrom('api.cart_item')
    .select(['product_id', 'quantity', 'machines', 'selected_options'])
    .where('account_id', '=', accountId)
    .orderBy('line')
    .execute();
  return rows.map(({ selected_options, machines, ...item }) => ({
    ...item,
    ...(machines > 1 && { machines }),
    ...(selected_options.length > 0 && { selected_options }),
  }));
}

/**
 * Takes the place of what was there. Products that are not sold any more are left out; a choice that a product does not have is
 * refused, and everything stays as it was.
 */
export async function saveCart(db: Kysely<ApiTables>, owner: Owner, { items, coupon }: Cart): Promise<Refused | null> {
  return db.transaction().execute(async (transaction) => {
    const sold = await soldItems(transaction, owner, items);
    if ('refused' in sold) return sold;
    await transaction.deleteFrom('api.cart_item').where('account_id', '=', owner.userId).execute();
    if (sold.items.length > 0) await insertItems(transaction, owner, sold.items);
    await saveCoupon(transaction, owner, coupon ?? '');
    return null;
  });
}

async function soldItems(
  db: Kysely<ApiTables>,
  owner: Owner,
  items: CartItem[],
): Promise<{ items: CartItem[] } | Refused> {
  if (items.length === 0) return { items };
  const known = await db
    .selectFrom('api.product')
    .select(['product_id', 'product_name', 'options'])
    .where(
      'product_id',
      'in',
      items.map((item) => item.product_id),
    )
    .execute();
  const products = new Map(known.map((row) => [row.product_id, row]));
  const sold = items.filter((item) => products.has(item.product_id));
  const wrong = sold.filter(
    ({ product_id, selected_options = [] }) =>
      !areKnownOptions(selected_options, products.get(product_id)?.options ?? []),
  );
  // Items that were right when they were saved stay: the cart says what has become of them, and nothing else is lost.
  const saved = new Set(wrong.length > 0 ? (await findItems(db, owner.userId)).map(lineKey) : []);
  const refused = wrong.find((item) => !saved.has(lineKey(item)));
  if (!refused) return { items: sold };
  const productName = products.get(refused.product_id)?.product_name ?? '';
  return { refused: { code: 'options_unknown', productName, selected: refused.selected_options ?? [] } };
}

async function saveCoupon(db: Kysely<ApiTables>, { userId, email }: Owner, coupon: string): Promise<void> {
  if (coupon === '') {
    await db.deleteFrom('api.cart_coupon').where('account_id', '=', userId).execute();
    return;
  }
  await db
    .insertInto('api.cart_coupon')
    .values({ account_id: userId, user_id: email, coupon })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ coupon, user_id: email }))
    .execute();
}

async function insertItems(db: Kysely<ApiTables>, owner: Owner, items: CartItem[]): Promise<void> {
  await db
    .insertInto('api.cart_item')
    .values(
      items.map(({ product_id, quantity, machines = 1, selected_options = [] }, line) => ({
        account_id: owner.userId,
        user_id: owner.email,
        line,
        product_id,
        quantity,
        machines,
        selected_options: JSON.stringify(selected_options),
      })),
    )
    // Two devices may save at once: the later one wins, line by line.
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'line']).doUpdateSet((eb) => ({
        product_id: eb.ref('excluded.product_id'),
        quantity: eb.ref('excluded.quantity'),
        machines: eb.ref('excluded.machines'),
        selected_options: eb.ref('excluded.selected_options'),
      })),
    )
    .execute();
}
