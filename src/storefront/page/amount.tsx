import { formatCents, formatSignedCents } from '#contract/money/amount/money.ts';
import { Money } from '#ui/money.tsx';

/** US dollars, as the API tells them. `signed`: of what has moved, with a plus where it came in. */
export function Amount({ amount, signed = false }: { amount: number; signed?: boolean }) {
  const cents = Math.round(amount * 100);
  return <Money text={signed ? formatSignedCents(cents) : formatCents(cents)} isZero={cents === 0} />;
}
