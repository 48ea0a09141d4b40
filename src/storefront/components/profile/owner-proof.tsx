import { type ReactNode, useState } from 'react';
import { PasswordField } from '#ui/field.tsx';
import { proveOwner } from '../../account/prove-owner.ts';
import { useOwnAccounts } from '../../shop/shop-context.ts';

/**
 * Asks the signed-in user for a password or code again, before a change that weakens the account. `prove` resolves as `ConfirmDialog` wants it: with what
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
