// Whether the figures are what the rows come to: those of the marketplace, those of its sellers, and what lists find rows by.
import type { Kysely } from 'kysely';
import type { ApiTables } from '../schema.ts';
import { countWronglyKept } from '../staff-list/kept-for-lists.store.ts';
import { findWrongCounters } from './figures.store.ts';
import { countedNames, findWrongHistories, findWrongQuarters } from './shop-figures.store.ts';

/** A sentence for each difference; none where all is well. All of it as of one moment, also while the shop is open. */
export async function checkShopFigures(db: Kysely<ApiTables>): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const quarters = (await findWrongQuarters(moment)).map((wrong) => {
        const names = countedNames.filter((name) => wrong[name] !== wrong[`rows_${name}`]);
        const told = names.map((name) => `${name} ${wrong[name]} instead of ${wrong[`rows_${name}`]}`);
        return `${wrong.quarter.toISOString()}: ${told.join(', ')}`;
      });
      const orders = (await findWrongHistories(moment)).map(
        ({ order_id, cents, rows_cents }) => `order ${order_id}: ${cents} cents given back instead of ${rows_cents}`,
      );
      const sellers = (await findWrongCounters(moment)).map(
        ({ seller_id, product_id, day, what }) =>
          `shop ${seller_id}, product ${product_id}${day ? `, ${day}` : ''}: ${what} differ`,
      );
      const { lines, customers } = await countWronglyKept(moment);
      const lists = [
        ...(lines > 0 ? [`lists: ${lines} lines are dated otherwise than their orders`] : []),
        ...(customers > 0 ? [`lists: of ${customers} customers it is told wrongly whether they have ordered`] : []),
      ];
      return [...quarters, ...orders, ...sellers, ...lists];
    });
}
