import { quantityInUnits } from '#contract/catalogue/product/price-unit.ts';

type QuantityInUnitsProps = { quantity: number; unit: string; machines?: number | undefined };

/** Quantity in units, where prices are per unit: '24 hours', '2 machines × 24 hours'. */
export function QuantityInUnits({ quantity, unit, machines }: QuantityInUnitsProps) {
  const text = quantityInUnits(quantity, unit, machines);
  return text && <span className="num block text-sm text-ink-3">{text}</span>;
}
