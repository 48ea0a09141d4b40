import type { RouteRow } from './marketplace.ts';
import { sellerRoutes } from './seller.ts';
import { toolRoutes } from './tools.ts';
import { tradeRoutes } from './trade.ts';

/** The routes of sellers and of the staff, each topic's in a file of its own. */
export const marketplaceRoutes: RouteRow[] = [...sellerRoutes, ...tradeRoutes, ...toolRoutes];
