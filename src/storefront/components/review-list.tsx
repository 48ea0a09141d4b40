import { BadgeCheck, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { clampRating, ratingMaximum, type ShownReview } from '#contract/review.ts';
import { Rating } from './rating.tsx';
import { ReviewForm } from './review-form.tsx';

const AT_FIRST = 10;

type ReviewListProps = {
  productId: string;
  reviews: ShownReview[];
  /** The one of `reviews` that the signed-in customer wrote. */
  own: ShownReview | null;
  /** To be called when the reviews have changed. */
  onChanged: () => Promise<void>;
};

/** What customers say: the distribution of the stars as a picture, the reviews, and how to add one. */
export function ReviewList({ productId, reviews, own, onChanged }: ReviewListProps) {
  const [all, setAll] = useState(false);
  return (
    <div className="grid gap-10 md:grid-cols-[260px_minmax(0,1fr)] md:gap-12 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-16">
      <div className="grid content-start gap-8">
        {reviews.length > 0 && <Histogram reviews={reviews} />}
        <ReviewForm productId={productId} own={own} onChanged={onChanged} />
      </div>
      {reviews.length === 0 ? (
        <div className="card grid place-items-center gap-3 px-6 py-12 text-center">
          <MessageSquare size={36} strokeWidth={1.2} aria-hidden className="text-ink-3" />
          <p className="text-lg">No reviews yet</p>
          <p className="text-ink-2">Whoever used this product can be the first to say how it was.</p>
        </div>
      ) : (
        <div>
          <ul className="grid gap-7">
            {(all ? reviews : reviews.slice(0, AT_FIRST)).map((review) => (
              <ReviewItem key={review.review_id} review={review} isOwn={review === own} />
            ))}
          </ul>
          {!all && reviews.length > AT_FIRST && (
            <button type="button" className="btn btn-line mt-7 needs-script" onClick={() => setAll(true)}>
              {`Show all ${reviews.length} reviews`}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function ReviewItem({ review, isOwn }: { review: ShownReview; isOwn: boolean }) {
  return (
    <li className="border-b pb-7 last:border-0">
      <article aria-label={`Review by ${review.user.username}`}>
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-10 flex-none place-items-center rounded-full bg-accent-soft text-sm font-[600] uppercase text-accent-ink"
          >
            {[...review.user.username].slice(0, 2).join('')}
          </span>
          <div className="min-w-0">
            <p className="flex items-center gap-2 text-sm font-[560]">
              <bdi className="truncate">{review.user.username}</bdi>
              {isOwn && <span className="badge flex-none border font-normal text-ink-2">Your review</span>}
            </p>
            <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
              <ReviewDate instant={review.review_time} />
              {review.verified_purchase && (
                <span className="inline-flex items-center gap-1 text-success">
                  <BadgeCheck size={14} aria-hidden /> Verified purchase
                </span>
              )}
            </p>
          </div>
          <span className="ml-auto">
            <Rating rate={review.rate} />
          </span>
        </div>
        <p className="mt-3 max-w-[62ch] whitespace-pre-line text-ink-2" dir="auto">
          {review.review_text}
        </p>
        {review.responses.map((response) => (
          <div key={response.created_at + response.text} className="mt-4 max-w-[62ch] border-l-2 pl-4 text-sm">
            <p className="font-[560]">
              <bdi>{response.username}</bdi> <span className="font-normal text-ink-3">answers</span>
            </p>
            <p className="mt-1 whitespace-pre-line text-ink-2" dir="auto">
              {response.text}
            </p>
          </div>
        ))}
      </article>
    </li>
  );
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

function ReviewDate({ instant }: { instant: string }) {
  return <time dateTime={instant}>{dates.format(new Date(instant))}</time>;
}

function Histogram({ reviews }: { reviews: ShownReview[] }) {
  const counts = Array.from({ length: ratingMaximum }, (_, index) => {
    const stars = ratingMaximum - index;
    return { stars, count: reviews.filter((review) => clampRating(review.rate) === stars).length };
  });
  return (
    <dl className="grid gap-2">
      {counts.map(({ stars, count }) => (
        <div key={stars} className="num grid grid-cols-[3.5rem_1fr_2rem] items-center gap-3 text-xs text-ink-2">
          <dt>
            {stars} {stars === 1 ? 'star' : 'stars'}
          </dt>
          <dd className="contents">
            <span className="h-1.5 overflow-hidden rounded-full bg-line">
              <span
                className="block h-full rounded-full bg-star"
                style={{ width: `${(100 * count) / reviews.length}%` }}
              />
            </span>
            <span className="text-right text-ink-3">{count}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
