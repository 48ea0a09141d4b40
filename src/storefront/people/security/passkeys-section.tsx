import { useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useLoaded } from '#ui/loading/use-loaded.ts';
import { localDate } from '#ui/local-date.ts';
import { rich } from '#ui/rich.ts';
import { RowSkeleton, Section, SectionRow } from '#ui/section.tsx';
import { ProvedDialog } from './owner-proof.tsx';
import { addPasskey, deletePasskey, listPasskeys, type Passkey } from './passkeys.ts';

/** Signing in with what a phone, a computer or a security key keeps, instead of a password. */
export function PasskeysSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Passkey | null>(null);
  const passkeys = useLoaded(listPasskeys);

  async function add() {
    const fault = await addPasskey();
    if (fault) return fault;
    await passkeys.reload();
    showAlert({ type: 'success', message: t('Your passkey is added') });
    return undefined;
  }

  async function remove({ id }: Passkey) {
    const fault = await deletePasskey(id);
    if (fault) return fault;
    await passkeys.reload();
    showAlert({ type: 'success', message: t('Your passkey is deleted') });
    return undefined;
  }

  return (
    <Section
      title={t('Passkeys')}
      lead={t('Log in with your fingerprint, face or screen lock. Nothing to remember, and nothing to steal.')}
      heading={heading}
    >
      <ShowLoaded from={passkeys} skeleton={<RowSkeleton />} fault={t('Your passkeys could not be loaded.')}>
        {(known) =>
          known.length === 0 ? (
            <p className="text-ink-2">{t('You have no passkey yet.')}</p>
          ) : (
            <PasskeyList passkeys={known} onDelete={setDeleting} />
          )
        }
      </ShowLoaded>
      {window.isSecureContext && 'PublicKeyCredential' in window ? (
        <div>
          <button type="button" className="btn btn-line btn-sm" onClick={() => setAdding(true)}>
            {t('Add a passkey')}
          </button>
        </div>
      ) : (
        <p className="text-sm text-ink-3">{t('This browser cannot keep passkeys for this address.')}</p>
      )}
      {adding && (
        <ProvedDialog
          tone="main"
          title={t('Add a passkey?')}
          confirmLabel={t('Add passkey')}
          change={add}
          onClose={() => setAdding(false)}
        >
          <p>{t('Whoever unlocks this device can open your account with it, without your password.')}</p>
        </ProvedDialog>
      )}
      {deleting && (
        <ConfirmDialog
          tone="harm"
          title={t('Delete this passkey?')}
          confirmLabel={t('Delete passkey')}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
          focusWhenDone={heading}
        >
          <p>
            {t('{name} no longer opens your account. Your device may still list it, where you can remove it too.', {
              name: deleting.name,
            })}
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function PasskeyList({ passkeys, onDelete }: { passkeys: Passkey[]; onDelete: (passkey: Passkey) => void }) {
  return (
    <ul className="grid gap-4">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <SectionRow
            name={passkey.name}
            about={passkey.createdAt && t('Added on {createdAt}', { createdAt: localDate(passkey.createdAt) })}
          >
            <button type="button" className="btn btn-line btn-sm" onClick={() => onDelete(passkey)}>
              {rich('Delete{span}', { span: <span className="sr-only"> {passkey.name}</span> })}
            </button>
          </SectionRow>
        </li>
      ))}
    </ul>
  );
}
