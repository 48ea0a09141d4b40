import { useState } from 'react';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { signOutEverywhere } from './sign-out-everywhere.ts';

/** Ends every sign-in of the account, this one too. */
export function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);

  return (
    <div>
      <button type="button" className="btn btn-line btn-sm" onClick={() => setAsking(true)}>
        {t('Sign out everywhere')}
      </button>
      {asking && (
        <ConfirmDialog
          tone="harm"
          title={t('Sign out everywhere?')}
          confirmLabel={t('Sign out everywhere')}
          onConfirm={signOutEverywhere}
          onClose={() => setAsking(false)}
        >
          <p>{t('Every browser and app that is signed in to your account has to log in again, this one too.')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
