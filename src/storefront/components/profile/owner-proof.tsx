import { type ReactNode, type RefObject, useState } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { PasswordField } from '#ui/secret-fields.tsx';
import { proveOwner } from '../../account/prove-owner.ts';
import { useOwnAccounts } from '../../shop/shop-context.ts';

/**
 * Asks the signed-in user for a password or code again, before a change of what the account is opened with. `prove` resolves as `ConfirmDialog` wants it: with what
 * went wrong (an empty text where the field says it), or with nothing. Only the shop's own account service can check it; for another one `prove` resolves with nothing.
 */
export function useOwnerProof(): { field: ReactNode; prove: () => Promise<string | undefined> } {
  const own = useOwnAccounts();
  const [answer, setAnswer] = useState('');
  const [wrong, setWrong] = useState<string>();

  async function prove(): Promise<string | undefined> {
    if (!own) return undefined;
    if (!answer.trim()) return say('Your password or a code is required');
    const fault = await proveOwner(answer.trim());
    return fault?.kind === 'credentials' ? say('This is neither your password nor a good code') : fault?.message;
  }

  function say(fault: string): string {
    setWrong(fault);
    return '';
  }

  const field = own && (
    <PasswordField
      label="Your password or authentication code"
      name="proof"
      autoComplete="current-password"
      hint="So that nobody else does this in a browser that you left open."
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

type ProvedDialogProps = {
  tone: 'main' | 'harm';
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** Resolves as `ConfirmDialog` wants it. */
  change: () => Promise<string | undefined>;
  onClose: () => void;
  focusWhenDone?: RefObject<HTMLElement | null>;
};

/** Asks before a change of what the account is opened with, and for the proof of its owner. */
export function ProvedDialog({ children, change, ...dialog }: ProvedDialogProps) {
  const proof = useOwnerProof();

  async function confirm() {
    const refused = await proof.prove();
    return refused === undefined ? change() : refused;
  }

  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      {children}
      {proof.field}
    </ConfirmDialog>
  );
}
