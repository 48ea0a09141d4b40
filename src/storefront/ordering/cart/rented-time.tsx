import type { ReactNode } from 'react';
import { machinesMaximum } from '#contract/ordering/order-limits.ts';
import { QuantityInUnits } from '../../catalogue/product/quantity-in-units.tsx';
import { QuantityStepper } from '../../catalogue/product/quantity-stepper.tsx';
import type { CartLine } from './cart-lines.ts';
import { setMachines } from './change-machines.ts';

type RentedTimeProps = {
  line: CartLine;
  unit: string;
  /** Machines of the line, as the shop has quoted it; nothing where it does not rent any. */
  machines: number | undefined;
  /** The name of the product. */
  of: string;
};

/** Quantity of a line in units, and where it rents machines how many of them: '2 machines × 24 hours'. */
export function RentedTime({ line, unit, machines: quoted, of }: RentedTimeProps): ReactNode {
  const { quantity, machines = 1, stock } = line;
  const hasChoice = (quoted !== undefined && (stock === null || stock > 1)) || machines > 1;
  return (
    <>
      <QuantityInUnits quantity={quantity} unit={unit} machines={machines} />
      {hasChoice && (
        <span className="mt-2 flex flex-wrap items-center gap-2 text-sm text-ink-3">
          Machines
          <QuantityStepper
            label="Machines"
            value={machines}
            onChange={(wanted) => setMachines(line, wanted)}
            maximum={machinesMaximum}
            of={of}
          />
        </span>
      )}
    </>
  );
}
