import type { UpdateMFAPreferenceInput } from '@aws-amplify/auth';

/** Which second factors an account has turned on. */
export type SecondFactors = { totp: boolean; email: boolean };

/**
 * How the account service is told. The only factor is preferred, that is, asked for at once; of two none is, so that
 * the login lets their owner choose, and the one stands in when the other is out of reach.
 */
export function preferenceFor({ totp, email }: SecondFactors): UpdateMFAPreferenceInput {
  const on = totp && email ? 'NOT_PREFERRED' : 'PREFERRED';
  return { totp: totp ? on : 'DISABLED', email: email ? on : 'DISABLED' };
}
