import { isOffline } from '#client/connection.ts';
import { t } from '#language/message.ts';
import type { QuoteState } from '../use-quote.ts';

/** Why the applied coupon takes nothing off, in words; null when it does, or while the quote is loading. */
export function couponProblem({ quote, pending, refusal }: QuoteState): string | null {
  if (pending) return null;
  if (quote) return quote.coupon_problem;
  return (
    refusal ??
    t('{value}The coupon could not be checked. Please apply it again.', {
      value: isOffline() ? t('You are offline. ') : '',
    })
  );
}
