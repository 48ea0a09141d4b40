import type { Domain, DomainDeps } from '../domain/domain.ts';
import { type AllowWrite, createWriteRateLimit } from '../http/write-rate-limit.ts';
import { mountCarts } from './cart/cart.routes.ts';
import {
  cancelOrders,
  cancelOrdersOfAccounts,
  cancelOrdersOfDeleted,
  cancelOrdersOfSuspended,
} from './checkout/cancel-order.ts';
import { mountCheckout } from './checkout/checkout.routes.ts';
import type { CheckoutService } from './checkout/checkout-service.ts';
import { deliverGoods } from './checkout/delivery/deliver-goods.ts';
import { deliverLines } from './checkout/delivery/deliver-lines.ts';
import { mailBuyer } from './checkout/delivery/mail-buyer.ts';
import { syncPayment } from './checkout/payment/sync-payment.ts';
import { mountWebhook } from './checkout/payment/webhook.routes.ts';
import { createCheckoutQueue } from './checkout/placing/checkout-queue.ts';
import { reconcileRegularly } from './checkout/reconcile.ts';
import { refundLines } from './checkout/refund/refund-lines.ts';
import { refundWholeLine } from './checkout/refund/refund-whole-line.ts';
import { staffOrderActs } from './checkout/staff-order-acts.ts';
import { couponKinds } from './coupon/end-many-coupons.ts';
import { mountStaffCoupons } from './coupon/staff-coupon.routes.ts';
import { mountDisputes } from './dispute/dispute.routes.ts';
import type { DisputeTimes } from './dispute/dispute.rules.ts';
import { disputeWrites } from './dispute/dispute-limits.rules.ts';
import { decideDispute, withdrawDispute } from './dispute/end-dispute.ts';
import { openDispute } from './dispute/open-dispute.ts';
import { writeInDispute } from './dispute/write-in-dispute.ts';
import { mountInvoiceDetails } from './invoice-details/invoice-details.routes.ts';
import { mountBoughtVersions } from './order/bought-version.routes.ts';
import { mountOrders } from './order/order.routes.ts';
import { returnMachinesRegularly } from './rental/rentals.ts';
import { mountSellerOrders } from './seller-order/seller-order.routes.ts';
import type { Settling } from './seller-order/settle-sale.ts';
import { mountStaffSales } from './seller-order/staff-sale.routes.ts';
import { mountStaffOrders } from './staff-order/staff-order.routes.ts';
import { staffOrderPreviews, staffOrderWrites } from './staff-order/staff-order-limits.rules.ts';

export type OrderingDeps = DomainDeps &
  Pick<
    CheckoutService,
    'provider' | 'limits' | 'walletIsOpen' | 'settleGoods' | 'handlePayoutEvent' | 'payIns' | 'acceptLicenses'
  > & {
    /** Orders by transfer and check are taken. */
    takesBilledOrders: boolean;
    /** Carts are stored for accounts. */
    storesCarts: boolean;
    disputes: DisputeTimes;
    receiptOf: Parameters<typeof mountOrders>[1]['receiptOf'];
    allowWrite: AllowWrite;
  };

/** Carts, the checkout and its payments, orders, coupons, disputes. */
export function createOrdering(deps: OrderingDeps) {
  const { database, db, authenticate, storage, sendMail, shop, provider, limits, walletIsOpen, log, now } = deps;
  const { settleGoods, handlePayoutEvent, payIns, acceptLicenses, disputes: times, allowWrite } = deps;
  const service: CheckoutService = {
    ...{ db, provider, sendMail, shop, limits, walletIsOpen, log, now },
    ...{ settleGoods, handlePayoutEvent, payIns, acceptLicenses },
    actor: { kind: 'customer' },
    inQueue: createCheckoutQueue(),
  };

  const domain: Domain = {
    mount(app) {
      mountInvoiceDetails(app, { db, authenticate, allowWrite });
      mountOrders(app, { database, authenticate, receiptOf: deps.receiptOf, bank: shop.bank });
      mountCheckout(app, { service, database, authenticate, takesBilledOrders: deps.takesBilledOrders });
      mountWebhook(app, { service });
      mountBoughtVersions(app, { db, authenticate });
      const settling: Settling = {
        db,
        deliverLines: (given) => deliverLines(service, given),
        refundLines: (given) => refundLines(service, given),
      };
      mountSellerOrders(app, { ...settling, authenticate, now });
      mountStaffSales(app, { ...settling, authenticate, now });
      mountStaffOrders(app, {
        ...{ db, authenticate, now, walletIsOpen, acts: staffOrderActs(service), shopName: shop.name },
        allowPreview: createWriteRateLimit(database, staffOrderPreviews),
        allowWrite: createWriteRateLimit(database, staffOrderWrites),
      });
      mountDisputes(app, {
        ...{ db, authenticate, storage, times, now },
        allowWrite: createWriteRateLimit(database, disputeWrites),
        acts: {
          open: (given) => openDispute(service, { ...given, times }),
          write: (given) => writeInDispute(service, given),
          withdraw: (given) => withdrawDispute(service, given),
          decide: (given) => decideDispute(service, given),
        },
      });
      mountStaffCoupons(app, { db, authenticate, now });
      if (deps.storesCarts) mountCarts(app, { db, authenticate });
    },
    jobs: [() => reconcileRegularly(service), () => returnMachinesRegularly(service)],
    handlers: {
      onAccountsEnded: (ids) => cancelOrdersOfAccounts(service, ids),
      onAccountsDeleted: (ids) => cancelOrdersOfDeleted(service, ids),
    },
  };
  return {
    ...domain,
    service,
    jobKinds: couponKinds({ now }),
    syncPayment: (paymentIntent: string) => syncPayment(service, paymentIntent),
    cancelOrders: (orderIds: string[]) => cancelOrders(service, orderIds),
    cancelOrdersOfSuspended: () => cancelOrdersOfSuspended(service),
    deliverGoods: async (orderId: string, how?: { byJob: true }) => {
      await deliverGoods(how?.byJob ? { ...service, actor: { kind: 'job' } } : service, orderId);
    },
    mailBuyer: (...[transaction, order, mail]: DropService<Parameters<typeof mailBuyer>>) =>
      mailBuyer(transaction, service, order, mail),
    refundWholeLine: (given: Parameters<typeof refundWholeLine>[1]) => refundWholeLine(service, given),
  };
}

type DropService<Given extends unknown[]> = Given extends [infer Transaction, unknown, ...infer Rest]
  ? [Transaction, ...Rest]
  : never;
