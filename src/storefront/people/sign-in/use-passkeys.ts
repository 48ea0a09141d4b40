import type { SignInOutput } from '@aws-amplify/auth';
import { useEffect, useRef } from 'react';
import type { Accounts } from '#client/session/session.ts';
import { useHydrated } from '#ui/loading/use-hydrated.ts';
import { useOwnAccounts, useShop } from '../../shop/shop-context.ts';
import type { SignIn } from './use-sign-in.ts';

const load = () => import('#client/session/passkey-sign-in.ts');

/**
 * Signing in with a passkey without typing an address: by a button, and by what the browser offers in the field of the address.
 * `own`: the account service knows that; another one has to be told the address. `available`: the browser has passkeys.
 */
export function usePasskeys(signIn: SignIn): { available: boolean; own: boolean; signIn: () => Promise<void> } {
  const { accounts: config } = useShop();
  const available = useHydrated() && 'PublicKeyCredential' in window;
  const own = useOwnAccounts();
  const latest = useRef(signIn);
  latest.current = signIn;

  useEffect(() => {
    if (!own || !available || !window.isSecureContext) return;
    let end = () => {};
    let left = false;
    void load().then(({ offerPasskeys, answerPasskey }) => {
      if (left) return;
      end = offerPasskeys(config, (signed) => {
        void latest.current.start('', async (accounts) => storeTokens(accounts, await answerPasskey(config, signed)));
      });
    });
    return () => {
      left = true;
      end();
    };
  }, [own, available, config]);

  return {
    available,
    own,
    async signIn() {
      await signIn.start('', async (accounts) => {
        const { askForPasskey, answerPasskey } = await load();
        return storeTokens(accounts, await answerPasskey(config, await askForPasskey(config)));
      });
    },
  };
}

/** Stores the tokens of a passkey, and answers as the account library does for a sign-in of its own. */
async function storeTokens(
  accounts: Accounts,
  tokens: Parameters<Accounts['storeTokens']>[0] | null,
): Promise<SignInOutput> {
  if (!tokens) return { isSignedIn: false, nextStep: { signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION' } };
  await accounts.storeTokens(tokens);
  return { isSignedIn: true, nextStep: { signInStep: 'DONE' } };
}
