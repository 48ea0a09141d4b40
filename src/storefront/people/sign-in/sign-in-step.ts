import type { SignInOutput } from '@aws-amplify/auth';
import { t } from '#language/message.ts';

export type SecondFactor = 'TOTP' | 'EMAIL' | 'SMS';

/** Next step for a person to be signed in. */
export type SignInStep =
  | { kind: 'done' }
  | { kind: 'confirm-email' }
  | { kind: 'reset-password' }
  /** `setUpKey`: the key that the authenticator app does not have yet. */
  | { kind: 'app-code'; setUpKey?: string }
  /** `phone`: the number, masked, of a code that came as a text message; other codes come by e-mail. `isSecond`: after the password. */
  | { kind: 'sent-code'; phone?: string; isSecond?: true }
  | { kind: 'choose-factor'; factors: SecondFactor[] }
  | { kind: 'new-password' }
  | { kind: 'not-possible' };

/** The account library's next step as one of this shop's. */
export function signInStep(next: SignInOutput['nextStep']): SignInStep {
  switch (next.signInStep) {
    case 'DONE':
      return { kind: 'done' };
    case 'CONFIRM_SIGN_UP':
      return { kind: 'confirm-email' };
    case 'RESET_PASSWORD':
      return { kind: 'reset-password' };
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return { kind: 'app-code' };
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
      return { kind: 'app-code', setUpKey: next.totpSetupDetails.sharedSecret };
    case 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE':
      return { kind: 'sent-code' };
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      return { kind: 'sent-code', isSecond: true };
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
      return { kind: 'sent-code', phone: next.codeDeliveryDetails?.destination ?? t('your phone') };
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION':
      return { kind: 'choose-factor', factors: next.allowedMFATypes ?? [] };
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return { kind: 'new-password' };
    default:
      return { kind: 'not-possible' };
  }
}
