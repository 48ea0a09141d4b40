import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { formatAmount, formatCents } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { late } from '#ui/loading/late.tsx';
import { rich } from '#ui/rich.ts';
import { useShop } from '../../shop/shop-context.ts';
import { AcceptedTerms } from '../checkout/accepted-terms.tsx';
import { appliedCoupon } from './cart.ts';
import type { CartLines } from './cart-lines.ts';
import { cartTotals } from './cart-totals.ts';
import { cardLimit } from './proceed/card-limits.ts';
import { CouponForm } from './proceed/coupon-form.tsx';
import { isFreeCart } from './proceed/pay-cart.ts';
import { useProceed } from './proceed/use-proceed.ts';
import { awaitsLicenses } from './quoted-line.ts';
import type { QuoteState } from './use-quote.ts';

/** Comes after the page. */
const BelowProceed = late(async () => (await import('./proceed/below-proceed.tsx')).BelowProceed);
const WalletChoice = late(async () => (await import('./proceed/wallet-choice.tsx')).WalletChoice);

/** Cost of the cart, and the way to the payment. */
export function CartSummary({ lines, quoteState }: { lines: CartLines; quoteState: QuoteState }) {
  const { settings } = useShop();
  const coupon = useStore(appliedCoupon);
  const [walletPart, setWalletPart] = useState<number | null>(0);
  const fromWallet = walletPart ?? 0;
  const { busy, proceed } = useProceed(quoteState, fromWallet);
  const empty = lines.length === 0;
  const { subtotal, total, discounted, pending } = cartTotals(lines, coupon, quoteState);
  const free = !empty && isFreeCart(quoteState.shown);
  const byCard = total - fromWallet;
  const paidByWallet = fromWallet > 0 && byCard === 0;
  const beyondCards =
    empty || pending || free || paidByWallet
      ? null
      : cardLimit(byCard, { coupon: coupon !== null, billed: settings.billingForm === 'order' });
  const card = useRef<HTMLElement>(null);

  function removeCoupon() {
    appliedCoupon.set(null);
    // The button goes with the discount.
    card.current?.querySelector('input')?.focus();
  }

  return (
    <section ref={card} aria-labelledby="summary" className="card grid gap-5 self-start p-5 md:p-6 lg:sticky lg:top-24">
      <h2 id="summary" className="text-lg">
        {t('Summary')}
      </h2>
      <dl className="grid gap-3">
        <Amount name={t('Subtotal')}>{formatCents(subtotal)}</Amount>
        {discounted && (
          <Amount name={<AppliedCoupon code={discounted.coupon ?? ''} onRemove={removeCoupon} />}>
            <span className={pending ? 'text-ink-3' : 'text-success'}>{`−${formatAmount(discounted.discount)}`}</span>
          </Amount>
        )}
        <Amount name={t('Shipping')}>{t('Flat rate: $0.00')}</Amount>
      </dl>
      <CouponForm quoteState={quoteState} empty={empty} />
      <dl aria-live="polite" aria-atomic="true" aria-busy={pending} className="border-t pt-5">
        <div className="flex items-baseline justify-between gap-4">
          <dt>{t('Total')}</dt>
          <dd className={`num text-2xl font-[560] tracking-[-.025em] ${pending ? 'text-ink-3' : ''}`}>
            {formatCents(total)}
          </dd>
        </div>
      </dl>
      {settings.buyerWallet === 'on' && !empty && <WalletChoice total={total} busy={busy} onChoose={setWalletPart} />}
      <div className="grid gap-3">
        <p role="status" className="text-sm text-warning empty:hidden">
          {(coupon === null && quoteState.refusal) || beyondCards}
        </p>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void proceed();
          }}
        >
          <SubmitButton
            busy={busy}
            disabled={empty || walletPart === null || awaitsLicenses(lines, quoteState)}
            className="btn btn-accent btn-lg w-full"
          >
            {free ? t('Get It for Free') : paidByWallet ? t('Pay from My Wallet') : t('Proceed Checkout')}
          </SubmitButton>
        </form>
        {!empty && <AcceptedTerms lines={quoteState.shown?.lines} />}
        <BelowProceed empty={empty} />
      </div>
    </section>
  );
}

function Amount({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 text-sm">
      <dt className="min-w-0 text-ink-2">{name}</dt>
      <dd className="num flex-none">{children}</dd>
    </div>
  );
}

function AppliedCoupon({ code, onRemove }: { code: string; onRemove: () => void }) {
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0">
        {rich('Discount {code}', { code: <span className="font-mono text-xs text-ink">{code}</span> })}
      </span>
      <button
        type="button"
        className="icon-btn !size-6"
        aria-label={t('Remove coupon {code}', { code })}
        onClick={onRemove}
      >
        <X size={14} strokeWidth={1.8} aria-hidden />
      </button>
    </span>
  );
}
