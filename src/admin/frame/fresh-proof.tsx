import { useLocation } from 'react-router';
import { freshProof } from '#client/session/fresh-proof.ts';
import { useProofAsked } from '#client/session/proof-asked.ts';
import { ProofDialog } from '#ui/dialog/proof-dialog.tsx';
import { useOffice } from './who.ts';

/** Some things ask who is at work: an open browser that somebody finds must not do them. */
export function FreshProof() {
  const { accounts } = useOffice();
  const end = useProofAsked(useLocation().pathname);
  return end && <ProofDialog {...freshProof(accounts, end)} />;
}
