import { asSignedIn } from '#client/session/as-signed-in.ts';
import { accountAction } from '../sign-in/account-action.ts';

/** How many codes the account service makes at once. */
export const RECOVERY_CODES = 10;

/** How many are left. */
export function countRecoveryCodes(): Promise<number> {
  return asSignedIn(async ({ callService }) => (await callService<{ Left: number }>('GetRecoveryCodes')).Left);
}

/** Makes new ones, which end the old ones; `onMade` has them. Resolves with what went wrong, in words, or nothing. */
export function createRecoveryCodes(onMade: (codes: string[]) => Promise<void>): Promise<string | undefined> {
  return accountAction(async ({ callService }) =>
    onMade((await callService<{ Codes: string[] }>('CreateRecoveryCodes')).Codes),
  );
}
