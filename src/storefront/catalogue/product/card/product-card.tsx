import { useState } from 'react';
import { smallPicture } from '#contract/catalogue/picture.ts';
import { effectivePrice, isInStock, type ProductSummary } from '#contract/catalogue/product/product.ts';
import { findRentalProvider, rentalFeatures } from '#contract/catalogue/product/rental-provider.ts';
import { rentedAt, soldOut } from '#contract/catalogue/product/stock-text.ts';
import { t } from '#language/message.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useAddToCart } from '../../../ordering/cart/use-add-to-cart.ts';
import { CachedFragment } from '../../../page/cached-fragment.tsx';
import { useShop } from '../../../shop/shop-context.ts';
import { ProductPrice } from '../product-price.tsx';
import { SoldOutButton, SoldOutRental } from '../sold-out-button.tsx';
import { RatingAndShop, regionsText, stockOfSummary, summaryPath } from '../summary-facts.tsx';
import { LateCardTools } from './late-card-tools.tsx';

type ProductCardProps = {
  product: ProductSummary;
  /** The level that fits the page around it. */
  heading?: 'h2' | 'h3';
  /** Beside another product the card only leads to its own page: there is one thing to buy on a page, or none. */
  aside?: boolean;
  /** Among the first of a page: its picture does not wait until somebody scrolls to it. */
  first?: boolean;
};

/** One product among others. A list draws many of these, so a card has few elements and its looks live in app.css. */
export function ProductCard({ product, heading = 'h2', aside = false, first = false }: ProductCardProps) {
  return (
    <CachedFragment
      as="article"
      className="product-card"
      data-type={product.product_type}
      by={['card', product, heading, aside, first]}
    >
      <CardContent product={product} heading={heading} aside={aside} first={first} />
    </CachedFragment>
  );
}

function CardContent({ product, heading: Heading, aside, first }: Required<ProductCardProps>) {
  const { store } = useShop();
  const rental = findRentalProvider(store.rental_providers, product);
  const path = summaryPath(product);
  const isSoldOut = !isInStock(product);
  const facts = [
    product.facts,
    !product.offer?.region && regionsText(product, 1),
    product.stock !== null && !isSoldOut && stockOfSummary(product),
    rental ? rentedAt(rental) : product.delivery,
  ]
    .filter(Boolean)
    .join(' · ');
  const nameId = `name-${encodeURIComponent(product.product_id)}`;
  const picture = (
    <img
      src={smallPicture(product.product_img)}
      alt=""
      width={640}
      height={480}
      loading={first ? undefined : 'lazy'}
      decoding="async"
    />
  );
  return (
    <>
      <div className="product-card-picture">
        {/* biome-ignore lint/a11y/useAnchorContent: the name below links to the same place; this one is for the pointer */}
        <a href={path} tabIndex={-1} aria-hidden="true" className="product-art">
          {/* Within a picture element React names no image in the page's head, where a fragment could not. */}
          {first ? <picture>{picture}</picture> : picture}
        </a>
        <p className="product-card-badges">
          <span className="badge">{product.product_type}</span>
          {product.on_sale && <span className="badge badge-sale">{t('Sale')}</span>}
          {isSoldOut && (
            <span id={`${nameId}-stock`} className="badge badge-out">
              {soldOut}
            </span>
          )}
        </p>
        <LateCardTools product={product} ticks={!aside} />
      </div>
      <Heading>
        <a id={nameId} href={path} dir="auto">
          {product.product_name}
        </a>
      </Heading>
      {rental ? (
        <ul className="product-card-text">
          {rentalFeatures.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      ) : (
        <p className="product-card-text" dir="auto">
          {product.description}
        </p>
      )}
      {(product.rating || !rental) && (
        <p className="product-card-facts">
          <RatingAndShop product={product} shopName={rental ? null : store.name} />
        </p>
      )}
      {facts && <p className="product-card-facts">{facts}</p>}
      <ProductPrice product={product} />
      {!aside && rental && isSoldOut && (
        <SoldOutRental label={rental.label} className="btn btn-line btn-sm" describedBy={`${nameId} ${nameId}-stock`} />
      )}
      {!aside && rental && !isSoldOut && (
        <LinkButton href={rental.guide_url} className="btn btn-line btn-sm" aria-describedby={nameId}>
          {t('Rent with {label}', { label: rental.label })}
        </LinkButton>
      )}
      {!aside && !rental && <AddToCart product={product} describedBy={nameId} />}
    </>
  );
}

function AddToCart({ product, describedBy }: { product: ProductSummary; describedBy: string }) {
  const addToCart = useAddToCart();
  const { default_options: chosen } = product;
  if (!isInStock(product)) return <SoldOutButton className="btn btn-line btn-sm" describedBy={describedBy} />;
  if (chosen && !chosen[0])
    return (
      <LinkButton
        href={`${summaryPath(product)}#choose`}
        className="btn btn-line btn-sm"
        aria-describedby={describedBy}
      >
        {t('Add to cart')}
      </LinkButton>
    );
  return (
    <>
      {effectivePrice(product) === 0 && <GetItHere product={product} describedBy={describedBy} />}
      <button
        type="button"
        className="btn btn-line btn-sm"
        aria-describedby={describedBy}
        onClick={() => addToCart(product, product.offer?.quantity ?? product.least_quantity ?? 1, chosen)}
      >
        {t('Add to cart')}
      </button>
    </>
  );
}

function GetItHere({ product, describedBy }: { product: ProductSummary; describedBy: string }) {
  const [opened, setOpened] = useState<typeof import('../../../ordering/checkout/get-it-dialog.tsx') | null>(null);
  return (
    <>
      <button
        type="button"
        className="btn btn-accent btn-sm needs-script"
        aria-describedby={describedBy}
        onClick={() =>
          // Only what is free needs it, and only once it is asked for. The page of the product has the same.
          import('../../../ordering/checkout/get-it-dialog.tsx').then(setOpened, () =>
            window.location.assign(summaryPath(product)),
          )
        }
      >
        {t('Get it')}
      </button>
      {opened && <opened.GetItDialog product={product} onClose={() => setOpened(null)} />}
    </>
  );
}
