import { z } from 'zod';
import { news } from '../../accounts/security-notices.ts';
import { updateUser } from '../../accounts/user.store.ts';
import { changeFactors } from '../../factors/change-factors.ts';
import { checkFresh } from '../../guard/fresh-proof.ts';
import { invalidParameter } from '../../protocol/errors.ts';
import { accessToken } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import type { SecondFactor } from '../../schema.ts';
import { readAccess } from '../../sessions/access.ts';

const settings = z.object({ Enabled: z.boolean().nullish(), PreferredMfa: z.boolean().nullish() }).nullish();
const input = z.object({
  AccessToken: accessToken,
  SoftwareTokenMfaSettings: settings,
  EmailMfaSettings: settings,
  SMSMfaSettings: settings,
});

/** Turns second factors on and off. What is not mentioned stays as it is. Turning one off asks for a fresh proof of the owner. */
export const setUserMfaPreference = operation(input, async (given, service) => {
  const { user, session } = await readAccess(service, given.AccessToken);
  const { SoftwareTokenMfaSettings: totp, EmailMfaSettings: email, SMSMfaSettings: sms } = given;
  if (sms?.Enabled) throw invalidParameter('SMS is not offered as a second factor.');
  if (totp?.Enabled && !user.totp_sealed) throw invalidParameter('User has not verified software token mfa');
  if (totp?.PreferredMfa && email?.PreferredMfa) throw invalidParameter('Only one second factor can be preferred.');
  const totpEnabled = totp?.Enabled ?? user.totp_enabled;
  const emailEnabled = email?.Enabled ?? user.email_mfa_enabled;
  if ((user.totp_enabled && !totpEnabled) || (user.email_mfa_enabled && !emailEnabled)) checkFresh(service, session);
  const preferred = preference(
    'SOFTWARE_TOKEN_MFA',
    totp?.PreferredMfa,
    preference('EMAIL_OTP', email?.PreferredMfa, user.preferred_mfa),
  );
  const stillThere = preferred === 'EMAIL_OTP' ? emailEnabled : totpEnabled;
  const changes = [
    totpEnabled !== user.totp_enabled && (totpEnabled ? news.authenticatorOn : news.authenticatorOff),
    emailEnabled !== user.email_mfa_enabled && (emailEnabled ? news.mailedCodeOn : news.mailedCodeOff),
  ].filter((change) => change !== false);
  await changeFactors(service, user, changes, (transaction) =>
    updateUser(transaction, user.user_id, {
      totp_enabled: totpEnabled,
      email_mfa_enabled: emailEnabled,
      preferred_mfa: stillThere ? preferred : null,
      // A factor that is turned off is forgotten: turning it on again begins with a new secret.
      ...(totp?.Enabled === false && { totp_sealed: null }),
      // They stand in for a second factor, and there is none any more.
      ...(!totpEnabled && !emailEnabled && { recovery_sealed: null }),
    }),
  );
  return {};
});

function preference(factor: SecondFactor, wanted: boolean | null | undefined, before: SecondFactor | null) {
  if (wanted) return factor;
  return wanted === false && before === factor ? null : before;
}
