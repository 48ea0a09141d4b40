import { useRef, useState } from 'react';
import type { StaffLicense } from '#contract/catalogue/named-license.schema.ts';
import { useForm } from '#ui/form/use-form.ts';
import { UnsavedGuard } from '../../frame/unsaved-guard.tsx';
import { AsBuyersReadIt } from './as-buyers-read-it.tsx';
import { changeText } from './fact-labels.ts';
import { save } from './license.ts';
import {
  checkFields,
  type FieldChange,
  isWritten,
  type LicenseField,
  mergeFields,
  shownText,
  textOf,
  toFacts,
  toFields,
} from './license-fields.ts';
import { LicenseForm } from './license-form.tsx';

const kept =
  'Saved. Orders from now on accept the new text. Those that accepted the one before keep it: it stays readable under “Texts before”.';

type ChangeLicenseProps = { of: StaffLicense; path: string; onSaved: (license: StaffLicense) => void };

/** A license that there is, to be changed; who saves second is told what is new, and loses nothing. */
export function ChangeLicense({ of, path, onSaved }: ChangeLicenseProps) {
  const [told, setTold] = useState('');
  const [fault, setFault] = useState('');
  const [changes, setChanges] = useState<FieldChange[]>([]);
  // As it was when the form was filled; a file's text is sent as its author has written it.
  const base = useRef(of);
  const file = useRef('');
  const form = useForm({
    initial: toFields(of),
    check: checkFields,
    begin() {
      setTold('');
      setFault('');
    },
    async send(fields) {
      const { license_id: id, mark, text: before } = base.current;
      const text = textOf(fields.text, file.current, before);
      const outcome = await save(id, { name: fields.name, text, facts: toFacts(fields), mark });
      if ('saved' in outcome) {
        setTold(outcome.saved.sha256 === base.current.sha256 ? 'Saved. Buyers read it so from now on.' : kept);
        setChanges([]);
        follow(fields, outcome.saved);
        onSaved(outcome.saved);
        return undefined;
      }
      setFault(outcome.fault);
      if (outcome.meanwhile) {
        setChanges(follow(fields, outcome.meanwhile));
        onSaved(outcome.meanwhile);
      }
      return {};
    },
  });

  /** Fields that are not touched here take the current values. */
  function follow(typed: Record<LicenseField, string>, now: StaffLicense): FieldChange[] {
    const merged = mergeFields(typed, toFields(base.current), toFields(now));
    base.current = now;
    for (const [name, value] of Object.entries(merged.fields)) form.set(name as LicenseField, value);
    return merged.changes;
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <LicenseForm
        form={form}
        label="License"
        submit="Save license"
        isMade
        isAnotherText={shownText(form.values.text) !== shownText(of.text)}
        onFile={(text) => {
          file.current = text;
          form.set('text', shownText(text));
        }}
        fault={fault && <Fault text={fault} changes={changes} />}
        told={told}
      />
      <AsBuyersReadIt fields={form.values} path={path} />
      <UnsavedGuard isDirty={isWritten(form.values, toFields(of))}>
        <p>What you have written of this license is not saved.</p>
      </UnsavedGuard>
    </div>
  );
}

/** With what somebody else has changed meanwhile. */
function Fault({ text, changes }: { text: string; changes: FieldChange[] }) {
  return (
    <>
      <p>{text}</p>
      {changes.length > 0 && (
        <ul className="mt-2 list-disc pl-5 text-ink [overflow-wrap:anywhere]">
          {changes.map((change) => (
            <li key={change.name}>{changeText(change)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
