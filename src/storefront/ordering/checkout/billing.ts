import type { Billing } from '#contract/ordering/checkout.ts';
import type { FieldProps } from '#ui/form/labelled.tsx';

/** Fields that the form asks everybody for. */
export type BillingName = Exclude<keyof Billing, 'tax_number'>;
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

/** In the order of the form. */
export const billingNames = Object.keys(billingFields) as BillingName[];

export const noBilling = Object.fromEntries(billingNames.map((name) => [name, ''])) as BillingValues;
