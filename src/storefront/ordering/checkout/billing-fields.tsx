import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import type { FieldProps } from '#ui/form/labelled.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { type BillingName, billingFields, billingNames } from './billing.ts';

type BillingFieldsProps = {
  field: (name: BillingName) => Pick<FieldProps, 'name' | 'value' | 'error' | 'onChange'>;
  /** Which ones may stay empty. */
  optional: readonly BillingName[];
  /** Where the country is chosen from a list instead of written. */
  countries?: ReadonlyArray<{ code: string; name: string }>;
};

/** The ten fields of the billing details. */
export function BillingFields({ field, optional, countries }: BillingFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {billingNames.map((name) => {
        const { wide, label, placeholder, ...about } = billingFields[name];
        const required = !optional.includes(name);
        return (
          <div key={name} className={wide && 'sm:col-span-2'}>
            {name === 'country' && countries ? (
              <SelectField
                label={t(label)}
                {...field(name)}
                autoComplete="country"
                placeholder={t('Choose a country')}
                options={countries.map((country) => ({ value: country.code, label: country.name }))}
                required={required}
                marked={required}
              />
            ) : (
              <Field
                {...about}
                label={t(label)}
                {...(placeholder && { placeholder: t(placeholder) })}
                {...field(name)}
                required={required}
                marked={required}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
