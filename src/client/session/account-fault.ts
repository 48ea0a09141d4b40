import { msg, t } from '#language/message.ts';
import { isLoadFailure } from '../connection.ts';

/** Meaning of a failed call to the account library for a screen, and its message to a person. */
export type AccountFault = {
  /** `other`: nothing but the message helps. */
  kind: 'credentials' | 'code' | 'password' | 'exists' | 'confirmed' | 'signed-in' | 'session-over' | 'wait' | 'other';
  message: string;
};

const messages = {
  credentials: msg('Username or password is incorrect'),
  closed: msg('This account is suspended. Our mail says why; write to us by the contact page.'),
  wait: msg('Too many attempts. Please wait a few minutes and try again.'),
  wrongCode: msg('This code is not right. Please check it and try again.'),
  oldCode: msg('This code is no longer valid. Please have a new one sent.'),
  refusedPassword: msg('This password is not allowed. Please choose another one.'),
  exists: msg('An account with this email exists already.'),
  confirmed: msg('This address is confirmed already.'),
  sessionOver: msg('This took too long or was tried too often. Please log in again.'),
  otherPasskey: msg('This passkey is of another account. Use one of the account that is signed in.'),
  passkey: msg('The passkey was not used. Try again, or log in with your password.'),
  offline: msg('The network cannot be reached. Nothing you entered is lost; please try again.'),
  otherWay: msg('This account cannot be opened this way. Please log in with your password.'),
  unknown: msg('Something went wrong. Nothing you entered is lost; please try again.'),
} as const;

/** The service asked for the code again, which means that it was wrong. */
export function wrongCode(): AccountFault {
  return { kind: 'code', message: t(messages.wrongCode) };
}

/** The account wants a step that the login does not have. */
export function otherWay(): AccountFault {
  return { kind: 'other', message: t(messages.otherWay) };
}

export function accountFault(error: unknown): AccountFault {
  const { name = '', message = '' } = (error ?? {}) as { name?: string; message?: string };
  switch (name) {
    case 'NotAuthorizedException':
      return notAuthorized(message);
    case 'UserNotFoundException':
      return { kind: 'credentials', message: t(messages.credentials) };
    case 'SignInException':
      return { kind: 'session-over', message: t(messages.sessionOver) };
    case 'LimitExceededException':
    case 'TooManyRequestsException':
    case 'TooManyFailedAttemptsException':
      return { kind: 'wait', message: t(messages.wait) };
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
      return { kind: 'code', message: t(messages.wrongCode) };
    case 'ExpiredCodeException':
      return { kind: 'code', message: t(messages.oldCode) };
    case 'InvalidPasswordException':
      return { kind: 'password', message: policyMessage(message) };
    case 'UsernameExistsException':
    case 'AliasExistsException':
      return { kind: 'exists', message: t(messages.exists) };
    case 'UserAlreadyAuthenticatedException':
      return { kind: 'signed-in', message };
    case 'PasskeyAuthenticationCanceled':
      return { kind: 'other', message: t(messages.passkey) };
    case 'PasskeyOfAnother':
      return { kind: 'other', message: t(messages.otherPasskey) };
    case 'NetworkError':
      return { kind: 'other', message: t(messages.offline) };
    default:
      // The account library is a file of its own: without a network it does not arrive.
      return { kind: 'other', message: isLoadFailure(message) ? t(messages.offline) : t(messages.unknown) };
  }
}

/** Fault of calls to the account library; undefined when nothing goes wrong. */
export async function faultOf(calls: () => Promise<unknown>): Promise<AccountFault | undefined> {
  try {
    await calls();
    return undefined;
  } catch (error) {
    return accountFault(error);
  }
}

/** The protocol has one name for several refusals; its message tells them apart. */
function notAuthorized(message: string): AccountFault {
  if (/attempts exceeded/i.test(message)) return { kind: 'wait', message: t(messages.wait) };
  if (/session|sign in again/i.test(message)) return { kind: 'session-over', message: t(messages.sessionOver) };
  if (/status is confirmed/i.test(message)) return { kind: 'confirmed', message: t(messages.confirmed) };
  if (/disabled/i.test(message)) return { kind: 'other', message: t(messages.closed) };
  return { kind: 'credentials', message: t(messages.credentials) };
}

/** 'Password did not conform with policy: Password must have uppercase characters' says it behind the colon. */
function policyMessage(message: string): string {
  return message.split('policy:')[1]?.trim() || t(messages.refusedPassword);
}
