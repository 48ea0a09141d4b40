import { clampRating, ratingMaximum } from '#contract/review.ts';

const star = 'M12 2.5l2.9 6.1 6.6.9-4.8 4.6 1.2 6.6L12 17.5l-5.9 3.2 1.2-6.6L2.5 9.5l6.6-.9z';

/** A read-only rating in stars. */
export function Rating({ rate, size = 16, label }: { rate: number; size?: number; label?: string }) {
  const full = clampRating(rate);
  return (
    <span
      className="inline-flex gap-0.5"
      role="img"
      aria-label={`${label ?? 'Rating'}: ${full} out of ${ratingMaximum} stars`}
    >
      {Array.from({ length: ratingMaximum }, (_, index) => (
        <svg
          key={index}
          width={size}
          height={size}
          viewBox="0 0 24 24"
          aria-hidden="true"
          fill={index < full ? 'var(--star)' : 'none'}
          stroke={index < full ? 'var(--star)' : 'var(--line-strong)'}
          strokeWidth="1.6"
        >
          <path d={star} />
        </svg>
      ))}
    </span>
  );
}
