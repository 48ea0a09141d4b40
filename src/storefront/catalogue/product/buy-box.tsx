import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loginPath } from '#client/session/account-path.ts';
import { quantityInUnits } from '#contract/catalogue/product/price-unit.ts';
import { effectivePrice, isInStock, type Product } from '#contract/catalogue/product/product.ts';
import { stockOf } from '#contract/catalogue/product/product-stock.ts';
import {
  isOfferedQuantity,
  isRental,
  offeredQuantity,
  offeredText,
  rentsMachines,
} from '#contract/catalogue/product/rental.ts';
import { findRentalProvider } from '#contract/catalogue/product/rental-provider.ts';
import { stockText } from '#contract/catalogue/product/stock-text.ts';
import { missingOptions, selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { formatCents, formatUnitPrice, lineCents } from '#contract/money/amount/money.ts';
import { machinesMaximum, machineTimeMaximum, quantityMaximum } from '#contract/ordering/order-limits.ts';
import { t } from '#language/message.ts';
import { late } from '#ui/loading/late.tsx';
import { useInView } from '#ui/loading/use-in-view.ts';
import { goodsOfChoice } from '../../goods/release/release-for.ts';
import { useAddToCart } from '../../ordering/cart/use-add-to-cart.ts';
import { useShop } from '../../shop/shop-context.ts';
import { comparePath } from '../compare/compare-path.ts';
import { productPath } from '../paths.ts';
import { LateCardTools } from './card/late-card-tools.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import { choiceOf } from './options/chosen-options.ts';
import { choicesOf } from './options/option-choices.ts';
import { OptionGroup } from './options/option-group.tsx';
import { optionsQuery } from './options/options-query.ts';
import type { ChosenOptions } from './options/use-chosen-options.ts';
import { offerOf } from './options/variant-offer.ts';
import { QuantityInUnits } from './quantity-in-units.tsx';
import { QuantityStepper } from './quantity-stepper.tsx';
import { NetworkRental, SearchRental } from './rental-actions.tsx';
import { SoldOutButton } from './sold-out-button.tsx';
import { WishForm } from './wish-form.tsx';

/** Only what is free needs it. */
const GetIt = late(async () => (await import('../../ordering/checkout/get-it.tsx')).GetIt);

/** Loads what the box of this product needs besides, so that it is drawn with the page. */
export async function preloadBuyBox(product: Product): Promise<void> {
  const offers = [product, ...(product.variants ?? [])];
  // Without it the rest of the page works all the same.
  if (offers.some(({ price, sale_price }) => price === 0 || sale_price === 0)) await GetIt.preload().catch(() => {});
}

/** A link to it asks for what has still to be chosen. */
const CHOOSE = 'choose';

type BuyBoxProps = {
  product: Product;
  chosen: ChosenOptions;
  /** Median hours of what its shop has delivered by hand lately; null: nothing is measured. */
  measuredHours: number | null;
  /** Content below, for this quantity on each of so many machines. */
  children?: (quantity: number, machines: number) => ReactNode;
};

/** Price, options, quantity and the one thing to do with a product. What is rented elsewhere is not counted here. */
export function BuyBox({ product, chosen, measuredHours, children }: BuyBoxProps) {
  const { store } = useShop();
  const { selected, reviews } = chosen;
  const { product: offered, isFrom } = offerOf(product, selected);
  const amount = useOrderedAmount(offered, selected);
  const { quantity, machines } = amount;
  const rental = findRentalProvider(store.rental_providers, product);
  const options = useRef<HTMLDivElement>(null);
  const missing = missingOptions(product, selected);
  const [asked, ask] = useAskForChoice(options, missing.length > 0);
  return (
    <>
      <Amount product={offered} quantity={quantity} machines={machines} isFrom={isFrom} />
      {(rental || isInStock(offered)) && (
        <DeliveryLine product={product} selected={selected} measuredHours={measuredHours} />
      )}
      <div ref={options} id={CHOOSE} className="mt-6 grid scroll-mt-24 gap-5">
        {!product.variants && product.options.length > 0 && (
          <WishForm product={product} selected={selected} reviews={reviews} anchor={CHOOSE} />
        )}
        {product.options.map((option) => (
          <OptionGroup
            key={option.name}
            name={option.name}
            choices={choicesOf(product, option, selected)}
            value={choiceOf(selected, option.name) ?? ''}
            onChange={(value) => chosen.choose({ name: option.name, value })}
            missing={missing.includes(option.name)}
            asked={asked}
          />
        ))}
        {product.variants && selected.length > 0 && <p className="without-script">{selectedOptionsText(selected)}</p>}
        {product.variants && product.variants.length > 1 && (
          <p className="without-script text-sm">
            <a href="#variants" className="text-link">
              {t('Choose in the table of all choices')}
            </a>
          </p>
        )}
        {!rental && isInStock(offered) && <AmountSteppers product={offered} amount={amount} />}
        {!rental && isInStock(product) && !isInStock(offered) && (
          <p role="status" className="text-sm text-warning">
            {t('{map} is sold out now. Another choice can be had.', {
              map: selected.map(({ value }) => value).join(', '),
            })}
          </p>
        )}
      </div>
      <div className="mt-7">
        {rental?.kind === 'network' && <NetworkRental provider={rental} isSoldOut={!isInStock(offered)} />}
        {rental?.kind === 'search' && (
          <SearchRental
            provider={rental}
            product={product}
            isSoldOut={!isInStock(offered)}
            chosen={Object.fromEntries(selected.map(({ name, value }) => [name, value]))}
          />
        )}
        {!rental && isInStock(offered) && (
          <AddToCart
            product={offered}
            quantity={quantity}
            machines={machines}
            selected={selected}
            askFirst={missing.length > 0 ? ask : null}
          />
        )}
        {!rental && !isInStock(offered) && <SoldOutButton className="btn btn-line btn-lg w-full" />}
      </div>
      <div className="mt-3 min-h-13">
        <LateCardTools product={product} worded />
        <a className="btn btn-ghost btn-lg w-full without-script" href={loginPath(productPath(product.product_id))}>
          {t('Log in to save it')}
        </a>
      </div>
      <a className="btn btn-ghost btn-lg w-full" href={comparePath([product.product_id])}>
        {t('Compare')}
      </a>
      {children?.(quantity, machines)}
    </>
  );
}

/** Quantity and machines that are about to be ordered, within what is offered of this choice. */
function useOrderedAmount(offered: Product, selected: ChosenOptions['selected']) {
  const { price_unit, product_type, stock } = offered;
  const bounds = offeredQuantity(offered);
  const [wanted, setQuantity] = useState(bounds.least_quantity);
  const { search } = useLocation();
  const linked = Number(new URLSearchParams(search).get('quantity'));
  // Behind the first drawing: the page of the server is the same for every quantity.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by the address that led here
  useEffect(() => {
    if (Number.isInteger(linked) && linked <= quantityMaximum && isOfferedQuantity(bounds, linked)) setQuantity(linked);
  }, [linked]);
  const [wantedMachines, setMachines] = useState(1);
  const rented = { price_unit, product_type, goods: goodsOfChoice(offered, selected) ?? {} };
  const isRented = isRental(rented);
  const most = isRented ? bounds.most_quantity : stock;
  const quantity = Math.min(wanted, most || wanted);
  const mostOfTime = Math.min(machinesMaximum, Math.floor(machineTimeMaximum / quantity));
  const mostMachines = rentsMachines(rented) ? Math.min(stock ?? mostOfTime, mostOfTime) : 1;
  return {
    quantity,
    bounds,
    most,
    setQuantity,
    isRented,
    machines: Math.max(1, Math.min(wantedMachines, mostMachines)),
    mostMachines,
    setMachines,
  };
}

/** Sets how many, or how long; and of machines that are rented by time, how many at once. */
function AmountSteppers({ product, amount }: { product: Product; amount: ReturnType<typeof useOrderedAmount> }) {
  const { quantity, bounds, machines, mostMachines, isRented } = amount;
  const { price_unit: unit } = product;
  const times = offeredText(unit, bounds);
  return (
    <div className="needs-script grid gap-4">
      <div>
        <div className="mb-2 text-sm font-[560]" aria-hidden="true">
          {t('Quantity')}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <QuantityStepper
            value={quantity}
            onChange={amount.setQuantity}
            minimum={bounds.least_quantity}
            maximum={amount.most}
          />
          <div role="status" className="num text-sm text-ink-3">
            <QuantityInUnits quantity={quantity} unit={unit} machines={machines} />
            {!isRented && quantity === product.stock && <p>{t('There are no more.')}</p>}
          </div>
        </div>
        {times && <p className="num mt-2 text-sm text-ink-3">{t('Rented for {times}.', { times })}</p>}
      </div>
      {mostMachines > 1 && (
        <div>
          <div className="mb-2 text-sm font-[560]" aria-hidden="true">
            {t('Machines')}
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <QuantityStepper
              label={t('Machines')}
              value={machines}
              onChange={amount.setMachines}
              maximum={mostMachines}
            />
            <div role="status" className="num text-sm text-ink-3">
              {machines === product.stock && <p>{t('There are no more.')}</p>}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

/** True once the customer was asked for a missing choice, and the function that asks: it says so, and leads there. */
function useAskForChoice(options: RefObject<HTMLElement | null>, isMissing: boolean): [boolean, () => void] {
  const [asked, setAsked] = useState(false);
  const { hash } = useLocation();
  function ask() {
    setAsked(true);
    options.current?.querySelector<HTMLElement>('[data-missing] input:not([aria-disabled])')?.focus();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, by the address that led here
  useEffect(() => {
    if (isMissing && hash === `#${CHOOSE}`) ask();
  }, [hash]);
  return [asked, ask];
}

type AmountProps = { product: Product; quantity: number; machines: number; isFrom: boolean };

/** The price times the quantity, with 2 decimals, and what that is for; and the exact price of one unit where cents would hide it. */
function Amount({ product, quantity, machines, isFrom }: AmountProps) {
  const unit = effectivePrice(product);
  const count = quantity * machines;
  const cents = lineCents(unit, count);
  const hidden = lineCents(unit, 1) !== Math.round(unit * 1e6) / 1e4;
  const one = product.price_unit && `/${product.price_unit}`;
  const all = count > 1 ? quantityInUnits(quantity, product.price_unit, machines) : null;
  return (
    <div aria-live="polite">
      <p className="num flex flex-wrap items-baseline gap-x-3">
        {isFrom && <span className="text-ink-2">{t('From')}</span>}
        <span className={`text-3xl font-[540] tracking-[-.03em] ${product.on_sale ? 'text-danger' : ''}`}>
          {formatCents(cents)}
        </span>
        {product.on_sale && <s className="text-lg text-ink-3">{formatCents(lineCents(product.price, count))}</s>}
        {one && <span className="text-ink-3">{all ? t('for {all}', { all }) : one}</span>}
      </p>
      {all && !hidden && (
        <p className="num mt-1 text-sm text-ink-3">
          {formatUnitPrice(unit)}
          {one}
        </p>
      )}
      {hidden && (
        <p className="num mt-1 text-sm text-ink-3">
          {t('Exactly')} {formatUnitPrice(unit)}
          {product.price_unit && t(' per {price_unit}', { price_unit: product.price_unit })}
          {t('; amounts are rounded to cents.')}
        </p>
      )}
    </div>
  );
}

/** How many there are of what is chosen. */
export function Availability({ product, selected = [] }: { product: Product; selected?: ChosenOptions['selected'] }) {
  const stock = stockOf(product, selected);
  const color = isInStock(stock) ? 'text-success' : 'text-warning';
  return <span className={`num text-sm font-[540] ${color}`}>{stockText(stock)}</span>;
}

/** A panel of text may be higher than the screen: it stays where it is. */
const focusOnPage = ':is(main, footer) :focus-visible:not([role=tabpanel])';

type AddToCartProps = {
  product: Product;
  quantity: number;
  machines: number;
  selected: ChosenOptions['selected'];
  /** Asks for what has to be chosen before, if anything has. */
  askFirst: (() => void) | null;
};

/** The button, and on a phone the same one again in a bar that stays in reach of the thumb: for everybody else there is one. */
function AddToCart({ product, quantity, machines, selected, askFirst }: AddToCartProps) {
  const addToCart = useAddToCart();
  const add = askFirst ?? (() => addToCart(product, quantity, selected, machines));
  const button = useRef<HTMLButtonElement>(null);
  const buttonInView = useInView(button);
  useEffect(() => {
    // The bar comes when the page has been scrolled: what has the focus by then must not be behind it.
    if (!buttonInView) document.querySelector(focusOnPage)?.scrollIntoView({ block: 'nearest' });
  }, [buttonInView]);
  const isFree = effectivePrice(product) === 0;
  const looks = isFree ? 'btn-line' : 'btn-accent';
  return (
    <>
      {isFree && (
        <GetIt
          key={optionsQuery(selected)}
          product={product}
          quantity={quantity}
          machines={machines}
          selected={selected}
          askFirst={askFirst}
        />
      )}
      <button ref={button} type="button" className={`btn ${looks} btn-lg w-full needs-script`} onClick={add}>
        {t('Add to cart')}
      </button>
      <a
        className="btn btn-accent btn-lg w-full without-script"
        href={loginPath(productPath(product.product_id) + optionsQuery(selected))}
      >
        {t('Add to cart')}
      </a>
      {!buttonInView && (
        <div className="buy-bar fixed inset-x-0 bottom-0 z-20 flex items-center gap-4 border-t bg-(--glass) px-4 pb-[max(.75rem,env(safe-area-inset-bottom))] pt-3 backdrop-blur-xl lg:hidden">
          <p className="num min-w-0 font-[580]">
            {formatCents(lineCents(effectivePrice(product), quantity * machines))}
            {selected.length > 0 && (
              <span className="block truncate text-xs font-normal text-ink-3">
                {selected.map(({ value }) => value).join(', ')}
              </span>
            )}
          </p>
          <button type="button" className="btn btn-accent flex-1" tabIndex={-1} aria-hidden="true" onClick={add}>
            {t('Add to cart')}
          </button>
        </div>
      )}
    </>
  );
}
