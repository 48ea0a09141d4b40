import { useState } from 'react';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { signOutEverywhere } from './sign-out-everywhere.ts';

/** Ends every sign-in of the account, this one too. */
export function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);

  return (
    <div>
      <button type="button" className="btn btn-line btn-sm" onClick={() => setAsking(true)}>
        Sign out everywhere
      </button>
      {asking && (
        <ConfirmDialog
          tone="harm"
          title="Sign out everywhere?"
          confirmLabel="Sign out everywhere"
          onConfirm={signOutEverywhere}
          onClose={() => setAsking(false)}
        >
          <p>Every browser and app that is signed in to your account has to log in again, this one too.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
