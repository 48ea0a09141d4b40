import { useId } from 'react';
import { type Message, msg, t } from '#language/message.ts';

type PaymentOption = { value: string; label: Message; text?: Message };

export const bankTransfer = {
  value: 'transfer',
  label: msg('Direct Bank Transfer'),
  text: msg(
    'Make your payment directly into our bank account. Please use your Order ID as the payment reference. Your order will not be shipped until the funds have cleared in our account.',
  ),
} as const;
export const checkPayments = { value: 'check', label: msg('Check Payments') } as const;
export const paypal = { value: 'paypal', label: msg('Paypal') } as const;

type PaymentOptionsProps = { options: readonly PaymentOption[]; value: string; onChange: (value: string) => void };

export function PaymentOptions({ options, value, onChange }: PaymentOptionsProps) {
  const base = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-[560]">{t('Payment')}</legend>
      {options.map((option) => (
        <div key={option.value} className="choice !block !p-0">
          <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 text-sm font-[540]">
            <input
              type="radio"
              name="payment_method"
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              aria-describedby={option.text && `${base}-${option.value}`}
            />
            {t(option.label)}
          </label>
          {option.text && (
            <p id={`${base}-${option.value}`} className="px-3.5 pb-3.5 pl-10 text-sm text-ink-2">
              {t(option.text)}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}
