import { useState } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Section } from '#ui/section.tsx';
import { deleteAccount } from '../../account/delete-account.ts';

/** Ends the account for good, after its owner has typed its address. */
export function DeleteAccount({ email }: { email: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <Section title="Delete account" lead="For good: an account that was deleted cannot be brought back.">
      <div>
        <button type="button" className="btn btn-line btn-sm !text-danger" onClick={() => setAsking(true)}>
          Delete account
        </button>
      </div>
      {asking && <DeleteAccountDialog email={email} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [mismatch, setMismatch] = useState<string>();

  async function confirm() {
    if (typed.trim().toLowerCase() !== email.toLowerCase()) {
      setMismatch('This is not the address of your account');
      return '';
    }
    return deleteAccount(email);
  }

  return (
    <ConfirmDialog
      tone="harm"
      title="Delete your account?"
      confirmLabel="Delete account"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Deleted for good are your account, its second steps, passkeys and devices, your record and your reviews.</p>
      <p>
        A shop of yours alone closes: nothing of it is sold any more. Where others work in it, make one of them an owner
        first.
      </p>
      <p>Orders that the law asks the shop to keep stay there, without a sign-in. This cannot be undone.</p>
      <Field
        label="Your e-mail address, to confirm"
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
