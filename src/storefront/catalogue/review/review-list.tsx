import { BadgeCheck, MessageSquare } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { type ReviewSummary, ratingMaximum, type ShownReview } from '#contract/catalogue/review.ts';
import { t } from '#language/message.ts';
import { Rating } from './rating.tsx';
import { ReportReview } from './report-review.tsx';
import { ReviewForm } from './review-form.tsx';
import type { ProductReviews } from './use-reviews.ts';

type ReviewListProps = {
  productId: string;
  of: ProductReviews;
  /** True if these are the newest, not some from further on. */
  isFirst: boolean;
  /** The page with those from a mark on, or with the newest. */
  addressFrom: (mark: string | null) => string;
};

/** Customer reviews: the distribution of the stars as a picture, the reviews, and how to add one. */
export function ReviewList({ productId, of, isFirst, addressFrom }: ReviewListProps) {
  const { reviews, summary, own } = of;
  return (
    <div className="grid gap-10 md:grid-cols-[260px_minmax(0,1fr)] md:gap-12 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-16">
      <div className="grid content-start gap-8">
        {summary.count > 0 && <Histogram {...summary} />}
        <ReviewForm productId={productId} own={own} onChanged={of.reload} />
      </div>
      {reviews.length === 0 ? (
        <div className="card grid place-items-center gap-3 px-6 py-12 text-center">
          <MessageSquare size={36} strokeWidth={1.2} aria-hidden className="text-ink-3" />
          <p className="text-lg">{t('No reviews yet')}</p>
          <p className="text-ink-2">{t('Whoever used this product can be the first to say how it was.')}</p>
        </div>
      ) : (
        <div>
          {!isFirst && (
            <a href={addressFrom(null)} className="btn btn-line mb-7">
              {t('Newest reviews')}
            </a>
          )}
          <ul className="grid gap-7">
            {reviews.map((review) => (
              <ReviewItem key={review.review_id} review={review} isOwn={review.review_id === own?.review_id} />
            ))}
          </ul>
          <ShowMore of={of} isFirst={isFirst} addressFrom={addressFrom} />
        </div>
      )}
    </div>
  );
}

/** Adds the next reviews; without scripts it leads to a page with them. It keeps the focus while there are more. */
function ShowMore({ of, isFirst, addressFrom }: Omit<ReviewListProps, 'productId'>) {
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const { after } = of;

  async function show(event: MouseEvent) {
    event.preventDefault();
    if (state === 'busy') return;
    setState('busy');
    setState((await of.more()) ? 'ready' : 'failed');
  }

  return (
    <>
      {after && (
        <a
          href={addressFrom(after)}
          className="btn btn-line mt-7"
          aria-disabled={state === 'busy' || undefined}
          onClick={show}
        >
          {t('Show more reviews')}
        </a>
      )}
      <p role="status" className="num mt-3 text-sm text-ink-3 empty:hidden">
        {state === 'failed'
          ? t('They could not be loaded. Please try again.')
          : after && isFirst && t('{length} of {count}', { length: of.reviews.length, count: of.summary.count })}
      </p>
    </>
  );
}

function ReviewItem({ review, isOwn }: { review: ShownReview; isOwn: boolean }) {
  return (
    <li className="border-b pb-7 last:border-0">
      <article aria-label={t('Review by {username}', { username: review.user.username })}>
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
              {isOwn && <span className="badge flex-none border font-normal text-ink-2">{t('Your review')}</span>}
            </p>
            <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
              <ReviewDate instant={review.review_time} />
              {review.verified_purchase && (
                <span className="inline-flex items-center gap-1 text-success">
                  <BadgeCheck size={14} aria-hidden /> {t('Verified purchase')}
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
              <bdi>{response.username}</bdi> <span className="font-normal text-ink-3">{t('answers')}</span>
            </p>
            <p className="mt-1 whitespace-pre-line text-ink-2" dir="auto">
              {response.text}
            </p>
          </div>
        ))}
        {!isOwn && <ReportReview review={review} />}
      </article>
    </li>
  );
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

function ReviewDate({ instant }: { instant: string }) {
  return <time dateTime={instant}>{dates.format(new Date(instant))}</time>;
}

function Histogram({ count: all, stars: given }: ReviewSummary) {
  const counts = Array.from({ length: ratingMaximum }, (_, index) => {
    const stars = ratingMaximum - index;
    return { stars, count: given[stars] ?? 0 };
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
              <span className="block h-full rounded-full bg-star" style={{ width: `${(100 * count) / all}%` }} />
            </span>
            <span className="text-right text-ink-3">{count}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
