import type { ReactNode } from 'react';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import type { Form } from '#ui/form/use-form.ts';
import { type CouponField, couponCategories } from './coupon-fields.ts';

type CouponFormProps = {
  form: Form<CouponField>;
  label: string;
  submit: string;
  /** It has its code, which stays. */
  isMade: boolean;
  /** It was used: what it takes off, and of what, stays as it is. */
  isFixed: boolean;
  /** Error that belongs to no field. */
  fault: ReactNode;
  /** Message after a success. */
  told: string;
};

/** The terms of a coupon, the same for a new one and for one that there is. */
export function CouponForm({ form, label, submit, isMade, isFixed, fault, told }: CouponFormProps) {
  const optional = (name: CouponField) => ({ ...form.field(name), required: false, autoComplete: 'off' });
  const isPercent = form.values.kind === 'percent';
  return (
    <form {...form.props} aria-label={label} className="grid max-w-3xl gap-5">
      {!isMade && (
        <Field
          label="Code"
          {...form.field('code')}
          autoComplete="off"
          hint="3 to 40 letters, digits, underscores and hyphens. People may type it in small letters too."
        />
      )}
      {isFixed ? (
        <p className="text-sm text-ink-2">
          It was used already: what it takes off, and of what, stays as people were told. End it and make another one to
          give something else.
        </p>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="Takes off"
            {...form.field('kind')}
            placeholder="Choose"
            options={[
              { value: 'percent', label: 'a percentage' },
              { value: 'amount', label: 'an amount' },
            ]}
          />
          <Field
            label={isPercent ? 'Percent' : 'Amount in dollars'}
            {...form.field('off')}
            autoComplete="off"
            hint={isPercent ? 'A whole number from 1 to 100' : 'Such as 12.50'}
          />
          <SelectField
            label="Category"
            {...optional('category')}
            placeholder="All categories"
            options={couponCategories.map((name) => ({ value: name, label: name }))}
          />
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="From a subtotal of, in dollars" {...optional('minimum')} hint="Empty: from the first cent" />
        <Field
          label="Until"
          {...optional('until')}
          hint="A day such as 2027-01-31, to its end (UTC); empty: it stays"
        />
        <Field label="Times in all" {...optional('times')} hint="Empty: without limit" />
        <Field label="Times per customer" {...optional('perCustomer')} hint="Empty: without limit" />
        <Field
          label="Sellers' share, in percent"
          {...form.field('sellerShare')}
          autoComplete="off"
          hint="Of what it takes off so much is the sellers' to bear, the rest the marketplace's"
        />
      </div>
      <div role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton busy={form.busy} className="btn btn-primary">
          {submit}
        </SubmitButton>
        <p role="status" className="text-sm text-success empty:hidden">
          {told}
        </p>
      </div>
    </form>
  );
}
