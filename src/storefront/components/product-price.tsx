import { formatUnitPrice } from '#contract/money.ts';
import type { ProductSummary } from '#contract/product.ts';

type Priced = Pick<ProductSummary, 'price' | 'on_sale' | 'sale_price' | 'price_unit'>;

/** The price of one unit: on sale the sale price in red, and what it used to be. `compact` leaves the latter out. */
export function ProductPrice({ product, compact }: { product: Priced; compact?: boolean }) {
  const onSale = product.on_sale && product.sale_price !== null;
  return (
    <span className="num flex flex-wrap items-baseline gap-x-2">
      <span className="whitespace-nowrap">
        <span className={`font-[600] ${onSale ? 'text-danger' : ''}`}>
          {formatUnitPrice(onSale ? (product.sale_price ?? 0) : product.price)}
        </span>
        {product.price_unit && <span className="text-xs text-ink-3">/{product.price_unit}</span>}
      </span>
      {onSale && !compact && <span className="text-xs text-ink-3">Used to be {formatUnitPrice(product.price)}</span>}
    </span>
  );
}
