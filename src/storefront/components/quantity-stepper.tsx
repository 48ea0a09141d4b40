import { Minus, Plus } from 'lucide-react';

type QuantityStepperProps = { value: number; onChange: (value: number) => void; maximum?: number };

const GREATEST = 9_999;

/** A whole number from 1 up, by buttons, keyboard or typing. */
export function QuantityStepper({ value, onChange, maximum = GREATEST }: QuantityStepperProps) {
  function set(next: number) {
    onChange(Math.min(maximum, Math.max(1, Math.floor(next) || 1)));
  }
  return (
    <fieldset className="stepper num" aria-label="Quantity">
      <button type="button" aria-label="Decrease quantity" disabled={value <= 1} onClick={() => set(value - 1)}>
        <Minus size={16} strokeWidth={1.8} aria-hidden />
      </button>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={maximum}
        step={1}
        aria-label="Quantity"
        value={value}
        onChange={(event) => set(event.target.valueAsNumber)}
        className="font-[560]"
      />
      <button type="button" aria-label="Increase quantity" disabled={value >= maximum} onClick={() => set(value + 1)}>
        <Plus size={16} strokeWidth={1.8} aria-hidden />
      </button>
    </fieldset>
  );
}
