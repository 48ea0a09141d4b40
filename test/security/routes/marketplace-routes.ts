import { listingRoutes } from './listing.ts';
import { approvalRoutes } from './approval.ts';
import type { RouteRow } from './marketplace.ts';
import { pictureRoutes } from './picture.ts';
import { sellerRoutes } from './seller.ts';
import { staffRoutes } from './staff.ts';

/** The routes of sellers and of the staff, each topic's in a file of its own. */
export const marketplaceRoutes: RouteRow[] = [...sellerRoutes, ...pictureRoutes, ...listingRoutes];
export const marketplaceRoutes: RouteRow[] = [...sellerRoutes, ...approvalRoutes, ...pictureRoutes];
export const marketplaceRoutes: RouteRow[] = [...sellerRoutes, ...approvalRoutes, ...pictureRoutes, ...staffRoutes];
