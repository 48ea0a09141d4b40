import type { SecondFactor, User } from '../schema.ts';

/** The second factors of an account that would prove something new: `mailed` says that its mailbox was proved already. */
export function secondFactors(user: User, { mailed }: { mailed?: boolean }): SecondFactor[] {
  const factors: SecondFactor[] = [];
  if (user.totp_enabled && user.totp_sealed) factors.push('SOFTWARE_TOKEN_MFA');
  if (user.email_mfa_enabled && !mailed) factors.push('EMAIL_OTP');
  return factors;
}
