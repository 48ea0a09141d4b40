import { quantityInUnits } from '#contract/catalogue/product/price-unit.ts';

/** Quantity in units, where prices are per unit: '24 hours'. */
export function QuantityInUnits({ quantity, unit }: { quantity: number; unit: string }) {
  const text = quantityInUnits(quantity, unit);
  return text && <span className="num block text-sm text-ink-3">{text}</span>;
}
