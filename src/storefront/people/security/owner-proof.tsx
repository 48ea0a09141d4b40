import type { ReactNode, RefObject } from 'react';
import { proveOwner } from '#client/session/fresh-proof.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { useProofField } from '#ui/dialog/proof-dialog.tsx';
import { useOwnAccounts } from '../../shop/shop-context.ts';

/**
 * Asks the signed-in user for a password or code again, before a change of what the account is opened with. `prove` resolves as `ConfirmDialog` wants it: with what
 * went wrong (an empty text where the field says it), or with nothing. Only the shop's own account service can check it; for another one `prove` resolves with nothing.
 */
export function useOwnerProof(): { field: ReactNode; prove: () => Promise<string | undefined> } {
  const own = useOwnAccounts();
  const proof = useProofField(proveOwner);
  return own ? proof : { field: null, prove: async () => undefined };
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
