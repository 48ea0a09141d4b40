import type { ReviewSummary } from '#contract/catalogue/review.ts';
import { t } from '#language/message.ts';
import { useShop } from '../../shop/shop-context.ts';
import { Rating } from './rating.tsx';

/** The specification shows 4 for every product, whatever the reviews say. */
const SPECIFIED = 4;

/** The stars of a product, as the shop is set: always the same, or what its displayed reviews come to. */
export function OverallRating({ count, average }: ReviewSummary) {
  const { settings } = useShop();
  const isSpecified = settings.overallRating === 'four';
  if (average === null)
    return isSpecified ? <Stars rate={SPECIFIED} /> : <p className="text-sm text-ink-3">{t('No reviews yet')}</p>;
  // As lists have it, to one digit.
  const mean = (Math.round(average * 10) / 10).toFixed(1);
  return (
    <p className="num flex flex-wrap items-center gap-x-2.5 text-sm text-ink-2">
      <Stars rate={isSpecified ? SPECIFIED : average} />
      {t('{value}{mean} ({count} {value2})', {
        value: isSpecified ? 'Reviews: ' : '',
        mean,
        count,
        value2: count === 1 ? 'review' : 'reviews',
      })}
    </p>
  );
}

function Stars({ rate }: { rate: number }) {
  return <Rating rate={rate} size={18} label={t('Overall rating')} />;
}
