import type { ReactNode } from 'react';
import { variantKey } from '#contract/catalogue/product/variant.ts';
import type { Quote } from '#contract/ordering/checkout.ts';
import { machinesMaximum, machineTimeMaximum } from '#contract/ordering/order-limits.ts';
import { t } from '#language/message.ts';
import { QuantityInUnits } from '../../catalogue/product/quantity-in-units.tsx';
import { QuantityStepper } from '../../catalogue/product/quantity-stepper.tsx';
import type { CartLine } from './cart-lines.ts';
import { setMachines } from './change-machines.ts';

type RentedTimeProps = {
  line: CartLine;
  unit: string;
  /** Last quote: of what is rented it says how many machines. */
  shown: Quote | null;
  /** The name of the product. */
  of: string;
};

/** Quantity of a line in units, and where it rents machines how many of them: '2 machines × 24 hours'. */
export function RentedTime({ line, unit, shown, of }: RentedTimeProps): ReactNode {
  const { quantity, machines = 1, stock } = line;
  const own = variantKey(line.selected_options ?? []);
  const rents = shown?.lines.some(
    (quoted) =>
      quoted.machines !== undefined &&
      quoted.product_id === line.id &&
      variantKey(quoted.selected_options ?? []) === own,
  );
  const hasChoice = (rents && (stock === null || stock > 1)) || machines > 1;
  return (
    <>
      <QuantityInUnits quantity={quantity} unit={unit} machines={machines} />
      {hasChoice && (
        <span className="mt-2 flex flex-wrap items-center gap-2 text-sm text-ink-3">
          {t('Machines')}
          <QuantityStepper
            label={t('Machines')}
            value={machines}
            onChange={(wanted) => setMachines(line, wanted)}
            maximum={Math.min(machinesMaximum, Math.floor(machineTimeMaximum / quantity))}
            of={of}
          />
        </span>
      )}
    </>
  );
}
