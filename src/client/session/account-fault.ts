import { isLoadFailure } from '../connection.ts';

/** Meaning of a failed call to the account library for a screen, and its message to a person. */
export type AccountFault = {
  /** `other`: nothing but the message helps. */
  kind: 'credentials' | 'code' | 'password' | 'exists' | 'confirmed' | 'signed-in' | 'session-over' | 'wait' | 'other';
  message: string;
};

const messages = {
  credentials: 'Username or password is incorrect',
  closed: 'This account is suspended. Our mail says why; write to us by the contact page.',
  wait: 'Too many attempts. Please wait a few minutes and try again.',
  wrongCode: 'This code is not right. Please check it and try again.',
  oldCode: 'This code is no longer valid. Please have a new one sent.',
  refusedPassword: 'This password is not allowed. Please choose another one.',
  exists: 'An account with this email exists already.',
  confirmed: 'This address is confirmed already.',
  sessionOver: 'This took too long or was tried too often. Please log in again.',
  otherPasskey: 'This passkey is of another account. Use one of the account that is signed in.',
  passkey: 'The passkey was not used. Try again, or log in with your password.',
  offline: 'The network cannot be reached. Nothing you entered is lost; please try again.',
  otherWay: 'This account cannot be opened this way. Please log in with your password.',
  unknown: 'Something went wrong. Nothing you entered is lost; please try again.',
} as const;

/** The service asked for the code again, which means that it was wrong. */
export const wrongCode: AccountFault = { kind: 'code', message: messages.wrongCode };

/** The account wants a step that the login does not have. */
export const otherWay: AccountFault = { kind: 'other', message: messages.otherWay };

export function accountFault(error: unknown): AccountFault {
  const { name = '', message = '' } = (error ?? {}) as { name?: string; message?: string };
  switch (name) {
    case 'NotAuthorizedException':
      return notAuthorized(message);
    case 'UserNotFoundException':
      return { kind: 'credentials', message: messages.credentials };
    case 'SignInException':
      return { kind: 'session-over', message: messages.sessionOver };
    case 'LimitExceededException':
    case 'TooManyRequestsException':
    case 'TooManyFailedAttemptsException':
      return { kind: 'wait', message: messages.wait };
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
      return { kind: 'code', message: messages.wrongCode };
    case 'ExpiredCodeException':
      return { kind: 'code', message: messages.oldCode };
    case 'InvalidPasswordException':
      return { kind: 'password', message: policyMessage(message) };
    case 'UsernameExistsException':
    case 'AliasExistsException':
      return { kind: 'exists', message: messages.exists };
    case 'UserAlreadyAuthenticatedException':
      return { kind: 'signed-in', message };
    case 'PasskeyAuthenticationCanceled':
      return { kind: 'other', message: messages.passkey };
    case 'PasskeyOfAnother':
      return { kind: 'other', message: messages.otherPasskey };
    case 'NetworkError':
      return { kind: 'other', message: messages.offline };
    default:
      // The account library is a file of its own: without a network it does not arrive.
      return { kind: 'other', message: isLoadFailure(message) ? messages.offline : messages.unknown };
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
  if (/attempts exceeded/i.test(message)) return { kind: 'wait', message: messages.wait };
  if (/session|sign in again/i.test(message)) return { kind: 'session-over', message: messages.sessionOver };
  if (/status is confirmed/i.test(message)) return { kind: 'confirmed', message: messages.confirmed };
  if (/disabled/i.test(message)) return { kind: 'other', message: messages.closed };
  return { kind: 'credentials', message: messages.credentials };
}

/** 'Password did not conform with policy: Password must have uppercase characters' says it behind the colon. */
function policyMessage(message: string): string {
  return message.split('policy:')[1]?.trim() || messages.refusedPassword;
}
