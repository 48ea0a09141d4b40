import { useState } from 'react';
import type { MadeSellerKey } from '#contract/selling/seller-key.schema.ts';
import type { KeyScope } from '#contract/selling/seller-key.ts';
import { msg, t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { TickList } from './tick-list.tsx';
import { newKey } from './tool-actions.ts';
import { scopeNames } from './tool-labels.ts';

const DAY_MS = 86_400_000;
const lifetimes = [
  { value: '30', label: msg('30 days') },
  { value: '90', label: msg('90 days') },
  { value: '365', label: msg('A year') },
  { value: 'none', label: msg('Until it is revoked') },
];

type NewKeyDialogProps = { sellerId: string; onMade: (key: MadeSellerKey) => void; onClose: () => void };

/** Purpose of the key, its scopes, and its lifetime. */
export function NewKeyDialog({ sellerId, onMade, onClose }: NewKeyDialogProps) {
  const [scopes, setScopes] = useState<KeyScope[]>([]);
  const [judged, setJudged] = useState(false);
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: { name: '', lifetime: '90' },
    check: ({ name }) => (name.trim() ? {} : { name: 'Say what the key is for, such as the program that uses it' }),
    begin() {
      setJudged(true);
      setFault(undefined);
    },
    async send({ name, lifetime }) {
      if (scopes.length === 0) return {};
      const expires_at = lifetime === 'none' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
      const made = await newKey(sellerId, { name: name.trim(), scopes, expires_at });
      if (!('fault' in made)) {
        onMade(made);
        return undefined;
      }
      setFault(made.fault);
      return {};
    },
  });
  return (
    <Dialog title={t('New key')} busy={form.busy} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <Field label={t('What it is for')} autoComplete="off" hint={t('Only you see it.')} {...form.field('name')} />
        <TickList
          legend={t('What it may do')}
          names={scopeNames}
          chosen={scopes}
          error={judged && scopes.length === 0 ? t('Choose at least one') : undefined}
          onChange={setScopes}
        />
        <SelectField
          label={t('Good for')}
          placeholder={t('Choose how long')}
          options={lifetimes.map(({ value, label }) => ({ value, label: t(label) }))}
          {...form.field('lifetime')}
        />
        <div role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose()}>
            {t('Cancel')}
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            {t('Make key')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
