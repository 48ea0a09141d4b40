import { repairProductCounts } from '../../catalogue/ports.ts';
import type { RepairedFigures } from '../../operations/ports.rules.ts';
import { repairKeptForLists } from '../../operations/ports.ts';
import type { Db } from '../../schema/db.ts';
import { foldMarketplaceAnalytics } from './fold-marketplace-analytics.ts';
import { repairMarketplaceAnalytics } from './marketplace-analytics.store.ts';

/** Makes what is kept of the marketplace and for lists equal to the rows. Also while the shop is open, and more than once. */
export async function repairFigures(db: Db): Promise<RepairedFigures> {
  const { quarters, orders } = await repairMarketplaceAnalytics(db);
  await foldMarketplaceAnalytics({ db });
  return { quarters, orders, ...(await repairKeptForLists(db)), products: await repairProductCounts(db) };
}
