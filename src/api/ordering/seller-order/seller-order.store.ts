// Sales: which paid orders have lines of a shop. Every question names the shop: other lines of an order are nobody's business here.
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { SellerOrderFilter } from '#contract/ordering/seller-order.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { SaleRow } from './seller-order.rules.ts';

type Db = Kysely<ApiTables>;

/** At most `limit` sales of the shop, newest first, from `after` on. `begin`: how the id of the order begins. */
export async function listSales(
  db: Db,
  sellerId: string,
  page: { after: ListCursor | null; limit: number; state: SellerOrderFilter | null; isLate: boolean; begin: string },
): Promise<Array<SaleRow & { micros: string }>> {
  const { after, state, isLate, begin } = page;
  return (
    salesOf(db, sellerId)
      .select(microsOf('sale.paid_at').as('micros'))
      .$if(state !== null, (query) => query.where('sale.state', '=', state as SellerOrderFilter))
      .$if(isLate, (query) => query.where('sale.state', '=', 'to_deliver').where(hasLateLine))
      // As a range, for the index: ids are written in capitals and digits.
      .$if(begin !== '', (query) => query.where('sale.order_id', '>=', begin).where('sale.order_id', '<', `${begin}~`))
      .$if(after !== null, (query) =>
        query.where(olderThan(after as ListCursor, { moment: 'sale.paid_at', id: 'sale.order_id' })),
      )
      .orderBy('sale.paid_at', 'desc')
      .orderBy('sale.order_id')
      .limit(page.limit)
      .execute()
  );
}

/** As the list of the staff has it (order-source.store.ts); what an endpoint sets up late is told where it stands. */
const hasLateLine = sql<boolean>`exists (select from api.order_line as line
  where line.order_id = sale.order_id and line.seller_id = sale.seller_id and line.goods = '{}' and line.delivered_at is null
    and line.refunded_cents < line.amount_cents - line.discount_cents
    and sale.paid_at + line.delivery_within_hours * interval '1 hour' < now())`;

export async function findSale(db: Db, sellerId: string, orderId: string): Promise<SaleRow | null> {
  return (await salesOf(db, sellerId).where('sale.order_id', '=', orderId).executeTakeFirst()) ?? null;
}

function salesOf(db: Db, sellerId: string) {
  return db
    .selectFrom('api.seller_order as sale')
    .innerJoin('api.order as order', 'order.order_id', 'sale.order_id')
    .select([
      'sale.order_id',
      'sale.paid_at',
      'sale.state',
      'order.status',
      'order.billing',
      'order.account_id',
      'order.user_id',
    ])
    .select((eb) => [
      eb
        .selectFrom('api.user as user')
        .select('user.username')
        .whereRef('user.account_id', '=', 'order.account_id')
        .limit(1)
        .as('username'),
      // An aggregate is asked order by order; `not exists` may become one look through all lines there are.
      sql<Date | null>`case when not (select bool_or(other.delivered_at is not null) from api.order_line as other
        where other.order_id = sale.order_id) then "order".fulfilled_at end`.as('fulfilled_as_whole'),
      jsonArrayFrom(
        eb
          .selectFrom('api.order_line as line')
          // A line of several machines is an entitlement for each: what the slowest of them waits for is shown.
          .leftJoinLateral(
            (granted) =>
              granted
                .selectFrom('api.entitlement as entitlement')
                .leftJoin('api.product_key_wait as wait', 'wait.entitlement_id', 'entitlement.entitlement_id')
                .leftJoin('api.access_grant as grant', 'grant.entitlement_id', 'entitlement.entitlement_id')
                .select(({ fn }) => [
                  fn.max('wait.missing').as('keys_missing'),
                  fn.max('grant.promised_at').as('access_promised_at'),
                  sql<string | null>`min(entitlement.granted_at) filter (where "grant".state = 'waiting')`.as(
                    'access_waits_since',
                  ),
                ])
                .whereRef('entitlement.order_id', '=', 'line.order_id')
                .whereRef('entitlement.line', '=', 'line.line')
                .as('owed'),
            (join) => join.onTrue(),
          )
          .select([
            'line.line',
            'line.product_id',
            'line.product_name',
            'line.product_version',
            'line.unit_price_micros',
            'line.quantity',
            'line.machines',
            'line.amount_cents',
            'line.discount_cents',
            'line.refunded_cents',
            'line.price_unit',
            'line.selected_options',
            'line.license',
            'line.delivered_at',
            'line.extends',
            'line.goods',
            'line.delivery_within_hours',
            'line.disputed',
            'owed.keys_missing',
            'owed.access_promised_at',
            'owed.access_waits_since',
          ])
          .select(
            sql<string | null>`(select dispute.dispute_id from api.line_dispute as dispute
              where dispute.order_id = line.order_id and dispute.line = line.line order by dispute.opened_at desc limit 1)`.as(
              'dispute_id',
            ),
          )
          .whereRef('line.order_id', '=', 'sale.order_id')
          .whereRef('line.seller_id', '=', 'sale.seller_id')
          .orderBy('line.line'),
      ).as('lines'),
    ])
    .where('sale.seller_id', '=', sellerId);
}
