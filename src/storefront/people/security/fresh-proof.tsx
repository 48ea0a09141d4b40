import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useProofAsked } from '#client/session/proof-asked.ts';
import { useShop } from '../../shop/shop-context.ts';

/** Some things ask who is at work: an open browser that somebody finds must not do them. What asks is loaded when it is needed. */
export function FreshProof() {
  const { accounts } = useShop();
  const end = useProofAsked(useLocation().pathname);
  const [dialog, setDialog] = useState<ReactNode>(null);

  useEffect(() => {
    setDialog(null);
    if (!end) return;
    Promise.all([import('#ui/dialog/proof-dialog.tsx'), import('#client/session/fresh-proof.ts')]).then(
      ([{ ProofDialog }, { freshProof }]) => setDialog(<ProofDialog {...freshProof(accounts, end)} />),
      () => end(false),
    );
  }, [end, accounts]);

  return end && dialog;
}
