import { useState } from 'react';
import { longestSshKeyName, readKeyLine, sshKeyFaults } from '#contract/people/ssh-key.ts';
import { t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { addSshKey } from './ssh-keys.ts';

type NewSshKeyProps = { onAdded: () => Promise<void>; onClose: () => void };

/** Asks for a public key. A private one is recognized before anything is sent. */
export function NewSshKey({ onAdded, onClose }: NewSshKeyProps) {
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: { public_key: '', name: '' },
    check({ public_key, name }) {
      const read = readKeyLine(public_key);
      return {
        ...('fault' in read && { public_key: sshKeyFaults[read.fault] }),
        ...(name.trim().length > longestSshKeyName && { name: `Use at most ${longestSshKeyName} characters` }),
      };
    },
    begin: () => setFault(undefined),
    async send({ public_key, name }) {
      const refused = await addSshKey({ public_key, name: name.trim() });
      if (refused?.isOfKey) return { errors: { public_key: refused.fault } };
      if (refused) {
        setFault(refused.fault);
        return {};
      }
      await onAdded();
      return undefined;
    },
  });
  return (
    <Dialog title={t('Add an SSH key')} busy={form.busy} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <Field
          label={t('Public key')}
          rows={5}
          autoComplete="off"
          hint={
            <>
              {t('Paste what')} <Command>cat ~/.ssh/id_ed25519.pub</Command>{' '}
              {t('prints. If you have no key yet, make one with')} <Command>ssh-keygen -t ed25519</Command>.
            </>
          }
          {...form.field('public_key')}
        />
        <Field
          label={t('Name')}
          required={false}
          autoComplete="off"
          hint={t('Empty: the comment of the key. Only you see it.')}
          {...form.field('name')}
        />
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose()}>
            {t('Cancel')}
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            {t('Add key')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

function Command({ children }: { children: string }) {
  return <code className="font-mono text-ink-2 [overflow-wrap:anywhere]">{children}</code>;
}
