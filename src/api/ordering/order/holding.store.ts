// Which pending orders hold items of which products.
import { type Kysely, sql } from 'kysely';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { PaymentMethod } from '#contract/ordering/order.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/**
 * Pending orders that hold items which are not there any more: of each product, or variant, the newest, so many that what
 * the others hold is there. The newest come first.
 */
export async function listOverheldOrders(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from (
      select "order".order_id, "order".created_at,
        case when product.variants = '[]' then product.held - product.stock
          when line.is_variant
            then api.variant_excess(product.variants, product.variants_held, line.selected_options) end as excess,
        sum(coalesce(line.taken, line.quantity)) over (partition by line.product_id, variant.place
          order by "order".created_at desc, "order".order_id) - coalesce(line.taken, line.quantity) as of_newer
      from api.product as product
        join api.order_line as line on line.product_id = product.product_id and line.counted
        join api."order" as "order" on "order".order_id = line.order_id and "order".status = 'pending'
        -- A variant is known by its choices, in whatever order an import has put its options since.
        left join lateral (
          select list.place from jsonb_array_elements(product.variants) with ordinality as list (variant, place)
          where line.is_variant and list.variant -> 'selected_options' @> line.selected_options
            and list.variant -> 'selected_options' <@ line.selected_options) as variant on true
      where product.overheld or product.variant_overheld) as holding
    where of_newer < excess
    group by order_id order by min(created_at) desc, order_id limit ${limit}`.execute(db);
  return rows.map((row) => row.order_id);
}

type Holding = {
  order_id: string;
  user_id: string | null;
  payment_method: PaymentMethod;
  /** Units of stock. */
  taken: number;
  selected_options: SelectedOption[];
  created_at: Date;
  expires_at: Date;
};

/** The pending orders that hold items of a product, newest first. */
export async function listHolding(db: Db, productId: string, limit: number): Promise<Holding[]> {
  return db
    .selectFrom('api.order_line as line')
    .innerJoin('api.order as order', 'order.order_id', 'line.order_id')
    .select([
      'order.order_id',
      'order.user_id',
      'order.payment_method',
      'line.selected_options',
      'order.created_at',
      'order.expires_at',
    ])
    .select(({ fn }) => fn.coalesce('line.taken', 'line.quantity').as('taken'))
    .where('line.product_id', '=', productId)
    .where('line.counted', '=', true)
    .where('order.status', '=', 'pending')
    .orderBy('order.created_at', 'desc')
    .orderBy('order.order_id')
    .limit(limit)
    .execute();
}

/** Notes which lines of the order are counted now. Answers the order with them. */
export async function recordCounted(db: Db, order: StoredOrder, lines: StoredLine[]): Promise<StoredOrder> {
  for (const [index, { line, counted }] of lines.entries()) {
    if (counted === order.lines[index]?.counted) continue;
    await db
      .updateTable('api.order_line')
      .set({ counted })
      .where('order_id', '=', order.order_id)
      .where('line', '=', line)
      .execute();
  }
  return { ...order, lines };
}
