import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countries } from '#contract/countries.ts';
import { formatAmount, formatCents } from '#contract/money/amount/money.ts';
import type { BilledOrderRequest } from '#contract/ordering/checkout.ts';
import { taxNumberProblem } from '#contract/tax-number.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { appliedCoupon, cartLines } from '../cart/cart.ts';
import { totalCents } from '../cart/cart-amounts.ts';
import { couponProblem } from '../cart/proceed/coupon-problem.ts';
import { awaitsLicenses } from '../cart/quoted-line.ts';
import { useQuote } from '../cart/use-quote.ts';
import { orderPath } from '../order/order-path.ts';
import { type BillingValues, noBilling } from './billing.ts';
import { BillingFields } from './billing-fields.tsx';
import { checkBilling, optionalBilling } from './check-billing.ts';
import { CheckoutFrame } from './checkout-frame.tsx';
import { OrderTable } from './order-table.tsx';
import { bankTransfer, checkPayments, PaymentOptions } from './payment-options.tsx';
import { placeBilledOrder } from './place-billed-order.ts';

type OrderedValues = BillingValues & { tax_number: string };

function check(values: OrderedValues): Partial<OrderedValues> {
  const problem = taxNumberProblem(values.tax_number, values.country);
  return { ...checkBilling(values), ...(problem !== null && { tax_number: problem }) };
}

/** Places an order that is paid by bank transfer or check, and leads to it. */
export function OrderingBillingForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const lines = useStore(cartLines);
  const coupon = useStore(appliedCoupon);
  const quoteState = useQuote(lines, coupon);
  const [payment, setPayment] = useState<BilledOrderRequest['payment_method']>(bankTransfer.value);
  const [fault, setFault] = useState<string>();
  const form = useForm({ initial: { ...noBilling, email, tax_number: '' }, check, send });

  const subtotal = formatCents(totalCents(lines));
  const { shown } = quoteState;
  const discounted = coupon && quoteState.quote?.coupon ? quoteState.quote : null;

  async function send(values: OrderedValues) {
    setFault(undefined);
    const placed = await placeBilledOrder({ discounted, shown, payment_method: payment, billing: values });
    if ('fault' in placed) {
      setFault(placed.fault);
      quoteState.reload();
      return {};
    }
    await navigate(orderPath(placed.orderId));
    return undefined;
  }

  return (
    <form {...form.props} aria-label={t('Billing details')}>
      <CheckoutFrame
        quote={shown}
        billing={
          <div className="grid gap-5">
            <BillingFields optional={optionalBilling} field={form.field} countries={countries} />
            <Field
              label={t('Tax number of your business')}
              autoComplete="off"
              required={false}
              hint={t('Such as a VAT ID. It stands on the invoice.')}
              {...form.field('tax_number')}
            />
          </div>
        }
        order={
          <>
            <OrderTable
              lines={lines}
              quote={shown}
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
              <p role="status" className="text-sm text-warning empty:hidden">
                {coupon !== null && !discounted && lines.length > 0 && couponProblem(quoteState)}
              </p>
              <p role="alert" className="text-sm text-danger empty:hidden">
                {fault}
              </p>
              <SubmitButton
                busy={form.busy}
                disabled={(coupon !== null && quoteState.pending) || awaitsLicenses(lines, quoteState)}
                className="btn btn-accent btn-lg w-full"
              >
                {t('Place Order')}
              </SubmitButton>
            </div>
          </>
        }
      />
    </form>
  );
}
