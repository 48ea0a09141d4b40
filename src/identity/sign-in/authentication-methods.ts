// How somebody has proved who they are, in the words that tokens have for it (amr, RFC 8176).
import { secondFactors } from '../factors/second-factors.ts';
import type { User } from '../schema.ts';
import type { AuthenticationMethod, Progress } from './answer.ts';

/** Methods proved so far, and this one too. */
export function alsoBy(progress: Progress, method: AuthenticationMethod): { methods: AuthenticationMethod[] } {
  return { methods: [...new Set([...(progress.methods ?? []), method])] };
}

/**
 * Methods in the tokens of a finished sign-in. `mfa`: two factors were proved; a passkey is two. A remembered device stands in
 * for the second factor only where there is one.
 */
export function methodsOf(user: User, progress: Progress): string[] {
  const { methods = [], strong, deviceProved } = progress;
  const hasCode = methods.includes('pwd') && methods.includes('otp');
  const isKnownDevice = Boolean(deviceProved) && secondFactors(user, {}).length > 0;
  return [...methods, ...(strong || hasCode || isKnownDevice ? ['mfa'] : [])];
}
