import { useEffect, useRef, useState } from 'react';
import { effectivePrice, isInStock, type ProductSummary } from '#contract/catalogue/product/product.ts';
import { stockText } from '#contract/catalogue/product/stock-text.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { productPath } from '../paths.ts';
import { ProductPrice } from '../product/product-price.tsx';
import { AlertChoices } from './alert-choices.tsx';
import { restoreSaved } from './change-alerts.ts';
import { note, saveProduct } from './save-product.ts';
import type { Listed } from './use-saved-products.ts';

/** One saved product. When it is removed its line stays until the screen is left, with the way back. */
export function SavedItem({ item }: { item: Listed }) {
  const { product } = item;
  const [account, setAccount] = useState(item.account);
  const [removed, setRemoved] = useState(false);
  const [fault, setFault] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const changed = useRef(false);

  // The button changes with the line, and keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of it
  useEffect(() => {
    if (changed.current) button.current?.focus();
  }, [removed]);

  async function remove() {
    done(false, await saveProduct(product.product_id, false));
  }

  async function restore() {
    if (!account) return done(true, await saveProduct(product.product_id, true));
    const answer = await restoreSaved(product.product_id, account);
    if (typeof answer !== 'string') setAccount(answer);
    done(true, typeof answer === 'string' ? answer : undefined);
  }

  function done(saved: boolean, found: string | undefined) {
    setFault(found);
    if (found !== undefined) return;
    note(product.product_id, saved);
    changed.current = true;
    setRemoved(!saved);
  }

  return (
    <li className="grid gap-3 border-t py-5">
      {removed ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">
            {rich('{product_name} is removed.', { product_name: <bdi>{product.product_name}</bdi> })}
          </p>
          <button ref={button} type="button" className="btn btn-line btn-sm" onClick={restore}>
            {rich('Undo{span}', {
              span: (
                <span className="sr-only"> {t('removing {product_name}', { product_name: product.product_name })}</span>
              ),
            })}
          </button>
        </div>
      ) : (
        <div className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-cols-[120px_minmax(0,1fr)_auto]">
          <img
            src={product.product_img}
            alt=""
            width="120"
            height="90"
            loading="lazy"
            className="aspect-4/3 w-full rounded-md bg-night object-cover sm:row-span-2"
          />
          <Facts product={product} account={account} />
          <button
            ref={button}
            type="button"
            className="btn btn-line btn-sm max-sm:col-start-2 max-sm:justify-self-start sm:self-start"
            onClick={remove}
          >
            {rich('Remove{span}', { span: <span className="sr-only"> {product.product_name}</span> })}
          </button>
          {account && <AlertChoices product={product} account={account} onChange={setAccount} />}
        </div>
      )}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </li>
  );
}

function Facts({ product, account }: Listed) {
  return (
    <div className="min-w-0">
      <h2 className="font-[580]">
        <a href={productPath(product.product_id)} dir="auto" className="hover:underline">
          {product.product_name}
        </a>
      </h2>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <ProductPrice product={product} compact />
        {account && <PriceWhenSaved product={product} was={account.saved_price} unit={account.saved_price_unit} />}
      </div>
      <p className={`num mt-1 text-sm font-[540] ${isInStock(product) ? 'text-success' : 'text-warning'}`}>
        {stockText(product)}
      </p>
    </div>
  );
}

/** Nothing where the price is the same, or for something else by now. */
function PriceWhenSaved({ product, was, unit }: { product: ProductSummary; was: number; unit: string }) {
  if (unit === product.price_unit && was === effectivePrice(product)) return null;
  return (
    <p className="num text-sm text-ink-3">
      {t('{was}{value} when you saved it', { was: formatUnitPrice(was), value: unit && `/${unit}` })}
    </p>
  );
}
