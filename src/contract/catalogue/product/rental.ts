// Rentals: what is sold by time. A unit of its stock is a machine (or a seat) that somebody has for that time, however long it is, so
// the quantity of an order is a length and never the number of machines. Questions that the page, the cart and the checkout answer alike.
import { quantityMaximum } from '../../ordering/order-limits.ts';
import { minutesOfUnit, quantityInUnits } from './price-unit.ts';
import type { Product, ProductType } from './product.ts';

type Rentable = { price_unit: string; goods: { keys?: unknown } };

/** Least and most units of its price that a product is ordered in; most null: as many as an order may have. */
export type OfferedQuantity = { least_quantity: number; most_quantity: number | null };

/**
 * Quantities between the shortest and the longest rental that the product states (attributes, in hours), in units of its price: 24 hours
 * are 1 of 'day'. One unit can always be had where the longest rental is shorter.
 */
export function offeredQuantity({
  price_unit,
  attributes: { minimum_rental: shortest, maximum_rental: longest } = {},
}: {
  price_unit: string;
  attributes?: Product['attributes'];
}): OfferedQuantity {
  const minutes = minutesOfUnit(price_unit);
  if (minutes === null) return { least_quantity: 1, most_quantity: null };
  const unitsOf = (hours: number) => (hours * 60) / minutes;
  const least = typeof shortest === 'number' ? Math.min(quantityMaximum, Math.max(1, Math.ceil(unitsOf(shortest)))) : 1;
  const most = typeof longest === 'number' ? Math.max(least, Math.floor(unitsOf(longest))) : null;
  return { least_quantity: least, most_quantity: most };
}

/** True where it is sold by time. Keys are counted one by one, whatever their price is for. */
export function isRental({ price_unit, goods }: Rentable): boolean {
  return minutesOfUnit(price_unit) !== null && goods.keys === undefined;
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

/** True where it is offered in this quantity. */
export function isOfferedQuantity(
  { least_quantity: least, most_quantity: most }: OfferedQuantity,
  quantity: number,
): boolean {
  return quantity >= least && (most === null || quantity <= most);
}

/** 'at least 2 hours', 'at least 2 hours and at most 24 hours'; '' where nothing bounds it. */
export function offeredText(unit: string, { least_quantity: least, most_quantity: most }: OfferedQuantity): string {
  const text = (bound: number) => quantityInUnits(bound, unit) ?? String(bound);
  return [...(least > 1 ? [`at least ${text(least)}`] : []), ...(most === null ? [] : [`at most ${text(most)}`])].join(
    ' and ',
  );
}
