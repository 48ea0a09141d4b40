import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStaying } from '#client/query/use-staying.ts';
import type { SellerReview } from '#contract/catalogue/review.ts';
import { reviewTextMaximum } from '#contract/catalogue/review-limits.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { Field } from '#ui/form/field.tsx';
import { FormButtons } from '#ui/form/form-buttons.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { productPath } from '../paths.ts';
import { Rating } from './rating.tsx';
import { saveAnswer, useShopReviews } from './shop-reviews.ts';

/** Reviews that wait for an answer come first; `?answered=true` shows the rest. */
export function ShopReviews({ seller }: { seller: SellerHere }) {
  const [query] = useSearchParams();
  const answered = query.get('answered') === 'true';
  const path = (state: boolean) =>
    `/profile/shop-reviews?${new URLSearchParams({ seller: seller.address, ...(state && { answered: 'true' }) })}`;
  return (
    <>
      <nav aria-label={t('Which reviews')} className="mb-5 flex flex-wrap gap-2">
        {[false, true].map((state) => (
          <a
            key={String(state)}
            href={path(state)}
            aria-current={answered === state ? 'true' : undefined}
            className="chip"
            data-keep-scroll
          >
            {state ? t('Answered') : t('Without an answer')}
          </a>
        ))}
      </nav>
      <List key={String(answered)} seller={seller} answered={answered} />
    </>
  );
}

function List({ seller, answered }: { seller: SellerHere; answered: boolean }) {
  const { first, items: listed, more } = useShopReviews(seller.sellerId, answered);
  const { items, stay } = useStaying(listed, ({ review_id }) => review_id);
  return (
    <>
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={4} />} fault={t('The reviews could not be loaded.')}>
        {() =>
          items.length === 0 ? (
            <EmptyState
              icon={MessageSquare}
              title={answered ? t('You have answered no review yet.') : t('No review waits for an answer.')}
            >
              {answered
                ? t('Your answers stand under the reviews, for everybody to read.')
                : t('What buyers write about your products stands here until you answer it.')}
            </EmptyState>
          ) : (
            <ul className="grid">
              {items.map((review) => (
                <Item key={review.review_id} seller={seller} review={review} onSaved={stay} />
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      {more && (
        <div className="mt-6">
          <ActionButton action={more}>{t('Show older reviews')}</ActionButton>
        </div>
      )}
    </>
  );
}

type ItemProps = { seller: SellerHere; review: SellerReview; onSaved: (review: SellerReview) => void };

function Item({ seller, review, onSaved }: ItemProps) {
  const [writing, setWriting] = useState(false);
  const { answer, user } = review;
  const isStale = answer !== null && review.review_time > answer.edited_at;
  const { acts } = seller;
  return (
    <li className="border-t py-5 last:border-b">
      <article
        aria-label={t('Review of {product_name} by {username}', {
          product_name: review.product_name,
          username: user.username,
        })}
        className="grid gap-3"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p>
            <a href={productPath(review.product_id)} className="font-[560] hover:underline hover:underline-offset-4">
              <bdi>{review.product_name}</bdi>
            </a>
            <span className="block text-sm text-ink-3">
              <bdi>{user.username}</bdi>, <LocalTime instant={review.review_time} />
              {review.verified_purchase && t(', has bought it')}
            </span>
          </p>
          <Rating rate={review.rate} />
        </div>
        <p className="max-w-[62ch] whitespace-pre-line" dir="auto">
          {review.review_text}
        </p>
        {answer && !writing && (
          <div className="max-w-[62ch] border-l-2 pl-4 text-sm">
            <p className="text-ink-3">
              {t('Your answer,')} <LocalTime instant={answer.edited_at} />
              {isStale && <span className="text-warning">{t('. The review was changed after it.')}</span>}
            </p>
            <p className="mt-1 whitespace-pre-line text-ink-2" dir="auto">
              {answer.text}
            </p>
          </div>
        )}
        {writing ? (
          <AnswerForm
            seller={seller}
            review={review}
            onClose={() => setWriting(false)}
            onSaved={(saved) => {
              setWriting(false);
              onSaved(saved);
            }}
          />
        ) : (
          acts && (
            <div>
              <button type="button" className="btn btn-line btn-sm" onClick={() => setWriting(true)}>
                {answer ? t('Edit the answer') : t('Answer')}
                <span className="sr-only">
                  {t(' {username}’s review of {product_name}', {
                    username: user.username,
                    product_name: review.product_name,
                  })}
                </span>
              </button>
            </div>
          )
        )}
      </article>
    </li>
  );
}

function AnswerForm({ seller, review, onSaved, onClose }: ItemProps & { onClose: () => void }) {
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: { text: review.answer?.text ?? '' },
    check: ({ text }) => ({
      ...(text.trim() === '' && { text: t('Write an answer') }),
      ...(text.trim().length > reviewTextMaximum && {
        text: t('At most {reviewTextMaximum} characters', { reviewTextMaximum }),
      }),
    }),
    begin: () => setFault(undefined),
    async send({ text }) {
      const outcome = await saveAnswer(seller.sellerId, review, text.trim());
      if ('saved' in outcome) onSaved(outcome.saved);
      else setFault(outcome.fault);
      return undefined;
    },
  });
  return (
    <form {...form.props} className="grid max-w-[62ch] gap-3">
      <Field
        {...form.field('text')}
        label={t('Your answer')}
        rows={4}
        hint={t('Everybody reads it under the review, with the name {name}.', { name: seller.name })}
      />
      <FormButtons
        busy={form.busy}
        fault={fault}
        submit={review.answer ? t('Save the answer') : t('Publish the answer')}
        onCancel={onClose}
      />
    </form>
  );
}
