// Comparison of the analytics with the rows: those of the marketplace, those of its sellers, and what lists find rows by.
import type { Kysely } from 'kysely';
import { findWrongProductCounts } from '../../catalogue/ports.ts';
import type { Looking } from '../../operations/ports.rules.ts';
import { countWronglyKept } from '../../operations/ports.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findWrongCounters } from './analytics.store.ts';
import { countedNames, findWrongHistories, findWrongQuarters } from './marketplace-analytics.store.ts';

/**
 * A sentence for each difference; none where all is well. Each statement sees one moment, in which what it compares was written together: also while
 * the shop is open. In between there is `pause`.
 */
export async function checkMarketplaceAnalytics(
  db: Kysely<ApiTables>,
  pause: () => Promise<void> = async () => {},
): Promise<string[]> {
  const quarters = (await findWrongQuarters(db)).map((wrong) => {
    const names = countedNames.filter((name) => wrong[name] !== wrong[`rows_${name}`]);
    const differences = names.map((name) => `${name} ${wrong[name]} instead of ${wrong[`rows_${name}`]}`);
    return `${wrong.quarter.toISOString()}: ${differences.join(', ')}`;
  });
  await pause();
  const orders = (await findWrongHistories(db)).map(
    ({ order_id, cents, rows_cents }) => `order ${order_id}: ${cents} cents given back instead of ${rows_cents}`,
  );
  await pause();
  const sellers = (await findWrongCounters(db)).map(
    ({ seller_id, product_id, day, what }) =>
      `shop ${seller_id}, product ${product_id}${day ? `, ${day}` : ''}: ${what} differ`,
  );
  await pause();
  const { lines, customers } = await countWronglyKept(db);
  const lists = [
    ...(lines > 0 ? [`lists: ${lines} lines are dated otherwise than their orders`] : []),
    ...(customers > 0 ? [`lists: of ${customers} customers it is told wrongly whether they have ordered`] : []),
  ];
  await pause();
  const products = (await findWrongProductCounts(db)).map(
    (wrong) => `products: ${wrong.counted} of ${wrong.product_type} counted instead of ${wrong.products}`,
  );
  return [...quarters, ...orders, ...sellers, ...lists, ...products];
}

export async function checkFigures(db: Kysely<ApiTables>, { differs, pause }: Looking): Promise<string> {
  for (const fault of await checkMarketplaceAnalytics(db, pause)) differs(fault);
  return 'The figures of the marketplace, the counters of its sellers and of products, and what lists find rows by.';
}
