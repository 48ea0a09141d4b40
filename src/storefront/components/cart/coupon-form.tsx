import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { couponTypedMaximum } from '#contract/limits.ts';
import { Field } from '#ui/field.tsx';
import { appliedCoupon } from '../../cart/cart.ts';
import { couponProblem } from '../../cart/coupon-problem.ts';
import type { QuoteState } from '../../cart/use-quote.ts';

/** Where a coupon is given. What the shop says of it stands beside the field; what it takes off, among the amounts. */
export function CouponForm({ quoteState, empty }: { quoteState: QuoteState; empty: boolean }) {
  const [typed, setTyped] = useState('');
  /** What the field says: that it is empty, what is wrong with the applied code, or nothing while one is being typed. */
  const [says, setSays] = useState<'missing' | 'problem' | 'nothing'>('problem');
  const applied = useStore(appliedCoupon);
  const accepted = quoteState.quote?.coupon ?? null;

  // What was accepted stands among the amounts: the field is free for another one.
  useEffect(() => {
    if (accepted) setTyped('');
  }, [accepted]);

  function apply(event: FormEvent) {
    event.preventDefault();
    const code = typed.trim();
    setSays(code === '' ? 'missing' : 'problem');
    if (code === '') return;
    appliedCoupon.set(code);
    if (code === applied) quoteState.reload();
  }

  return (
    <form noValidate onSubmit={apply} aria-label="Coupon">
      <Field
        label="Coupon code"
        name="coupon"
        autoComplete="off"
        required={false}
        value={typed}
        error={
          says === 'missing' ? 'Enter a coupon code' : says === 'problem' && applied && couponProblem(quoteState, empty)
        }
        onChange={(text) => {
          setTyped(text.slice(0, couponTypedMaximum));
          setSays('nothing');
        }}
        beside={
          <button type="submit" className="btn btn-line flex-none">
            Apply Coupon
          </button>
        }
      />
    </form>
  );
}
