// The mails that tell an owner of a change to how the account is opened, and of its end: whoever gets into an account must not stay unnoticed.
import type { Message } from '#mail/mailer.ts';

export const news = {
  authenticatorOn: 'An authenticator app is asked for at sign-in from now on.',
  authenticatorOff: 'The authenticator app is no longer asked for at sign-in.',
  authenticatorReplaced: 'Another authenticator app is asked for at sign-in from now on.',
  mailedCodeOn: 'A code by email is asked for at sign-in from now on.',
  mailedCodeOff: 'A code by email is no longer asked for at sign-in.',
  passkeyAdded: 'A passkey was added. It signs in without the password.',
  passkeyRemoved: 'A passkey was removed.',
  recoveryCodesMade: 'New recovery codes were made. Earlier ones are no longer good.',
  deviceTrusted: 'A device was marked as trusted. It signs in without the second factor.',
};

export function passwordChangedNotice(shop: string, to: string): Message {
  return {
    to,
    subject: `Your ${shop} password was changed`,
    heading: 'Your password was changed',
    paragraphs: [`The password of your ${shop} account was just changed, and other devices were signed out.`],
    note: 'If this was not you, set a new password at once with "Forgot password?" on the login page.',
  };
}

/** `news` are sentences that say what is different from now on. */
export function signInChangedNotice(shop: string, to: string, news: string[]): Message {
  return {
    to,
    subject: `How you sign in to ${shop} was changed`,
    heading: 'Your sign-in was changed',
    paragraphs: news,
    note: 'If this was not you, set a new password at once with "Forgot password?" on the login page: that signs everybody out, and removes passkeys and trusted devices.',
  };
}

export function recoveryCodeUsedNotice(shop: string, to: string, left: number): Message {
  const rest = left === 0 ? 'None is left' : left === 1 ? 'One is left' : `${left} are left`;
  return {
    to,
    subject: `A recovery code of your ${shop} account was used`,
    heading: 'A recovery code was used',
    paragraphs: [
      `Somebody, probably you, used one of the recovery codes of your ${shop} account instead of the second step. ${rest}: you can make new ones in your profile.`,
    ],
    note: 'If this was not you, set a new password at once with "Forgot password?" on the login page, and make new recovery codes.',
  };
}

export function accountDeletedNotice(shop: string, to: string): Message {
  return {
    to,
    subject: `Your ${shop} account is deleted`,
    heading: 'Your account is deleted',
    paragraphs: [
      `Your ${shop} account is deleted, as you asked. Nobody can sign in with it any more, and it cannot be brought back.`,
      'Orders and their invoices stay for as long as tax law asks for, without your account.',
    ],
    note: 'If this was not you, answer this mail.',
  };
}
