// Actions of the staff on an order, in the words of Admin: the same verbs as the command npm run order and as sellers use.
import { cancelOrder } from './cancel-order.ts';
import type { CheckoutService } from './checkout-service.ts';
import { fulfilOrder } from './delivery/fulfil-order.ts';
import { sendReceipt } from './delivery/send-receipt.ts';
import { acceptPayment } from './payment/accept-payment.ts';
import { markPaid } from './payment/mark-paid.ts';
import { unlessProviderAway } from './payment/provider/unless-provider-away.ts';
import { previewRefund, type StaffRefund } from './refund/preview-refund.ts';
import { refundForStaff } from './refund/refund-for-staff.ts';

type By = { orderId: string; by: string };

/** `by` is the account that decides; it stands in the audit log. */
export function staffOrderActs(service: CheckoutService) {
  const as = ({ by }: { by: string }): CheckoutService => ({ ...service, by });
  return {
    preview: (asked: StaffRefund) => previewRefund(service, asked),
    refund: ({ by, ...given }: Parameters<typeof refundForStaff>[1] & { by: string }) =>
      refundForStaff(as({ by }), given),
    fulfil: ({ orderId, all, by }: By & { all: boolean }) => fulfilOrder(as({ by }), orderId, { all }),
    cancel: ({ orderId, by }: By) =>
      unlessProviderAway(service, 'nothing_changed', cancelOrder(as({ by }), orderId, 'cancelled')),
    paid: ({ orderId, late, by }: By & { late: boolean }) => markPaid(as({ by }), orderId, { late }),
    accept: ({ orderId, by }: By) => acceptPayment(as({ by }), orderId),
    receipt: ({ orderId, by }: By) => sendReceipt(as({ by }), orderId),
  };
}
