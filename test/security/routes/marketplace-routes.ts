import { approvalRoutes } from './approval.ts';
import { listingRoutes } from './listing.ts';
import type { RouteRow } from './marketplace.ts';
import { pictureRoutes } from './picture.ts';
import { sellerRoutes } from './seller.ts';
import { staffRoutes } from './staff.ts';

/** The routes of sellers and of the staff, each topic's in a file of its own. */
export const marketplaceRoutes: RouteRow[] = [
  ...sellerRoutes,
  ...approvalRoutes,
  ...listingRoutes,
  ...pictureRoutes,
  ...staffRoutes,
];
