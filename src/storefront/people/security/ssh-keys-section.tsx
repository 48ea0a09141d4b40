import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import type { SshKey } from '#contract/people/ssh-key.schema.ts';
import { sshKeyMaximum, sshKeysPath, sshKeyTypes } from '#contract/people/ssh-key.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { localDate } from '#ui/local-date.ts';
import { rich } from '#ui/rich.ts';
import { RowSkeleton, Section, SectionRow } from '#ui/section.tsx';
import { NewSshKey } from './new-ssh-key.tsx';
import { removeSshKey, useSshKeys } from './ssh-keys.ts';

/** Public keys that are handed over with a machine when it is started. */
export function SshKeysSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const keys = useSshKeys();
  const { hash } = useLocation();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<SshKey | null>(null);

  // The start of a machine leads here, to a part of the screen that is not there yet when the page is.
  useEffect(() => {
    if (hash !== '' && sshKeysPath.endsWith(hash)) heading.current?.scrollIntoView();
  }, [hash]);

  async function added() {
    await keys.reload();
    setAdding(false);
    showAlert({ type: 'success', message: t('Your SSH key is added') });
  }

  async function remove(key: SshKey) {
    const fault = await removeSshKey(key);
    if (fault) return fault;
    await keys.reload();
    showAlert({ type: 'success', message: t('Your SSH key is removed') });
    return undefined;
  }

  return (
    <Section
      title={t('SSH keys')}
      lead={t(
        'Log in to machines that you rent. A shop gets the public keys that you choose when you start its machine.',
      )}
      heading={heading}
    >
      <ShowLoaded from={keys} skeleton={<RowSkeleton />} fault={t('Your SSH keys could not be loaded.')}>
        {(known) =>
          known.length === 0 ? (
            <p className="text-ink-2">{t('You have no SSH key yet.')}</p>
          ) : (
            <ul aria-label={t('SSH keys')} className="grid gap-4">
              {known.map((key) => (
                <li key={key.ssh_key_id}>
                  <KeyRow sshKey={key} onRemove={() => setRemoving(key)} />
                </li>
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      {keys.value && keys.value.length >= sshKeyMaximum ? (
        <p className="text-sm text-ink-3">
          {t('You have {sshKeyMaximum} SSH keys. Remove one to add another.', { sshKeyMaximum })}
        </p>
      ) : (
        <div>
          <button type="button" className="btn btn-line btn-sm" onClick={() => setAdding(true)}>
            {t('Add an SSH key')}
          </button>
        </div>
      )}
      {adding && <NewSshKey onAdded={added} onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmDialog
          tone="harm"
          title={t('Remove this SSH key?')}
          confirmLabel={t('Remove key')}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
          focusWhenDone={heading}
        >
          <p>
            {rich('{name} is not handed over any more. Machines that are on have it until they are off.', {
              name: <bdi>{removing.name}</bdi>,
            })}
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function KeyRow({ sshKey, onRemove }: { sshKey: SshKey; onRemove: () => void }) {
  const { name, type, fingerprint, created_at: createdAt } = sshKey;
  return (
    <SectionRow
      name={<bdi className="[overflow-wrap:anywhere]">{name}</bdi>}
      about={
        <>
          {t('{value}, added on {value2}', { value: sshKeyTypes[type], value2: localDate(new Date(createdAt)) })}
          <code className="block font-mono text-xs break-all">{fingerprint}</code>
        </>
      }
    >
      <button type="button" className="btn btn-line btn-sm" onClick={onRemove}>
        {rich('Remove{value}', { value: <span className="sr-only">{` ${name}`}</span> })}
      </button>
    </SectionRow>
  );
}
