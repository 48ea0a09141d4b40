import type { Billing } from '#contract/checkout.ts';
import { Field, type FieldProps, SelectField } from '#ui/field.tsx';

export type BillingName = keyof Billing;
export type BillingValues = Record<BillingName, string>;

type BillingField = Pick<FieldProps, 'label' | 'autoComplete' | 'type' | 'placeholder' | 'rows'> & { wide?: true };

export const billingFields: Record<BillingName, BillingField> = {
  first_name: { label: 'First Name', autoComplete: 'given-name' },
  last_name: { label: 'Last Name', autoComplete: 'family-name' },
  company: { label: 'Company Name', autoComplete: 'organization', wide: true },
  address: {
    label: 'Address',
    autoComplete: 'address-line1',
    placeholder: 'House number and street name',
    wide: true,
  },
  city: { label: 'Town/City', autoComplete: 'address-level2' },
  country: { label: 'Country', autoComplete: 'country-name' },
  postcode: { label: 'Postcode/Zip', autoComplete: 'postal-code' },
  mobile: { label: 'Mobile', autoComplete: 'tel', type: 'tel' },
  email: { label: 'Email Address', autoComplete: 'email', type: 'email', wide: true },
  notes: { label: 'Order Notes (Optional)', autoComplete: 'off', rows: 4, wide: true },
};

export const noBilling = Object.fromEntries(Object.keys(billingFields).map((name) => [name, ''])) as BillingValues;

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
      {(Object.keys(billingFields) as BillingName[]).map((name) => {
        const { wide, ...about } = billingFields[name];
        const required = !optional.includes(name);
        return (
          <div key={name} className={wide && 'sm:col-span-2'}>
            {name === 'country' && countries ? (
              <SelectField
                label={about.label}
                {...field(name)}
                autoComplete="country"
                placeholder="Choose a country"
                options={countries.map((country) => ({ value: country.code, label: country.name }))}
                required={required}
                marked={required}
              />
            ) : (
              <Field {...about} {...field(name)} required={required} marked={required} />
            )}
          </div>
        );
      })}
    </div>
  );
}
