import { deliveryMinutes, measuredSpan, productDeliveryText } from '#contract/catalogue/product/delivery.ts';
import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { findRentalProvider } from '#contract/catalogue/product/rental-provider.ts';
import { t } from '#language/message.ts';
import { useShop } from '../../shop/shop-context.ts';

type DeliveryLineProps = {
  product: Product;
  selected: readonly SelectedOption[];
  /** Median hours of what the shop has delivered by hand lately; null: nothing is measured. */
  measuredHours: number | null;
};

/** When and by whom what is chosen is delivered; beside a promise, how long it has taken. */
export function DeliveryLine({ product, selected, measuredHours }: DeliveryLineProps) {
  const { store } = useShop();
  const rental = findRentalProvider(store.rental_providers, product);
  const isByHand = !rental && measuredHours !== null && deliveryMinutes(product, selected) !== 0;
  return (
    <div className="num mt-2 grid gap-0.5 text-sm">
      <p>
        <bdi>{productDeliveryText(product, { selected, rental, shopName: store.name })}</bdi>
      </p>
      {isByHand && (
        <p className="text-ink-3">
          {t('Measured: {measuredHours}, half of the last 90 days’ orders sooner', {
            measuredHours: measuredSpan(measuredHours),
          })}
        </p>
      )}
    </div>
  );
}
