// Delivery of a product: at once, within a time that is promised, or without one. One rule and one wording for its page, lists, the
// cart and structured data. The database has the same rule for its filter (api.is_at_once, migrations/0146-promised-delivery.sql).
import { type Goods, type GoodsOfOne, goodsFor, type PublicGoods } from '../../goods/goods.ts';
import type { SelectedOption, Variant } from './product.ts';
import { rentedAt } from './stock-text.ts';
import { variantsWith } from './variant.ts';

/** Minutes from the payment to the delivery: 0 is at once; null: no time is promised. */
export type DeliveryMinutes = number | null;

type Delivered = {
  stock: number | null;
  goods?: Goods | PublicGoods;
  variants?: readonly Variant[];
  delivery_within_hours?: number | null;
};

/** Where a product does not say when access is promised. */
export const usualAccessMinutes = 60;

/** Delivery of what is chosen: of several variants that of the slowest which is not sold out. */
export function deliveryMinutes(
  { goods = {}, variants = [], stock, delivery_within_hours: hours = null }: Delivered,
  selected: readonly SelectedOption[] = [],
): DeliveryMinutes {
  const promised = promisedMinutes(hours);
  if (variants.length === 0) return minutesOfGoods(goods, { stock, promised });
  const meant = variantsWith(variants, selected);
  const left = meant.filter((variant) => variant.stock !== 0);
  return slowest(
    (left.length > 0 ? left : meant).map((variant) =>
      minutesOfGoods(goodsFor(goods as Goods, { is_variant: true, selected_options: variant.selected_options }), {
        stock: variant.stock,
        promised,
      }),
    ),
    promised,
  );
}

export function promisedMinutes(hours: number | null): DeliveryMinutes {
  return hours === null ? null : hours * HOUR;
}

/** Delivery of these goods; what a person sends, and keys of a list that has none left, have the time that the seller promises. */
export function minutesOfGoods(
  { files, keys, access, hours }: GoodsOfOne | PublicGoods,
  { stock, promised }: { stock: number | null; promised: DeliveryMinutes },
): DeliveryMinutes {
  const parts: DeliveryMinutes[] = [
    ...(files ? [0] : []),
    ...(keys ? [keys.source === 'list' && stock === 0 ? promised : 0] : []),
    ...(access ? [access.by === 'text' ? 0 : (access.within_minutes ?? usualAccessMinutes)] : []),
    ...(hours ? [hours.by === 'hand' ? promised : 0] : []),
  ];
  return slowest(parts, promised);
}

function slowest(parts: readonly DeliveryMinutes[], ofNone: DeliveryMinutes): DeliveryMinutes {
  if (parts.length === 0) return ofNone;
  return parts.some((minutes) => minutes === null) ? null : Math.max(...parts.map(Number));
}

/** 'Delivered at once', 'Delivered within 2 days by Northlight Compute', 'Delivered by Northlight Compute; no time is promised'. */
export function deliveryText(minutes: DeliveryMinutes, by: string): string {
  if (minutes === 0) return 'Delivered at once';
  const who = by && ` by ${by}`;
  return minutes === null ? `Delivered${who}; no time is promised` : `Delivered within ${spanText(minutes)}${who}`;
}

/** Text about the delivery of a product where it is shown whole. `rental`: its provider, where that rents it out elsewhere. */
export function productDeliveryText(
  product: Delivered & { provider: string; seller?: { name: string } },
  {
    selected = [],
    rental,
    shopName,
  }: { selected?: readonly SelectedOption[]; rental: { label: string } | null; shopName: string },
): string {
  if (rental) return rentedAt(rental);
  return deliveryText(deliveryMinutes(product, selected), product.seller?.name || product.provider || shopName);
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** '15 minutes', '1 hour', '24 hours', '2 days'. */
function spanText(minutes: number): string {
  if (minutes > DAY && minutes % DAY === 0) return count(minutes / DAY, 'day');
  return minutes % HOUR === 0 ? count(minutes / HOUR, 'hour') : count(minutes, 'minute');
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

/** Measured hours as one says them: 'about 5 hours'. */
export function measuredSpan(hours: number): string {
  if (hours < 1) return 'less than an hour';
  return `about ${hours < 48 ? count(Math.round(hours), 'hour') : count(Math.round(hours / 24), 'day')}`;
}
