import { minutesOfUnit, quantityInUnits } from '#contract/catalogue/product/price-unit.ts';
import { DraftAmount } from './draft-inputs.tsx';

type Times = { shortest_time: number | null; longest_time: number | null };
type RentalTimesProps = Partial<Times> & { unit: string; onChange: (changed: Partial<Times>) => void };

/** Shortest and longest time of a price by time. Where it is another price they stand only while something is written in them. */
export function RentalTimeFields({ unit, shortest_time, longest_time, onChange }: RentalTimesProps) {
  const isWritten = (shortest_time ?? null) !== null || (longest_time ?? null) !== null;
  if (minutesOfUnit(unit) === null && !isWritten) return null;
  const one = quantityInUnits(1, unit) ?? unit;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftAmount
        label="Shortest time"
        field="shortest_time"
        value={shortest_time ?? null}
        whole
        placeholder={one}
        onChange={(time) => onChange({ shortest_time: time })}
        hint={`In units of the price. Empty: ${one}.`}
      />
      <DraftAmount
        label="Longest time"
        field="longest_time"
        value={longest_time ?? null}
        whole
        placeholder="no bound"
        onChange={(time) => onChange({ longest_time: time })}
        hint="Empty: as long as the buyer wants. Stock counts machines, not time."
      />
    </div>
  );
}
