import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '#language/message.ts';
import { ActionButton } from '../form/action-button.tsx';
import { PasswordField } from '../form/secret-fields.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Fault of an answer: beside its field, or for the whole question. */
type Fault = { field: string } | { text: string };
type Prove = (answer: string) => Promise<Fault | undefined>;

/** A field for a password or a code. `prove` resolves as `ConfirmDialog` wants it: an empty text where the field says what is wrong. */
export function useProofField(judge: Prove): { field: ReactNode; prove: () => Promise<string | undefined> } {
  const [answer, setAnswer] = useState('');
  const [wrong, setWrong] = useState<string>();

  async function prove(): Promise<string | undefined> {
    const fault = await judge(answer);
    if (!fault) return undefined;
    if ('text' in fault) return fault.text;
    setWrong(fault.field);
    return '';
  }

  const field = (
    <PasswordField
      label={t('Your password or authentication code')}
      name="proof"
      autoComplete="current-password"
      hint={t('So that nobody else does this in a browser that you left open.')}
      value={answer}
      error={wrong}
      onChange={(text) => {
        setAnswer(text);
        setWrong(undefined);
      }}
    />
  );
  return { field, prove };
}

type ProofDialogProps = {
  /** Null where nothing that is typed can be checked: then there is only the way over the login. */
  prove: Prove | null;
  /** Resolves with what went wrong. */
  provePasskey: (() => Promise<string | undefined>) | null;
  signInAgain: () => Promise<void>;
  onProved: () => void;
  onClose: () => void;
};

/** Asks who is at work, over what they were about to do: it goes on after the proof. */
export function ProofDialog({ prove, ...rest }: ProofDialogProps) {
  return prove ? <InPlace {...rest} prove={prove} /> : <OverTheLogin {...rest} />;
}

function InPlace({ prove, provePasskey, signInAgain, onProved, onClose }: ProofDialogProps & { prove: Prove }) {
  const proof = useProofField(prove);
  return (
    <ConfirmDialog
      tone="main"
      title={t('Confirm that it is you')}
      confirmLabel={t('Confirm')}
      onConfirm={async () => {
        const fault = await proof.prove();
        if (fault === undefined) onProved();
        return fault;
      }}
      onClose={onClose}
    >
      <p>{t('You signed in more than 15 minutes ago. What you are about to do goes on right after this.')}</p>
      {proof.field}
      {provePasskey && (
        <ActionButton
          className="btn btn-line justify-self-start"
          action={async () => {
            const fault = await provePasskey();
            if (fault === undefined) onProved();
            return fault;
          }}
        >
          <KeyRound size={18} strokeWidth={1.6} aria-hidden />
          {t('Use a passkey')}
        </ActionButton>
      )}
      <p className="text-sm">
        {t('None of these at hand?')}{' '}
        <button type="button" className="text-link" onClick={() => void signInAgain()}>
          {t('Sign in again')}
        </button>{' '}
        {t('and come back here; what you typed is lost then.')}
      </p>
    </ConfirmDialog>
  );
}

function OverTheLogin({ signInAgain, onClose }: Omit<ProofDialogProps, 'prove'>) {
  return (
    <ConfirmDialog
      tone="main"
      title={t('Sign in again')}
      confirmLabel={t('Sign in again')}
      onConfirm={async () => {
        await signInAgain();
        return undefined;
      }}
      onClose={onClose}
    >
      <p>
        {t(
          'Nothing was changed. This can be done within 15 minutes after signing in; you come back to this screen afterwards.',
        )}
      </p>
    </ConfirmDialog>
  );
}
