import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { placeOrder } from '#client/api-client/order.ts';
import type { BilledOrderRequest } from '#contract/checkout.ts';
import { countries } from '#contract/countries.ts';
import { formatCents } from '#contract/money.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useForm } from '#ui/use-form.ts';
import { appliedCoupon, cartLines, cartTotal, clearCart } from '../../cart/cart.ts';
import { totalCents } from '../../cart/cart-lines.ts';
import { itemsOf } from '../../cart/order-items.ts';
import { useQuote } from '../../cart/use-quote.ts';
import { checkBilling, optionalBilling } from '../../checkout/check-billing.ts';
import { formatAmount } from '../../checkout/format-amount.ts';
import { orderPath } from '../../order/order-path.ts';
import { BillingFields, type BillingValues, noBilling } from './billing-fields.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { OrderTable } from './order-table.tsx';
import { bankTransfer, checkPayments, PaymentOptions } from './payment-options.tsx';

/** Places an order that is paid by bank transfer or check, and leads to it. */
export function OrderingBillingForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const lines = useStore(cartLines);
  const coupon = useStore(appliedCoupon);
  const asked = useQuote(lines, coupon);
  const [payment, setPayment] = useState<BilledOrderRequest['payment_method']>(bankTransfer.value);
  const [fault, setFault] = useState<string>();
  const form = useForm({ initial: { ...noBilling, email }, check: checkBilling, send });

  const subtotal = formatCents(totalCents(lines));
  const discounted = coupon && asked.quote?.coupon ? asked.quote : null;

  async function send(values: BillingValues) {
    setFault(undefined);
    if (lines.length === 0) {
      setFault('Your cart is empty.');
      return {};
    }
    const price = discounted
      ? { amount: discounted.total, coupon: discounted.coupon }
      : { amount: cartTotal.value, coupon: null };
    try {
      const order = await placeOrder(createBrowserApi(), {
        items: itemsOf(lines),
        ...price,
        payment_method: payment,
        billing: values,
      });
      clearCart();
      showAlert({ type: 'success', message: 'Your order is placed' }, { persist: true });
      await navigate(orderPath(order.order_id));
      return undefined;
    } catch (error) {
      setFault(failureText(error));
      asked.reload();
      return {};
    }
  }

  return (
    <form {...form.props} aria-label="Billing details">
      <CheckoutFrame
        billing={<BillingFields optional={optionalBilling} field={form.field} countries={countries} />}
        order={
          <>
            <OrderTable
              lines={lines}
              subtotal={subtotal}
              discount={discounted && `−${formatAmount(discounted.discount)}`}
              total={discounted ? formatAmount(discounted.total) : subtotal}
            />
            <PaymentOptions
              options={[bankTransfer, checkPayments]}
              value={payment}
              onChange={(value) => setPayment(value === checkPayments.value ? 'check' : 'transfer')}
            />
            <div className="grid gap-3">
              <p role="alert" className="text-sm text-danger empty:hidden">
                {fault}
              </p>
              <SubmitButton
                busy={form.busy}
                disabled={coupon !== null && asked.pending}
                className="btn btn-accent btn-lg w-full"
              >
                Place Order
              </SubmitButton>
            </div>
          </>
        }
      />
    </form>
  );
}
