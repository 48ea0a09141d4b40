import { useEffect, useRef, useState } from 'react';
import { loginPath } from '#client/session/account-path.ts';
import { formatCents, formatUnitPrice, lineCents } from '#contract/money.ts';
import { effectivePrice, isInStock, type Product } from '#contract/product.ts';
import { findRentalProvider } from '#contract/rental-provider.ts';
import { useInView } from '#ui/use-in-view.ts';
import { useAddToCart } from '../../cart/use-add-to-cart.ts';
import { productPath } from '../../catalogue/paths.ts';
import { useShop } from '../../shop/shop-context.ts';
import { OptionGroup } from './option-group.tsx';
import { QuantityStepper } from './quantity-stepper.tsx';
import { NetworkRental, SearchRental } from './rental-actions.tsx';
import { SoldOutButton } from './sold-out-button.tsx';

/** Price, options, quantity and the one thing to do with a product. What is rented elsewhere is not counted here. */
export function BuyBox({ product }: { product: Product }) {
  const { store } = useShop();
  const [quantity, setQuantity] = useState(1);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const rental = findRentalProvider(store.rental_providers, product);
  return (
    <>
      <Amount product={product} quantity={quantity} />
      <div className="mt-6 grid gap-5">
        {product.options.map((option) => (
          <OptionGroup
            key={option.name}
            name={option.name}
            choices={option.choices}
            value={chosen[option.name] ?? ''}
            onChange={(choice) => setChosen({ ...chosen, [option.name]: choice })}
          />
        ))}
        {!rental && isInStock(product) && (
          <div className="needs-script">
            <div className="mb-2 text-sm font-[560]" aria-hidden="true">
              Quantity
            </div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <QuantityStepper value={quantity} onChange={setQuantity} maximum={product.stock} />
              <p role="status" className="num text-sm text-ink-3">
                {quantity === product.stock && 'There are no more.'}
              </p>
            </div>
          </div>
        )}
      </div>
      <div className="mt-7">
        {rental?.kind === 'network' && <NetworkRental provider={rental} />}
        {rental?.kind === 'search' && <SearchRental provider={rental} product={product} chosen={chosen} />}
        {!rental && isInStock(product) && <AddToCart product={product} quantity={quantity} />}
        {!rental && !isInStock(product) && <SoldOutButton className="btn btn-line btn-lg w-full" />}
      </div>
    </>
  );
}

/** The price times the quantity, with 2 decimals; and the exact price of one unit where cents would hide it. */
function Amount({ product, quantity }: { product: Product; quantity: number }) {
  const unit = effectivePrice(product);
  const cents = lineCents(unit, quantity);
  const hidden = lineCents(unit, 1) !== Math.round(unit * 1e6) / 1e4;
  return (
    <div aria-live="polite">
      <p className="num flex flex-wrap items-baseline gap-x-3">
        <span className={`text-3xl font-[540] tracking-[-.03em] ${product.on_sale ? 'text-danger' : ''}`}>
          {formatCents(cents)}
        </span>
        {product.on_sale && <s className="text-lg text-ink-3">{formatCents(lineCents(product.price, quantity))}</s>}
        {product.price_unit && <span className="text-ink-3">/{product.price_unit}</span>}
      </p>
      {hidden && (
        <p className="num mt-1 text-sm text-ink-3">
          Exactly {formatUnitPrice(unit)}
          {product.price_unit && ` per ${product.price_unit}`}; amounts are rounded to cents.
        </p>
      )}
    </div>
  );
}

export function Availability({ product }: { product: Product }) {
  if (!isInStock(product)) return <span className="text-sm font-[540] text-warning">Out of stock</span>;
  const text = product.stock === null ? 'Available' : `${product.stock.toLocaleString('en-US')} in stock`;
  return <span className="num text-sm font-[540] text-success">{text}</span>;
}

/** A panel of text may be higher than the screen: it stays where it is. */
const focusOnPage = ':is(main, footer) :focus-visible:not([role=tabpanel])';

/** The button, and on a phone the same one again in a bar that stays in reach of the thumb: for everybody else there is one. */
function AddToCart({ product, quantity }: { product: Product; quantity: number }) {
  const addToCart = useAddToCart();
  const add = () => addToCart(product, quantity);
  const button = useRef<HTMLButtonElement>(null);
  const buttonInView = useInView(button);
  useEffect(() => {
    // The bar comes when the page has been scrolled: what has the focus by then must not be behind it.
    if (!buttonInView) document.querySelector(focusOnPage)?.scrollIntoView({ block: 'nearest' });
  }, [buttonInView]);
  return (
    <>
      <button ref={button} type="button" className="btn btn-accent btn-lg w-full needs-script" onClick={add}>
        Add to cart
      </button>
      <a className="btn btn-accent btn-lg w-full without-script" href={loginPath(productPath(product.product_id))}>
        Add to cart
      </a>
      {!buttonInView && (
        <div className="buy-bar fixed inset-x-0 bottom-0 z-20 flex items-center gap-4 border-t bg-(--glass) px-4 pb-[max(.75rem,env(safe-area-inset-bottom))] pt-3 backdrop-blur-xl lg:hidden">
          <p className="num font-[580]">{formatCents(lineCents(effectivePrice(product), quantity))}</p>
          <button type="button" className="btn btn-accent flex-1" tabIndex={-1} aria-hidden="true" onClick={add}>
            Add to cart
          </button>
        </div>
      )}
    </>
  );
}
