import { useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { Tabs } from '#ui/tabs.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { resumeDraft } from '../review/review-draft.ts';
import { ReviewList } from '../review/review-list.tsx';
import { type ReviewPage, useReviews } from '../review/use-reviews.ts';
import { AttributeList } from './attribute-list.tsx';

const REVIEWS = 1;

type ProductTabsProps = {
  product: Product;
  reviews: ReviewPage;
  /** True if the page came with the newest reviews, not with some from further on. */
  isFirst: boolean;
  /** The page with the reviews from a mark on, or from the newest. */
  addressFrom: (mark: string | null) => string;
};

/** 'Product Information' and 'Reviews'; both are in the page, so that they are found and read without scripts too. */
export function ProductTabs({ product, reviews: ofPage, isFirst, addressFrom }: ProductTabsProps) {
  const reviews = useReviews(product.product_id, ofPage);
  const [current, setCurrent] = useState(0);
  const [backToReview, setBackToReview] = useState(false);
  const tabs = useRef<HTMLDivElement>(null);

  // Customers who were writing a review before the login go on writing it.
  useEffect(() => {
    if (!resumeDraft(product.product_id)) return;
    setCurrent(REVIEWS);
    setBackToReview(true);
  }, [product.product_id]);
  useEffect(() => {
    if (backToReview) tabs.current?.querySelector('textarea')?.focus();
  }, [backToReview]);

  const count = (
    <>
      {rich('Reviews {value}', {
        value: <span aria-hidden="true" className="num text-ink-3">{`(${reviews.summary.count})`}</span>,
      })}
    </>
  );
  return (
    <div ref={tabs} className="mt-14 md:mt-20">
      <Tabs
        label={t('About this product')}
        current={current}
        onChange={setCurrent}
        items={[
          { id: 'information', label: t('Product Information'), content: <Information product={product} /> },
          {
            id: 'reviews',
            label: count,
            content: (
              <ReviewList productId={product.product_id} of={reviews} isFirst={isFirst} addressFrom={addressFrom} />
            ),
          },
        ]}
      />
    </div>
  );
}

function Information({ product }: { product: Product }) {
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-14">
      {product.description ? (
        <Markdown text={product.description} />
      ) : (
        <p className="text-ink-3">{t('The provider has not described this product.')}</p>
      )}
      <div className="min-w-0">
        <AttributeList product={product} />
        {product.specs.length > 0 && (
          <table className="w-full table-fixed self-start text-sm">
            <caption className="mb-2 text-left font-[580]">{t('Specifications')}</caption>
            <tbody>
              {product.specs.map((spec, index) => (
                <tr key={index} className="border-t align-top">
                  <th scope="row" className="w-2/5 py-3 pr-4 text-left font-normal text-ink-3">
                    <bdi>{spec.name}</bdi>
                  </th>
                  <td className="num py-3">
                    <SpecValue value={spec.value} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </div>
  );
}

const LONG = 300;

/** Some providers put whole prompts or licenses into a value: those fold. */
function SpecValue({ value }: { value: string }) {
  if (value.length <= LONG) return <bdi className="whitespace-pre-line">{value}</bdi>;
  return (
    <details>
      <summary className="text-ink-2 underline underline-offset-4">
        {t('Show all {length} characters', { length: value.length.toLocaleString('en-US') })}
      </summary>
      <bdi className="mt-2 block max-h-96 overflow-y-auto whitespace-pre-line">{value}</bdi>
    </details>
  );
}
