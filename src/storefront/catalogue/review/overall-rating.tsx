import type { ReviewSummary } from '#contract/catalogue/review.ts';
import { useShop } from '../../shop/shop-context.ts';
import { Rating } from './rating.tsx';

/** The specification shows 4 for every product, whatever the reviews say. */
const SPECIFIED = 4;

/** The stars of a product, as the shop is set: always the same, or what its displayed reviews come to. */
export function OverallRating({ count, average }: ReviewSummary) {
  const { settings } = useShop();
  if (settings.overallRating === 'four') return <Stars rate={SPECIFIED} />;
  if (average === null) return <p className="text-sm text-ink-3">No reviews yet</p>;
  return (
    <p className="num flex flex-wrap items-center gap-x-2.5 text-sm text-ink-2">
      <Stars rate={average} />
      {`${average.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`}
    </p>
  );
}

function Stars({ rate }: { rate: number }) {
  return <Rating rate={rate} size={18} label="Overall rating" />;
}
