import { productSource } from './catalogue/product/product-source.store.ts';
import { reviewSource } from './catalogue/review/review-source.store.ts';
import { payoutSource } from './money/payout/payout-source.store.ts';
import { auditSource } from './operations/audit-entry/audit-source.store.ts';
import { jobSource } from './operations/staff-job/job-source.store.ts';
import type { ListSource } from './operations/staff-list/list-source.sql.ts';
import { couponSource } from './ordering/coupon/coupon-source.store.ts';
import { disputeSource } from './ordering/dispute/dispute-source.store.ts';
import { orderSource } from './ordering/order/order-source.store.ts';
import { customerSource } from './people/customer/customer-source.store.ts';
import { sellerSource } from './selling/seller/seller-source.store.ts';

/** Where every list of the back office has its rows from. */
export function staffListSources(shopName: string): ListSource[] {
  return [
    orderSource,
    productSource,
    customerSource,
    sellerSource,
    reviewSource,
    couponSource,
    payoutSource(shopName),
    disputeSource,
    auditSource,
    jobSource,
  ];
}
