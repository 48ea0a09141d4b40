import { auditList } from './audit-list.ts';
import { couponList } from './coupon-list.ts';
import { customerList } from './customer-list.ts';
import type { ListDescription } from './description.ts';
import { disputeList } from './dispute-list.ts';
import { jobList } from './job-list.ts';
import { orderList } from './order-list.ts';
import { payoutList } from './payout-list.ts';
import { productList } from './product-list.ts';
import { reviewList } from './review-list.ts';
import { sellerList } from './seller-list.ts';

/** Every list of the back office, in the order of its rail. */
export const staffLists = [
  orderList,
  productList,
  customerList,
  sellerList,
  reviewList,
  couponList,
  payoutList,
  disputeList,
  auditList,
  jobList,
] as const satisfies ListDescription[];

export function staffListNamed(name: string): ListDescription | undefined {
  return staffLists.find((list) => list.name === name);
}
