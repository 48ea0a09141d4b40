import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { takeMoneyBack as take } from '#client/api-client/library-access.ts';

/** Resolves with what went wrong, or nothing. */
export async function takeMoneyBack(entitlementId: string): Promise<string | undefined> {
  return take(createBrowserApi(), entitlementId).then(() => undefined, failureText);
}
