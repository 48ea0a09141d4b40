import type { LibraryHours } from '#contract/goods/access/hours.schema.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { budgetText, type LimitFaults, onlyPriceOf, type TypedLimits } from './limits-text.ts';

type LimitFieldsProps = {
  typed: TypedLimits;
  faults: LimitFaults;
  /** Hours for which nothing was paid have no budget to set. */
  hours: LibraryHours;
  onChange: (typed: TypedLimits) => void;
};

/** When a machine stops by itself: after hours, for a sum, or neither. */
export function LimitFields({ typed, faults, hours, onChange }: LimitFieldsProps) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-[540]">{t('Stop by itself')}</legend>
      <Field
        name="hours"
        label={t('After hours')}
        hint={t('Empty: it runs until you stop it, or no minute is left.')}
        error={faults.hours}
        value={typed.hours}
        required={false}
        inputMode="decimal"
        autoComplete="off"
        onChange={(typedHours) => onChange({ ...typed, hours: typedHours })}
      />
      {hours.price_of_hour !== null && (
        <Field
          name="budget"
          label={t('At a cost of, in US dollars')}
          hint={budgetText(typed.budget, onlyPriceOf(hours)) || t('At the prices that you paid for these hours.')}
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
