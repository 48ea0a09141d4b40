import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { StaffReview } from '#contract/catalogue/review-report.schema.ts';
import { type ReviewDecision, reviewReportLabels } from '#contract/catalogue/review-report.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { DecideReview, decisionLabels } from './decide-review.tsx';
import { useReview } from './review.ts';
import { decisionWords, ReviewBadge, Stars } from './review-labels.tsx';

/** One review: what it says, who reported it and why, what was decided, and what is to become of it. */
export function Component() {
  const { reviewId = '' } = useParams();
  return <Reviewed key={reviewId} reviewId={reviewId} />;
}

function Reviewed({ reviewId }: { reviewId: string }) {
  const review = useReview(reviewId);
  const { value, reload } = review;
  // The button that was pressed is gone afterwards: the focus goes to where what was decided stands.
  const statusRef = useRef<HTMLParagraphElement>(null);

  async function answered() {
    await reload();
  }

  return (
    <Screen
      title={value ? `Review of ${value.product.product_name}` : 'Review'}
      lead={
        <span className="flex flex-wrap gap-x-5 gap-y-1">
          <Link to="/reviews" className="text-link">
            All reviews
          </Link>
          {value?.next && (
            <Link to={`/reviews/${encodeURIComponent(value.next)}`} className="text-link">
              Next that waits
            </Link>
          )}
        </span>
      }
      actions={value && <Actions of={value} onAnswer={answered} focusWhenDone={statusRef} />}
    >
      <ShowLoaded
        from={review}
        skeleton={<RowSkeleton rows={6} />}
        fault="This review could not be loaded, or there is none at this address: its author may have deleted it."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <Facts of={shown} statusRef={statusRef} />
            <Said of={shown} />
            <Reports of={shown} />
            <Decisions of={shown} />
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

function Facts({ of, statusRef }: { of: StaffReview; statusRef: RefObject<HTMLParagraphElement | null> }) {
  const { review, author, product, own, waiting } = of;
  const facts: Fact[] = [
    [
      'State',
      <p key="state" ref={statusRef} tabIndex={-1} className="outline-none">
        <ReviewBadge of={of} />
      </p>,
    ],
    ['Why hidden', !review.show && review.hidden_reason && <bdi key="why">{review.hidden_reason}</bdi>],
    ['Hidden', review.hidden_at && <LocalTime key="hidden" instant={review.hidden_at} />],
    ['Waits since', waiting && <LocalTime key="since" instant={waiting.since} />],
    ['Author', <bdi key="author">{author.name}</bdi>],
    [
      'Product',
      product.listed ? (
        <a key="product" href={`/products/id/${encodeURIComponent(review.product_id)}`} className="text-link">
          <bdi>{product.product_name}</bdi>
        </a>
      ) : (
        <span key="product">
          <bdi>{product.product_name}</bdi>, not in the catalogue
        </span>
      ),
    ],
    [
      'Shop',
      product.seller ? (
        <Link key="shop" to={`/sellers/${encodeURIComponent(product.seller.seller_id)}`} className="text-link">
          <bdi>{product.seller.name || 'Without a name'}</bdi>
        </Link>
      ) : (
        'Own products'
      ),
    ],
    ['Purchase', review.verified_purchase ? 'Verified: they have paid for it' : 'Not verified'],
    ['Written', <LocalTime key="written" instant={review.created_at} />],
    ['Changed', review.updated_at !== review.created_at && <LocalTime key="changed" instant={review.updated_at} />],
    ['Decided by', own && ownLabels[own]],
  ];
  return <FactList facts={facts} />;
}

const ownLabels = {
  review: 'Somebody else of the staff: you have written this review.',
  shop: 'Somebody else of the staff: you belong to the shop whose product it is about.',
};

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Text stays text: nothing in it is a link. */
function Text({ children }: { children: string }) {
  return (
    <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}

function Said({ of: { review } }: { of: StaffReview }) {
  return (
    <Part id="said" title="What it says">
      <div className="grid gap-3 border-t pt-3 text-sm">
        <Stars rate={review.rate} />
        <Text>{review.review_text}</Text>
        {review.responses.map((answer) => (
          <div key={answer.created_at + answer.text} className="grid gap-1 border-l-2 pl-4">
            <p>
              <bdi className="font-[560]">{answer.username}</bdi> <span className="text-ink-3">answers</span>
            </p>
            <Text>{answer.text}</Text>
          </div>
        ))}
      </div>
    </Part>
  );
}

function Reports({ of: { reports } }: { of: StaffReview }) {
  return (
    <Part id="reports" title="Reports">
      {reports.length === 0 && <p className="text-ink-2">Nobody has reported it.</p>}
      <ul className="border-t empty:hidden">
        {reports.map((report) => (
          <li key={report.report_id} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b py-3 text-sm">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <span className="min-w-0">
                <span className="font-[560]">{reviewReportLabels[report.reason]}</span>{' '}
                <span className="text-ink-2">
                  by <bdi>{report.by ?? 'a former customer'}</bdi>
                  {report.by_shop && ', of the shop'}
                </span>
              </span>
              <span className="text-xs text-ink-3">
                {report.decision ? `${decisionWords[report.decision]}, ` : 'Open, '}
                <LocalTime instant={report.created_at} />
              </span>
            </p>
            {report.text && <Text>{report.text}</Text>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Decisions, each with the review's text of that time where it says something else now. */
function Decisions({ of: { decisions, review } }: { of: StaffReview }) {
  return (
    <Part id="decisions" title="Decisions">
      {decisions.length === 0 && <p className="text-ink-2">Nothing was decided yet.</p>}
      <ol className="border-t empty:hidden">
        {decisions.map((decision) => (
          <li
            key={decision.at + decision.action}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-3 text-sm md:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <p>
              <span className="font-[560]">{decisionWords[decision.action]}</span>
              <span className="block text-xs text-ink-3">
                <bdi>{decision.by}</bdi>, <LocalTime instant={decision.at} />
              </span>
            </p>
            <div className="grid gap-2">
              {decision.reason && <Text>{decision.reason}</Text>}
              {decision.reports > 0 && (
                <p className="text-xs text-ink-3">
                  {decision.reports === 1 ? 'It settled 1 report.' : `It settled ${decision.reports} reports.`}
                </p>
              )}
              {decision.review_text !== review.review_text && (
                <details>
                  <summary className="text-link w-fit cursor-pointer">What the review said then</summary>
                  <div className="mt-2 grid gap-1 text-ink-2">
                    <Stars rate={decision.rate} />
                    <Text>{decision.review_text}</Text>
                  </div>
                </details>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Part>
  );
}

type ActionsProps = { of: StaffReview; onAnswer: () => Promise<void>; focusWhenDone: RefObject<HTMLElement | null> };

function Actions({ of, ...rest }: ActionsProps) {
  const may = useMay();
  const [asks, setAsks] = useState<ReviewDecision | null>(null);
  if (!may('hideReviews') || of.own) return null;
  const possible: ReviewDecision[] = [...(of.waiting ? ['dismiss' as const] : []), of.review.show ? 'hide' : 'show'];
  return (
    <>
      {possible.map((decision) => (
        <button
          key={decision}
          type="button"
          className={`btn btn-sm ${decision === 'dismiss' ? 'btn-line' : 'btn-primary'}`}
          onClick={() => setAsks(decision)}
        >
          {decisionLabels[decision]}
        </button>
      ))}
      {asks && <DecideReview of={of} decision={asks} onClose={() => setAsks(null)} {...rest} />}
    </>
  );
}
