import type { Transaction } from 'kysely';
import type { Message } from '#mail/mailer.ts';
import type { Subject } from '../accounts/subject.ts';
import { foldEmail } from '../accounts/user.store.ts';
import { resetLink } from '../guard/owner-proof.ts';
import type { CodePurpose, IdentityTables } from '../schema.ts';
import type { Service } from '../service.ts';
import { makeCode } from './codes.ts';

/**
 * Makes a code and mails it in one transaction; `counted` is whose tries and mails it belongs to (attempt-counter.ts). Answers where to, masked; for an unknown address everything is the same,
 * except that no mail goes out. `username` is what the asker gave, and what is masked: an id, which an imagined account has
 * too, must not be answered with the address that only a real one has.
 */
export async function sendCode(
  service: Service,
  subject: Subject,
  purpose: CodePurpose,
  username: string,
  counted = subject.userId,
): Promise<string> {
  const { user } = subject;
  const link = user && purpose === 'reset' ? resetLink(service, user) : null;
  await service.db
    .transaction()
    .execute((transaction) => addCode(service, transaction, { userId: counted, user }, purpose, link));
  return maskEmail(username);
}

/** The same in a transaction of the caller's, who masks the address. */
export async function addCode(
  service: Service,
  transaction: Transaction<IdentityTables>,
  { userId, user }: { userId: string; user: { email: string } | null },
  purpose: CodePurpose,
  link: string | null = null,
): Promise<void> {
  const code = await makeCode(transaction, service.secrets, { subject: userId, purpose, now: service.now() });
  if (!user) return;
  const message = messages[purpose](service.pool.shopName, user.email, code);
  await service.sendMail(
    transaction,
    link ? { ...message, action: { label: 'Set a new password', url: link } } : message,
  );
}

/** As the protocol shows a destination: 'm***@e***'. Not as its owner spelled it: that would tell who has an account. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = foldEmail(email).split('@');
  return `${[...name][0] ?? ''}***@${[...host][0] ?? ''}***`;
}

const messages: Record<CodePurpose, (shop: string, to: string, code: string) => Message> = {
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

export function passwordChangedMessage(shop: string, to: string): Message {
  return {
    to,
    subject: `Your ${shop} password was changed`,
    heading: 'Your password was changed',
    paragraphs: [`The password of your ${shop} account was just changed, and other devices were signed out.`],
    note: 'If this was not you, set a new password at once with "Forgot password?" on the login page.',
  };
}

/** `news` are sentences that say what is different from now on. */
export function signInChangedMessage(shop: string, to: string, news: string[]): Message {
  return {
    to,
    subject: `How you sign in to ${shop} was changed`,
    heading: 'Your sign-in was changed',
    paragraphs: news,
    note: 'If this was not you, set a new password at once with "Forgot password?" on the login page: that signs everybody out, and removes passkeys and trusted devices.',
  };
}

export function recoveryCodeUsedMessage(shop: string, to: string, left: number): Message {
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
