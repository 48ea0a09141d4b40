import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { useAnswer } from '#client/query/use-api.ts';
import { countries, countryName } from '#contract/countries.ts';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { FormButtons } from '#ui/form/form-buttons.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useReveal } from '#ui/loading/use-reveal.ts';
import { RowSkeleton, Section } from '#ui/section.tsx';
import { checkInvoiceDetails, loadInvoiceDetails, saveInvoiceDetails } from './invoice-details.ts';

/** Whom invoices are made out to: a name, an address, a country, and the tax number of a business. */
export function InvoiceDetailsSection() {
  const details = useAnswer(['invoice details'], loadInvoiceDetails);
  return (
    <Section
      title={t('Invoices')}
      lead={t('Whom we make out invoices of your card orders to. Orders you have placed stay as they are.')}
    >
      <ShowLoaded
        from={details}
        skeleton={<RowSkeleton rows={2} />}
        fault={t('Your details for invoices could not be loaded.')}
      >
        {(known) => <Details details={known} onSaved={details.reload} />}
      </ShowLoaded>
    </Section>
  );
}

function Details({ details, onSaved }: { details: InvoiceDetails; onSaved: () => Promise<void> }) {
  const form = useReveal();

  async function finish() {
    await onSaved();
    form.setOpen(false);
  }

  if (form.open)
    return (
      <div ref={form.panel}>
        <DetailsForm details={details} onSaved={finish} onCancel={() => form.setOpen(false)} />
      </div>
    );
  const { name, address, country, tax_number: number } = details;
  const lines = [
    name,
    ...address.split('\n'),
    country && countryName(country),
    number && t('Tax number {number}', { number }),
  ];
  const said = lines.filter(Boolean);
  return (
    <>
      {said.length === 0 ? (
        <p className="text-ink-2">{t('You have given none: your email address stands on them.')}</p>
      ) : (
        <p className="whitespace-pre-line">
          <bdi>{said.join('\n')}</bdi>
        </p>
      )}
      <button
        ref={form.button}
        type="button"
        className="btn btn-line btn-sm mt-3 justify-self-start"
        onClick={() => form.setOpen(true)}
      >
        {said.length === 0 ? t('Add details') : t('Edit')}
        <span className="sr-only"> {t('for invoices')}</span>
      </button>
    </>
  );
}

type FormProps = { details: InvoiceDetails; onSaved: () => Promise<void>; onCancel: () => void };

function DetailsForm({ details, onSaved, onCancel }: FormProps) {
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: details,
    check: checkInvoiceDetails,
    begin: () => setFault(undefined),
    async send(typed) {
      const found = await saveInvoiceDetails(typed);
      if (found) {
        setFault(found);
        return {};
      }
      await onSaved();
      showAlert({ type: 'success', message: t('Your details for invoices are saved') });
      return undefined;
    },
  });
  return (
    <form {...form.props} className="grid max-w-[440px] gap-5" aria-label={t('Details for invoices')}>
      <Field label={t('Name or company')} autoComplete="organization" required={false} {...form.field('name')} />
      <Field label={t('Address')} autoComplete="street-address" rows={3} required={false} {...form.field('address')} />
      <SelectField
        label={t('Country')}
        autoComplete="country"
        placeholder={t('Choose a country')}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        required={false}
        {...form.field('country')}
      />
      <Field
        label={t('Tax number')}
        autoComplete="off"
        required={false}
        hint={t('Of a business, such as a VAT ID: DE123456789.')}
        {...form.field('tax_number')}
      />
      <FormButtons busy={form.busy} fault={fault} submit={t('Save')} onCancel={onCancel} />
    </form>
  );
}
