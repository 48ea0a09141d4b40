import { approvalRoutes } from './approval.ts';
import { downloadRoutes } from './download.ts';
import { hubRoutes } from './hub.ts';
import { libraryRoutes } from './library.ts';
import { listingRoutes } from './listing.ts';
import { manifestRoutes } from './manifest.ts';
import type { RouteRow } from './marketplace.ts';
import { pictureRoutes } from './picture.ts';
import { sellerRoutes } from './seller.ts';
import { staffRoutes } from './staff.ts';
import { toolRoutes } from './tools.ts';
import { tradeRoutes } from './trade.ts';

/** The routes of sellers and of the staff, each topic's in a file of its own. */
export const marketplaceRoutes: RouteRow[] = [
  ...approvalRoutes,
  ...libraryRoutes,
  ...hubRoutes,
  ...downloadRoutes,
  ...listingRoutes,
  ...manifestRoutes,
  ...pictureRoutes,
  ...sellerRoutes,
  ...staffRoutes,
  ...toolRoutes,
  ...tradeRoutes,
];
