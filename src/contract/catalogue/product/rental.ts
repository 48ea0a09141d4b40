// Rentals: what is sold by time. A unit of its stock is a machine (or a seat) that somebody has for that time, however long it is, so
// the quantity of an order is a length and never the number of machines. Questions that the page, the cart and the checkout answer alike.
import type { GoodsOfOne } from '../../goods/goods.ts';
import { minutesOfUnit, quantityInUnits } from './price-unit.ts';
import type { ProductType } from './product.ts';

type Rentable = { price_unit: string; goods: { keys?: NonNullable<GoodsOfOne['keys']> } };

/** Bounds of a rental, in units of its price; null: none of its own. */
export type RentalTimes = { shortest_time: number | null; longest_time: number | null };

/** True where it is sold by time. Keys from a list are counted one by one, whatever their price is for. */
export function isRental({ price_unit, goods }: Rentable): boolean {
  return minutesOfUnit(price_unit) !== null && goods.keys?.source !== 'list';
}

/** True where a buyer says how many machines at once: a rental of computing. */
export function rentsMachines(product: Rentable & { product_type: ProductType }): boolean {
  return product.product_type === 'computing' && isRental(product);
}

/** Units of stock that a line takes: of a rental its machines, otherwise as many as its quantity. */
export function takenOfStock(
  rentable: Rentable,
  { quantity, machines }: { quantity: number; machines: number },
): number {
  return isRental(rentable) ? machines : quantity;
}

/** True where so long a time is offered. */
export function isOfferedTime({ shortest_time, longest_time }: RentalTimes, quantity: number): boolean {
  return quantity >= (shortest_time ?? 1) && quantity <= (longest_time ?? Number.POSITIVE_INFINITY);
}

/** 'rented for at least 2 hours', 'rented for at least 2 hours and at most 30 days'; '' where nothing bounds it. */
export function offeredTimesText(
  unit: string,
  { shortest_time: shortest, longest_time: longest }: RentalTimes,
): string {
  const text = (bound: number) => quantityInUnits(bound, unit) ?? String(bound);
  const bounds = [
    ...(shortest === null ? [] : [`at least ${text(shortest)}`]),
    ...(longest === null ? [] : [`at most ${text(longest)}`]),
  ];
  return bounds.length > 0 ? `rented for ${bounds.join(' and ')}` : '';
}
