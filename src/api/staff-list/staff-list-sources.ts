import { auditSource } from './audit-source.store.ts';
import { couponSource } from './coupon-source.store.ts';
import { customerSource } from './customer-source.store.ts';
import { disputeSource } from './dispute-source.store.ts';
import { jobSource } from './job-source.store.ts';
import type { ListSource } from './list-source.sql.ts';
import { orderSource } from './order-source.store.ts';
import { payoutSource } from './payout-source.store.ts';
import { productSource } from './product-source.store.ts';
import { reviewSource } from './review-source.store.ts';
import { sellerSource } from './seller-source.store.ts';

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
