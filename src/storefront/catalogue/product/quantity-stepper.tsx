import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';

type QuantityStepperProps = {
  value: number;
  onChange: (value: number) => void;
  /** How many can be had; null and nothing where they are not counted. */
  maximum?: number | null;
  /** The name of what is counted, where a page counts several things. */
  of?: string;
};

const MAXIMUM = 9_999;

/** A whole number from 1 up, by buttons, keyboard or typing. */
export function QuantityStepper({ value, onChange, maximum: most, of }: QuantityStepperProps) {
  const maximum = Math.min(most ?? MAXIMUM, MAXIMUM);
  const ofThis = of ? ` of ${of}` : '';
  /** Text being typed while the number is not written so, such as nothing at all. */
  const [typing, setTyping] = useState<string | null>(null);

  function set(next: number) {
    setTyping(null);
    onChange(Math.min(maximum, Math.max(1, Math.floor(next) || 1)));
  }
  function type(text: string) {
    const number = Number(text);
    const whole = Number.isInteger(number) && number >= 1 && number <= maximum;
    setTyping(whole && text === String(number) ? null : text);
    if (whole) onChange(number);
  }

  /** Left behind, the field shows the nearest number that can be ordered; nothing counts as 1. */
  function settle() {
    if (typing !== null) set(Number(typing));
  }

  return (
    <fieldset className="stepper num" aria-label={`Quantity${ofThis}`}>
      <button
        type="button"
        aria-label={`Decrease quantity${ofThis}`}
        disabled={value <= 1}
        onClick={() => set(value - 1)}
      >
        <Minus size={16} strokeWidth={1.8} aria-hidden />
      </button>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={maximum}
        step={1}
        aria-label={`Quantity${ofThis}`}
        value={typing ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        className="font-[560]"
      />
      <button
        type="button"
        aria-label={`Increase quantity${ofThis}`}
        disabled={value >= maximum}
        onClick={() => set(value + 1)}
      >
        <Plus size={16} strokeWidth={1.8} aria-hidden />
      </button>
    </fieldset>
  );
}
