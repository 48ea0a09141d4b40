// How somebody proves again who they are, without leaving the screen.
import { type AccountsConfig, isOwnService } from '#contract/people/accounts.ts';
import { type AccountFault, faultOf } from './account-fault.ts';
import { asSignedIn } from './as-signed-in.ts';
import type { EndProof } from './proof-asked.ts';
import { signInAgain } from './sign-in-again.ts';

/** Fault of an answer: beside its field, or for the whole question. */
type ProofFault = { field: string } | { text: string };

type FreshProof = {
  /** Null where the account service cannot check it. */
  prove: ((answer: string) => Promise<ProofFault | undefined>) | null;
  /** Resolves with what went wrong. Null where the browser has no passkeys, or the account service cannot tell whose one is. */
  provePasskey: (() => Promise<string | undefined>) | null;
  /** Leaves the screen, and comes back to it. */
  signInAgain: () => Promise<void>;
  onProved: () => void;
  onClose: () => void;
};

/** The ways to answer a question who is at work. */
export function freshProof(accounts: AccountsConfig, end: EndProof): FreshProof {
  const own = isOwnService(accounts);
  return {
    prove: own ? proveOwner : null,
    provePasskey: own && 'PublicKeyCredential' in window ? proveByPasskey : null,
    signInAgain,
    onProved: () => end(true),
    onClose: () => end(false),
  };
}

/** Proves by a password or a code that the owner of the account is at work. */
export async function proveOwner(answer: string): Promise<ProofFault | undefined> {
  if (!answer.trim()) return { field: 'Your password or a code is required' };
  const fault = await faultOf(() =>
    asSignedIn(async ({ callService, renewIdToken }) => {
      await callService('ProveOwner', { Answer: answer.trim() });
      // The token that the shop judges by says when.
      await renewIdToken();
    }),
  );
  return fault && toProofFault(fault);
}

function toProofFault({ kind, message }: AccountFault): ProofFault {
  return kind === 'credentials' ? { field: 'This is neither your password nor a good code' } : { text: message };
}

async function proveByPasskey(): Promise<string | undefined> {
  return (await faultOf(() => asSignedIn(({ renewByPasskey }) => renewByPasskey())))?.message;
}
