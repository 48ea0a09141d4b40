import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useForm } from '#ui/form/use-form.ts';
import { Screen } from '../../frame/screen.tsx';
import { nothingToSave, UnsavedGuard } from '../../frame/unsaved-guard.tsx';
import { useMay } from '../../frame/who.ts';
import { AsBuyersReadIt } from './as-buyers-read-it.tsx';
import { save } from './license.ts';
import { checkFields, isWritten, noFields, shownText, textOf, toFacts } from './license-fields.ts';
import { LicenseForm } from './license-form.tsx';

/** A new named license. */
export function Component() {
  const may = useMay();
  return (
    <Screen
      title="New license"
      lead={
        <Link to="/licenses" className="text-link">
          All licenses
        </Link>
      }
    >
      {may('manageProducts') ? (
        <NewLicense />
      ) : (
        <p className="text-ink-2">Your role reads licenses; those who keep products make them.</p>
      )}
    </Screen>
  );
}

function NewLicense() {
  const navigate = useNavigate();
  const [fault, setFault] = useState('');
  const file = useRef('');
  const form = useForm({
    initial: noFields,
    check: checkFields,
    begin: () => setFault(''),
    async send(fields) {
      const id = fields.license_id.trim();
      const text = textOf(fields.text, file.current);
      const outcome = await save(id, { name: fields.name, text, facts: toFacts(fields), mark: null });
      if ('saved' in outcome) {
        navigate(`/licenses/${encodeURIComponent(id)}`, { state: nothingToSave });
        return undefined;
      }
      if (outcome.isThere) return { errors: { license_id: outcome.fault } };
      setFault(outcome.fault);
      return {};
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <LicenseForm
        form={form}
        label="New license"
        submit="Make license"
        isMade={false}
        isAnotherText={false}
        onFile={(text) => {
          file.current = text;
          form.set('text', shownText(text));
        }}
        fault={fault}
        told=""
      />
      <AsBuyersReadIt fields={form.values} path={null} />
      <UnsavedGuard isDirty={isWritten(form.values, noFields)}>
        <p>What you have written of this license is not saved.</p>
      </UnsavedGuard>
    </div>
  );
}
