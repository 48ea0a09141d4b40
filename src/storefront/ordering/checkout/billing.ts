import type { Billing } from '#contract/ordering/checkout.ts';
import { type Message, msg } from '#language/message.ts';
import type { FieldProps } from '#ui/form/labelled.tsx';

/** Fields that the form asks everybody for. */
export type BillingName = Exclude<keyof Billing, 'tax_number'>;
export type BillingValues = Record<BillingName, string>;

type BillingField = Pick<FieldProps, 'autoComplete' | 'type' | 'rows'> & {
  label: Message;
  placeholder?: Message;
  wide?: true;
};

export const billingFields: Record<BillingName, BillingField> = {
  first_name: { label: msg('First Name'), autoComplete: 'given-name' },
  last_name: { label: msg('Last Name'), autoComplete: 'family-name' },
  company: { label: msg('Company Name'), autoComplete: 'organization', wide: true },
  address: {
    label: msg('Address'),
    autoComplete: 'address-line1',
    placeholder: msg('House number and street name'),
    wide: true,
  },
  city: { label: msg('Town/City'), autoComplete: 'address-level2' },
  country: { label: msg('Country'), autoComplete: 'country-name' },
  postcode: { label: msg('Postcode/Zip'), autoComplete: 'postal-code' },
  mobile: { label: msg('Mobile'), autoComplete: 'tel', type: 'tel' },
  email: { label: msg('Email Address'), autoComplete: 'email', type: 'email', wide: true },
  notes: { label: msg('Order Notes (Optional)'), autoComplete: 'off', rows: 4, wide: true },
};

/** In the order of the form. */
export const billingNames = Object.keys(billingFields) as BillingName[];

export const noBilling = Object.fromEntries(billingNames.map((name) => [name, ''])) as BillingValues;
