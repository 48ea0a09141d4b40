import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/message.ts';

type QuantityStepperProps = {
  value: number;
  onChange: (value: number) => void;
  /** Least that is offered. */
  minimum?: number | undefined;
  /** How many can be had; null and nothing where they are not counted. */
  maximum?: number | null;
  /** Name of the number, where it is not the quantity. */
  label?: string;
  /** The name of what is counted, where a page counts several things. */
  of?: string;
};

const MAXIMUM = 9_999;

/** A whole number from 1, or the minimum, up: by buttons, keyboard or typing. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, minimum = 1, maximum: most, label = t('Quantity'), of } = props;
  const maximum = Math.min(most ?? MAXIMUM, MAXIMUM);
  const ofThis = of ? t(' of {of}', { of }) : '';
  /** Text being typed while the number is not written so, such as nothing at all. */
  const [typing, setTyping] = useState<string | null>(null);

  function set(next: number) {
    setTyping(null);
    onChange(Math.min(maximum, Math.max(minimum, Math.floor(next) || minimum)));
  }
  function type(text: string) {
    const number = Number(text);
    const whole = Number.isInteger(number) && number >= minimum && number <= maximum;
    setTyping(whole && text === String(number) ? null : text);
    if (whole) onChange(number);
  }

  /** Left behind, the field shows the nearest number that can be ordered; nothing counts as the least. */
  function settle() {
    if (typing !== null) set(Number(typing));
  }

  return (
    <fieldset className="stepper num" aria-label={`${label}${ofThis}`}>
      <button
        type="button"
        aria-label={t('Decrease {value}{ofThis}', { value: label.toLowerCase(), ofThis })}
        disabled={value <= minimum}
        onClick={() => set(value - 1)}
      >
        <Minus size={16} strokeWidth={1.8} aria-hidden />
      </button>
      <input
        type="number"
        inputMode="numeric"
        min={minimum}
        max={maximum}
        step={1}
        aria-label={`${label}${ofThis}`}
        value={typing ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        className="font-[560]"
      />
      <button
        type="button"
        aria-label={t('Increase {value}{ofThis}', { value: label.toLowerCase(), ofThis })}
        disabled={value >= maximum}
        onClick={() => set(value + 1)}
      >
        <Plus size={16} strokeWidth={1.8} aria-hidden />
      </button>
    </fieldset>
  );
}
