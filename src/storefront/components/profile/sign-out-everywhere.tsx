import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { endSession } from '#client/session/session.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { accountAction } from '../../account/account-action.ts';

/** Ends every sign-in of the account, this one too. */
export function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);

  async function signOutEverywhere() {
    const fault = await accountAction(async ({ fetchMFAPreference, signOut }) => {
      // The library's sign-out hides that the service was not reached; this call does not.
      await fetchMFAPreference();
      await signOut({ global: true });
    });
    if (fault) return fault;
    showAlert({ type: 'success', message: 'You are signed out everywhere' }, { persist: true });
    await endSession({ leaveTo: '/account/login' });
    return undefined;
  }

  return (
    <div>
      <button type="button" className="btn btn-line btn-sm" onClick={() => setAsking(true)}>
        Sign out everywhere
      </button>
      {asking && (
        <ConfirmDialog
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
