import type { ReactNode } from 'react';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import type { Form } from '#ui/form/use-form.ts';
import { factGroups, factLabels } from './fact-labels.ts';
import type { FactName, LicenseField } from './license-fields.ts';
import { LicenseTextField } from './license-text-field.tsx';

type LicenseFormProps = {
  form: Form<LicenseField>;
  label: string;
  submit: string;
  /** It has its id, which stays. */
  isMade: boolean;
  /** Another text than the one that it has. */
  isAnotherText: boolean;
  onFile: (text: string) => void;
  /** Error that belongs to no field. */
  fault: ReactNode;
  /** Message after a success. */
  told: string;
};

/** A named license, the same for a new one and for one that there is. */
export function LicenseForm({ form, label, submit, isMade, isAnotherText, onFile, fault, told }: LicenseFormProps) {
  return (
    <form {...form.props} aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {!isMade && (
        <Field
          label="Id"
          {...form.field('license_id')}
          autoComplete="off"
          hint="As products name it: LicenseRef- and letters, digits, dots and hyphens. It stays as it is."
        />
      )}
      <Field label="Name" {...form.field('name')} autoComplete="off" hint="As buyers read it, such as Our Terms" />
      <LicenseTextField
        {...form.field('text')}
        onFile={onFile}
        hint={
          isAnotherText
            ? 'This is another text. Orders that were placed keep the one that was accepted; it stays readable.'
            : 'What buyers accept with an order, word by word.'
        }
      />
      {factGroups.map(({ title, facts }) => (
        <fieldset key={title} className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <legend className="mb-3 text-lg">{title}</legend>
          {facts.map((name) => (
            <FactField key={name} name={name} form={form} />
          ))}
        </fieldset>
      ))}
      <div role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton busy={form.busy} className="btn btn-primary">
          {submit}
        </SubmitButton>
        <p role="status" className="min-w-0 flex-1 basis-60 text-sm text-success empty:hidden">
          {told}
        </p>
      </div>
    </form>
  );
}

function FactField({ name, form }: { name: FactName; form: Form<LicenseField> }) {
  const { label, yes, no } = factLabels[name];
  const isAsked = form.values[name] === 'yes';
  return (
    <div className="grid content-start gap-3">
      <SelectField
        label={label}
        {...form.field(name)}
        required={false}
        placeholder="Not stated"
        options={[
          { value: 'yes', label: yes },
          { value: 'no', label: no },
        ]}
      />
      {name === 'user_cap' && isAsked && (
        <Field label="Monthly users" {...form.field('user_cap_most')} autoComplete="off" hint="Such as 700000000" />
      )}
      {name === 'naming_duty' && isAsked && (
        <Field
          label="What has to be shown"
          {...form.field('naming_duty_words')}
          autoComplete="off"
          hint="A sentence, such as: Show “Built with us”"
        />
      )}
    </div>
  );
}
