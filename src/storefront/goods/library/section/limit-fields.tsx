import { Field } from '#ui/form/field.tsx';
import { budgetText, type LimitFaults, type TypedLimits } from './limits-text.ts';

type LimitFieldsProps = {
  typed: TypedLimits;
  faults: LimitFaults;
  /** US dollars paid for an hour; null: nothing was, and there is no budget to set. */
  priceOfHour: number | null;
  onChange: (typed: TypedLimits) => void;
};

/** When a machine stops by itself: after hours, for a sum, or neither. */
export function LimitFields({ typed, faults, priceOfHour, onChange }: LimitFieldsProps) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-[540]">Stop by itself</legend>
      <Field
        name="hours"
        label="After hours"
        hint="Empty: it runs until you stop it, or no minute is left."
        error={faults.hours}
        value={typed.hours}
        required={false}
        inputMode="decimal"
        autoComplete="off"
        onChange={(hours) => onChange({ ...typed, hours })}
      />
      {priceOfHour !== null && (
        <Field
          name="budget"
          label="At a cost of, in US dollars"
          hint={budgetText(typed.budget, priceOfHour) || 'At the prices that you paid for these hours.'}
          error={faults.budget}
          value={typed.budget}
          required={false}
          inputMode="decimal"
          autoComplete="off"
          onChange={(budget) => onChange({ ...typed, budget })}
        />
      )}
    </fieldset>
  );
}
