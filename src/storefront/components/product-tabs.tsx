import type { Product } from '#contract/product.ts';
import type { ShownReview } from '#contract/review.ts';
import { Tabs } from '../ui/tabs.tsx';
import { Markdown } from './markdown.tsx';
import { ReviewList } from './review-list.tsx';

/** 'Product Information' and 'Reviews'; both are in the page, so that they are found and read without scripts too. */
export function ProductTabs({ product, reviews }: { product: Product; reviews: ShownReview[] }) {
  const count = (
    <>
      Reviews <span aria-hidden="true" className="num text-ink-3">{`(${reviews.length})`}</span>
    </>
  );
  return (
    <div className="mt-14 md:mt-20">
      <Tabs
        label="About this product"
        items={[
          { id: 'information', label: 'Product Information', content: <Information product={product} /> },
          { id: 'reviews', label: count, content: <ReviewList reviews={reviews} /> },
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
        <p className="text-ink-3">The provider has not described this product.</p>
      )}
      {product.specs.length > 0 && (
        <table className="w-full table-fixed self-start text-sm">
          <caption className="mb-2 text-left font-[580]">Specifications</caption>
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
  );
}

const LONG = 300;

/** Some providers put whole prompts or licenses into a value: those fold. */
function SpecValue({ value }: { value: string }) {
  if (value.length <= LONG) return <bdi className="whitespace-pre-line">{value}</bdi>;
  return (
    <details>
      <summary className="text-ink-2 underline underline-offset-4">
        Show all {value.length.toLocaleString('en-US')} characters
      </summary>
      <bdi className="mt-2 block max-h-96 overflow-y-auto whitespace-pre-line">{value}</bdi>
    </details>
  );
}
