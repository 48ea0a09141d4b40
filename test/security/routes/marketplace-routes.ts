import { pictureRoutes } from './catalogue/picture.ts';
import { reviewRoutes } from './catalogue/review.ts';
import { staffLicenseRoutes } from './catalogue/staff-license.ts';
import { staffSearchRoutes } from './catalogue/staff-search.ts';
import { downloadRoutes } from './goods/download.ts';
import { hubRoutes } from './goods/hub.ts';
import { libraryRoutes } from './goods/library.ts';
import { manifestRoutes } from './goods/manifest.ts';
import { productKeyRoutes } from './goods/product-key.ts';
import { provisionRoutes } from './goods/provision.ts';
import { releaseRoutes } from './goods/release.ts';
import { buyerWalletRoutes } from './money/buyer-wallet.ts';
import { financeRoutes } from './money/finance.ts';
import { payoutRoutes } from './money/payout.ts';
import { reconciliationRoutes } from './money/reconciliation.ts';
import { walletRoutes } from './money/wallet.ts';
import { staffJobRoutes } from './operations/staff-job.ts';
import { staffListRoutes } from './operations/staff-list.ts';
import { couponRoutes } from './ordering/coupon.ts';
import { disputeRoutes } from './ordering/dispute.ts';
import { staffOrderRoutes } from './ordering/staff-order.ts';
import { tradeRoutes } from './ordering/trade.ts';
import { sshKeyRoutes } from './people/ssh-key.ts';
import { staffRoutes } from './people/staff.ts';
import { staffCustomerRoutes } from './people/staff-customer.ts';
import { approvalRoutes } from './selling/approval.ts';
import { listingRoutes } from './selling/listing.ts';
import type { RouteRow } from './selling/marketplace.ts';
import { sellerRoutes } from './selling/seller.ts';
import { staffImportRoutes } from './selling/staff-import.ts';
import { staffProductRoutes } from './selling/staff-product.ts';
import { toolRoutes } from './selling/tools.ts';

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
  ...sshKeyRoutes,
  ...staffOrderRoutes,
  ...staffRoutes,
  ...staffCustomerRoutes,
  ...staffImportRoutes,
  ...staffJobRoutes,
  ...staffLicenseRoutes,
  ...staffSearchRoutes,
  ...staffListRoutes,
  ...toolRoutes,
  ...tradeRoutes,
  ...walletRoutes,
];
