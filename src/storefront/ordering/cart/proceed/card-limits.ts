import { cardAmountProblem, largestCardPayment, smallestCardPayment } from '#contract/money/amount/card-amount.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';

/**
 * Why a total, in cents, cannot be paid by card, and what would change that; null when it can. `coupon`: whether one
 * is applied. `billed`: whether the shop takes transfers and checks too.
 */
export function cardLimit(cents: number, { coupon, billed }: { coupon: boolean; billed: boolean }): string | null {
  const otherwise = billed ? t(', or pay by bank transfer or check') : '';
  const problem = cardAmountProblem(cents);
  if (problem === 'too_small')
    return t(
      'The smallest amount that can be paid by card is {smallestCardPayment}. Raise a quantity or add something{value}{otherwise}.',
      {
        smallestCardPayment: formatCents(smallestCardPayment),
        value: coupon ? t(', remove the coupon') : '',
        otherwise,
      },
    );
  if (problem === 'too_large')
    return t(
      'The largest amount that can be paid by card at once is {largestCardPayment}. Lower a quantity or remove something{otherwise}.',
      { largestCardPayment: formatCents(largestCardPayment), otherwise },
    );
  return null;
}
