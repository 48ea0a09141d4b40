import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatCents } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { cartLines } from '../cart/cart.ts';
import { totalCents } from '../cart/cart-amounts.ts';
import { noBilling } from './billing.ts';
import { BillingFields } from './billing-fields.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { OrderTable } from './order-table.tsx';
import { bankTransfer, checkPayments, PaymentOptions, paypal } from './payment-options.tsx';
import { ShippingOptions } from './shipping-options.tsx';

/** As specified: everything can be filled in and chosen, and sending it does nothing and loses nothing. */
export function InertBillingForm() {
  const lines = useStore(cartLines);
  const [values, setValues] = useState(noBilling);
  const [payment, setPayment] = useState<string>(bankTransfer.value);
  const total = formatCents(totalCents(lines));
  return (
    <form noValidate aria-label={t('Billing details')} onSubmit={(event) => event.preventDefault()}>
      <CheckoutFrame
        billing={
          <BillingFields
            optional={['notes']}
            field={(name) => ({
              name,
              value: values[name],
              onChange: (value) => setValues({ ...values, [name]: value }),
            })}
          />
        }
        order={
          <>
            <OrderTable lines={lines} subtotal={total} total={total} discount={null} shipping={<ShippingOptions />} />
            <PaymentOptions options={[bankTransfer, checkPayments, paypal]} value={payment} onChange={setPayment} />
            <button type="submit" className="btn btn-accent btn-lg w-full">
              {t('Place Order')}
            </button>
          </>
        }
      />
    </form>
  );
}
