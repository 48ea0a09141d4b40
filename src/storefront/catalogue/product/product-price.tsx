import { effectivePrice, type ProductSummary } from '#contract/catalogue/product/product.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';

type Priced = Pick<ProductSummary, 'price' | 'on_sale' | 'sale_price' | 'price_unit' | 'offer'>;

/** The price of one unit, and where: on sale the sale price in red, and what it used to be. `compact` leaves the latter out. */
export function ProductPrice({ product, compact }: { product: Priced; compact?: boolean }) {
  const onSale = product.on_sale && product.sale_price !== null;
  return (
    <p className="price">
      <strong data-sale={onSale || undefined}>{formatUnitPrice(effectivePrice(product))}</strong>
      {(product.price_unit || product.offer) && <span>{unitText(product)}</span>}
      {onSale && !compact && <small>{t('Used to be {price}', { price: formatUnitPrice(product.price) })}</small>}
    </p>
  );
}

/** '/hour', '/hour for 8 GPUs in Oregon'. */
function unitText({ price_unit: unit, offer }: Priced): string {
  return `${unit && `/${unit}`}${offer?.text ?? ''}`;
}
