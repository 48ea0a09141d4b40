import { useId, useState } from 'react';
import { useApi } from '#client/query/use-api.ts';
import type { OwnDeletion } from '#contract/people/user.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { RowSkeleton, Section } from '#ui/section.tsx';
import { deleteAccount } from './delete-account.ts';

/** Ends the account for good, after its owner has typed its address. */
export function DeleteAccount({ email }: { email: string }) {
  const [asking, setAsking] = useState(false);
  const { value: known, failed } = useApi('/user/{email}/deletion', { params: { path: { email } } });
  const isKept = known !== null && known.obstacles.length > 0;
  return (
    <Section title={t('Delete account')} lead={t('For good: an account that was deleted cannot be brought back.')}>
      {known === null && !failed && <RowSkeleton />}
      {isKept && (
        <DeletionNotes heading={t("First, because you can't delete your account yet")} notes={known.obstacles} />
      )}
      {known && known.consequences.length > 0 && (
        <DeletionNotes
          heading={isKept ? t('Then these end with it') : t('These end with it')}
          notes={known.consequences}
        />
      )}
      {!isKept && (known !== null || failed) && (
        <div>
          <button type="button" className="btn btn-line btn-sm !text-danger" onClick={() => setAsking(true)}>
            {t('Delete account')}
          </button>
        </div>
      )}
      {asking && <DeleteAccountDialog email={email} onClose={() => setAsking(false)} />}
    </Section>
  );
}

/** Facts to know before, each with where something can be done about it. */
function DeletionNotes({ heading, notes }: { heading: string; notes: OwnDeletion['obstacles'] }) {
  const id = useId();
  return (
    <div>
      <h3 id={id} className="text-sm font-[560]">
        {heading}
      </h3>
      <ul aria-labelledby={id} className="mt-2 grid gap-3 text-sm">
        {notes.map(({ message, action }) => (
          <li key={message} className="grid justify-items-start gap-0.5">
            <span className="text-ink-2">{message}</span>
            <a href={action.path} target={action.path.startsWith('/admin') ? '_self' : undefined} className="text-link">
              {action.label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [mismatch, setMismatch] = useState<string>();

  async function confirm() {
    if (typed.trim().toLowerCase() !== email.toLowerCase()) {
      setMismatch(t('This is not the address of your account'));
      return '';
    }
    return deleteAccount(email);
  }

  return (
    <ConfirmDialog
      tone="harm"
      title={t('Delete your account?')}
      confirmLabel={t('Delete account')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {t('Deleted for good are your account, its second steps, passkeys and devices, your record and your reviews.')}
      </p>
      <p>
        {t(
          'A shop of yours alone closes: nothing of it is sold any more. Where others work in it, make one of them an owner first.',
        )}
      </p>
      <p>{t('Orders that the law asks the shop to keep stay there, without a sign-in. This cannot be undone.')}</p>
      <Field
        label={t('Your e-mail address, to confirm')}
        name="confirmation"
        type="email"
        autoComplete="off"
        hint={email}
        value={typed}
        error={mismatch}
        onChange={(text) => {
          setTyped(text);
          setMismatch(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
