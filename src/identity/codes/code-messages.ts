// Texts of the emails with one-time codes.
import type { Message } from '#mail/mailer.ts';
import type { CodePurpose } from '../schema.ts';

export const codeMessages: Record<CodePurpose, (shop: string, to: string, code: string) => Message> = {
  sign_up: (shop, to, code) => ({
    to,
    subject: `${code} is your ${shop} confirmation code`,
    heading: 'Confirm your email',
    paragraphs: [`Welcome to ${shop}. Type this code on the page where you registered. It is good for 24 hours.`],
    code,
    note: `Nobody at ${shop} will ever ask you for it. If you did not register, ignore this message: no account is opened without the code.`,
  }),
  reset: (shop, to, code) => ({
    to,
    subject: `${code} is your ${shop} password reset code`,
    heading: 'Set a new password',
    paragraphs: [
      'Open the link below, or type this code on the page where you asked for it, and choose the password you would like. The code is good for one hour, the link for two.',
    ],
    code,
    note: `Nobody at ${shop} will ever ask you for it. If you did not ask for a new password, ignore this message: your password stays as it is.`,
  }),
  sign_in: signInMessage,
  second_factor: signInMessage,
};

function signInMessage(shop: string, to: string, code: string): Message {
  return {
    to,
    subject: `${code} is your ${shop} sign-in code`,
    heading: 'Sign in',
    paragraphs: ['Type this code on the page where you are signing in. It is good for ten minutes.'],
    code,
    note: `Nobody at ${shop} will ever ask you for it. If you are not signing in, somebody may know your password: set a new one.`,
  };
}

/** For who asked for a confirmation code and needs none. */
export function alreadyConfirmedMessage(shop: string, to: string): Message {
  return {
    to,
    subject: `You already have a ${shop} account`,
    heading: 'You already have an account',
    paragraphs: [
      `Somebody, probably you, asked ${shop} for a confirmation code. This address is confirmed already: sign in with your password, or set a new one with "Forgot password?" on the login page.`,
    ],
    note: 'If this was not you, there is nothing to do.',
  };
}
