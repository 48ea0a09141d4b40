import { clampRating, ratingMaximum } from '#contract/catalogue/review.ts';
import { t } from '#language/message.ts';
import { Star } from '#ui/star.tsx';

/** A read-only rating in stars. */
export function Rating({ rate, size = 16, label }: { rate: number; size?: number; label?: string }) {
  const full = clampRating(rate);
  return (
    <span
      className="inline-flex gap-0.5"
      role="img"
      aria-label={t('{value}: {full} out of {ratingMaximum} stars', {
        value: label ?? t('Rating'),
        full,
        ratingMaximum,
      })}
    >
      {Array.from({ length: ratingMaximum }, (_, index) => (
        <Star key={index} filled={index < full} size={size} />
      ))}
    </span>
  );
}
