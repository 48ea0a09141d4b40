import { type CSSProperties, useId } from 'react';
import { isInStock, type ProductSummary } from '#contract/product.ts';
import { findRentalProvider, rentalFeatures } from '#contract/rental-provider.ts';
import { useAskToSignIn } from '../session/ask-to-sign-in.ts';
import { useShop } from '../store-context.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { productPath } from './category-links.ts';
import { cssUrl } from './css-url.ts';
import { ProductPrice } from './product-price.tsx';

/** One product in a list. `heading` is the level that fits the page around it. */
export function ProductCard({ product, heading: Heading = 'h2' }: { product: ProductSummary; heading?: 'h2' | 'h3' }) {
  const { store } = useShop();
  const rental = findRentalProvider(store.rental_providers, product);
  const path = productPath(product.product_id);
  const nameId = useId();
  return (
    <article
      className="product-card card relative flex min-w-0 flex-col overflow-hidden"
      style={{ '--hue': `var(--${product.product_type})` } as CSSProperties}
    >
      <div className="relative aspect-[4/3] overflow-hidden bg-night">
        {/* biome-ignore lint/a11y/useAnchorContent: the name below links to the same place; this one is for the pointer */}
        <a
          href={path}
          tabIndex={-1}
          aria-hidden="true"
          className="product-art absolute inset-0"
          style={{ backgroundImage: cssUrl(product.product_img) }}
        />
        <span className="pointer-events-none absolute left-3 top-3 flex flex-wrap gap-1.5">
          <span className="badge bg-black/70 text-white">{product.product_type}</span>
          {product.on_sale && <span className="badge bg-sale text-on-sale">Sale</span>}
        </span>
      </div>
      <div className="flex flex-1 flex-col gap-1.5 p-3.5 sm:p-4">
        <Heading className="text-[.9375rem] font-[580] leading-6 tracking-[-.015em] sm:text-base">
          <a id={nameId} href={path} className="underline-offset-4 hover:underline">
            <bdi>{product.product_name}</bdi>
          </a>
        </Heading>
        {rental ? (
          <ul className="text-sm text-ink-3">
            {rentalFeatures.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        ) : (
          <p className="line-clamp-2 text-sm text-ink-3" dir="auto">
            {product.description}
          </p>
        )}
        <div className="mt-auto flex flex-col gap-3 pt-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <ProductPrice product={product} />
            {!isInStock(product) && <span className="text-xs font-[540] text-warning">Out of stock</span>}
          </div>
          {rental ? (
            <LinkButton href={rental.guide_url} className="btn btn-line btn-sm w-full" aria-describedby={nameId}>
              Rent with {rental.label}
            </LinkButton>
          ) : (
            <AddToCart describedBy={nameId} />
          )}
        </div>
      </div>
    </article>
  );
}

function AddToCart({ describedBy }: { describedBy: string }) {
  const askToSignIn = useAskToSignIn();
  return (
    <button
      type="button"
      className="btn btn-line btn-sm w-full needs-script"
      aria-describedby={describedBy}
      onClick={askToSignIn}
    >
      Add to cart
    </button>
  );
}
