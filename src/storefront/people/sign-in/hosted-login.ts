// The hosted login page of the account service. Imported dynamically only, and only where one is configured.
import { signInWithRedirect } from '@aws-amplify/auth';
import { Hub } from '@aws-amplify/core';
import { loadAccounts, readSession } from '#client/session/session.ts';

/** Redirects to the hosted page, which comes back to the login of this site. */
export async function redirectToHostedLogin(returnUrl: string | null): Promise<void> {
  await loadAccounts();
  await signInWithRedirect(returnUrl ? { customState: returnUrl } : undefined);
}

/** Completes the sign-in that comes back from the hosted page; resolves with the address it was begun for. */
export function completeHostedLogin(): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let returnUrl: string | null = null;
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event === 'customOAuthState') returnUrl = payload.data;
      if (payload.event === 'signInWithRedirect') {
        readSession();
        resolve(returnUrl);
      }
      if (payload.event === 'signInWithRedirect_failure') reject(payload.data.error);
      if (payload.event.startsWith('signInWithRedirect')) stop();
    });
    // Configuring the library makes it look at the address of the page.
    loadAccounts().catch(reject);
  });
}
