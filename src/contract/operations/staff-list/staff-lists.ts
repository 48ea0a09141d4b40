import { productList } from '../../catalogue/product/product-list.ts';
import { reviewList } from '../../catalogue/review-list.ts';
import { payoutList } from '../../money/payout-list.ts';
import { couponList } from '../../ordering/coupon-list.ts';
import { disputeList } from '../../ordering/dispute-list.ts';
import { orderList } from '../../ordering/order-list.ts';
import { customerList } from '../../people/customer-list.ts';
import { sellerList } from '../../selling/seller-list.ts';
import { auditList } from '../audit-list.ts';
import { jobList } from '../job-list.ts';
import type { ListDescription } from './description.ts';

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
