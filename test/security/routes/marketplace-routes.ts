import { approvalRoutes } from './approval.ts';
import { buyerWalletRoutes } from './buyer-wallet.ts';
import { couponRoutes } from './coupon.ts';
import { disputeRoutes } from './dispute.ts';
import { downloadRoutes } from './download.ts';
import { financeRoutes } from './finance.ts';
import { hubRoutes } from './hub.ts';
import { libraryRoutes } from './library.ts';
import { listingRoutes } from './listing.ts';
import { manifestRoutes } from './manifest.ts';
import type { RouteRow } from './marketplace.ts';
import { payoutRoutes } from './payout.ts';
import { pictureRoutes } from './picture.ts';
import { productKeyRoutes } from './product-key.ts';
import { provisionRoutes } from './provision.ts';
import { reconciliationRoutes } from './reconciliation.ts';
import { releaseRoutes } from './release.ts';
import { reviewRoutes } from './review.ts';
import { sellerRoutes } from './seller.ts';
import { staffRoutes } from './staff.ts';
import { staffCustomerRoutes } from './staff-customer.ts';
import { staffImportRoutes } from './staff-import.ts';
import { staffJobRoutes } from './staff-job.ts';
import { staffLicenseRoutes } from './staff-license.ts';
import { staffListRoutes } from './staff-list.ts';
import { staffOrderRoutes } from './staff-order.ts';
import { staffProductRoutes } from './staff-product.ts';
import { toolRoutes } from './tools.ts';
import { tradeRoutes } from './trade.ts';
import { walletRoutes } from './wallet.ts';

/** The routes of sellers and of the staff, each topic's in a file of its own. */
export const marketplaceRoutes: RouteRow[] = [
  ...approvalRoutes,
  ...buyerWalletRoutes,
  ...couponRoutes,
  ...staffProductRoutes,
  ...reviewRoutes,
  ...libraryRoutes,
  ...financeRoutes,
  ...reconciliationRoutes,
  ...hubRoutes,
  ...disputeRoutes,
  ...downloadRoutes,
  ...listingRoutes,
  ...manifestRoutes,
  ...payoutRoutes,
  ...pictureRoutes,
  ...releaseRoutes,
  ...productKeyRoutes,
  ...provisionRoutes,
  ...sellerRoutes,
  ...staffOrderRoutes,
  ...staffRoutes,
  ...staffCustomerRoutes,
  ...staffImportRoutes,
  ...staffJobRoutes,
  ...staffLicenseRoutes,
  ...staffListRoutes,
  ...toolRoutes,
  ...tradeRoutes,
  ...walletRoutes,
];
