import { expect, test } from 'vitest';
import { signInStep } from './sign-in-step.ts';

test.each([
  [{ signInStep: 'DONE' }, { kind: 'done' }],
  [{ signInStep: 'CONFIRM_SIGN_UP' }, { kind: 'confirm-email' }],
  [{ signInStep: 'RESET_PASSWORD' }, { kind: 'reset-password' }],
  [{ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' }, { kind: 'app-code' }],
  [
    {
      signInStep: 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP',
      totpSetupDetails: { sharedSecret: 'ABC', getSetupUri: () => new URL('otpauth://x') },
    },
    { kind: 'app-code', setUpKey: 'ABC' },
  ],
  [{ signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE' }, { kind: 'sent-code' }],
  [{ signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' }, { kind: 'sent-code', isSecond: true }],
  [
    { signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE', codeDeliveryDetails: { destination: '+***12' } },
    { kind: 'sent-code', phone: '+***12' },
  ],
  [
    { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION', allowedMFATypes: ['TOTP', 'EMAIL'] },
    { kind: 'choose-factor', factors: ['TOTP', 'EMAIL'] },
  ],
  [{ signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED' }, { kind: 'new-password' }],
  [{ signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION' }, { kind: 'not-possible' }],
  [{ signInStep: 'A_STEP_OF_THE_FUTURE' }, { kind: 'not-possible' }],
] as const)('[I-08] the step %j of the library is one of the login', (next, step) => {
  expect(signInStep(next as never)).toEqual(step);
});
