import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { couponTypedMaximum } from '#contract/ordering/order-limits.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { appliedCoupon, triedCoupon } from '../cart.ts';
import type { QuoteState } from '../use-quote.ts';
import { couponProblem } from './coupon-problem.ts';

/** Where a coupon is given. What the shop says of it stands beside the field; what it takes off, among the amounts. */
export function CouponForm({ quoteState, empty }: { quoteState: QuoteState; empty: boolean }) {
  const [typed, setTyped] = useState('');
  /** The fault of the typed code. */
  const [fault, setFault] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const applied = useStore(appliedCoupon);
  const tried = useStore(triedCoupon);
  const accepted = quoteState.quote?.coupon ?? null;
  const problem = couponProblem(quoteState);

  // The shop has answered about the code that was tried.
  useEffect(() => {
    if (tried === null || quoteState.pending) return;
    triedCoupon.set(null);
    if (!accepted) return setFault(problem);
    appliedCoupon.set(tried);
    // It stands among the amounts: the field is free for another one.
    setTyped('');
  }, [tried, accepted, problem, quoteState.pending]);

  // A screen that is left has nobody to tell the answer to.
  useEffect(() => () => triedCoupon.set(null), []);

  function apply(event: FormEvent) {
    event.preventDefault();
    const code = typed.trim();
    setTyping(false);
    if (code === '') return setFault(t('Enter a coupon code'));
    if (empty) return setFault(t('Add something to your cart first. Then apply the coupon.'));
    setFault(null);
    triedCoupon.set(code);
    // The same code may be answered otherwise now.
    quoteState.reload();
  }

  return (
    <form noValidate onSubmit={apply} aria-label={t('Coupon')}>
      <Field
        label={t('Coupon code')}
        name="coupon"
        autoComplete="off"
        required={false}
        value={typed}
        error={isTyping ? null : (fault ?? (applied !== null && tried === null && !empty && problem))}
        onChange={(text) => {
          setTyped(text.slice(0, couponTypedMaximum));
          setFault(null);
          setTyping(true);
        }}
        beside={
          <button type="submit" className="btn btn-line flex-none">
            {t('Apply Coupon')}
          </button>
        }
      />
    </form>
  );
}
