// Faults of the account forms by field, in the specification's words; a field without an entry is right.

import {
  emailMaximum,
  passwordMaximum,
  phoneMaximum,
  phonePattern,
  usernameMaximum,
} from '#contract/people/account-limits.ts';
import { isEmail } from '#contract/people/email.ts';
import { t } from '#language/message.ts';

export const passwordMinimum = 8;

/** As the account service counts them: a character is one, whatever it takes to store it. */
export function isLongEnough(password: string): boolean {
  return [...password].length >= passwordMinimum;
}

export function checkLogin(values: { email: string; password: string }) {
  return faults({
    email: emailFault(values.email, t('Enter a Valid Email Address')),
    password: !values.password && t('Password is required'),
  });
}

export function checkRegistration(values: { email: string; username: string; password: string }) {
  return faults({
    email: emailFault(values.email, t('Enter a Valid Email Address')),
    username: usernameFault(values.username),
    password: newPasswordFault(values.password),
  });
}

export function checkResetRequest(values: { email: string }) {
  return faults({ email: emailFault(values.email, t('Enter a valid email address')) });
}

export function checkConfirmation(values: { code: string }) {
  return faults({ code: !values.code.trim() && 'Confirmation Code is required' });
}

export function checkReset(values: { code: string; password: string }) {
  return faults({ ...checkConfirmation(values), password: newPasswordFault(values.password) });
}

export function checkNewPassword(values: { password: string }) {
  return faults({ password: newPasswordFault(values.password) });
}

export function checkPasswordChange(values: { current: string; password: string }) {
  return faults({
    current: !values.current
      ? t('Current password is required')
      : tooLong(t('Password'), values.current, passwordMaximum),
    password: newPasswordFault(values.password),
  });
}

export function checkPersonalData(values: { username: string; phone: string }) {
  return faults({ username: usernameFault(values.username), phone: phoneFault(values.phone) });
}

function emailFault(email: string, notValid: string) {
  if (!email.trim()) return t('Email is required');
  return isEmail(email) ? tooLong(t('Email'), email.trim(), emailMaximum) : notValid;
}

function usernameFault(username: string) {
  if (!username.trim()) return t('Username is required');
  return tooLong(t('Username'), username.trim(), usernameMaximum);
}

function phoneFault(phone: string) {
  if (!phonePattern.test(phone.trim())) return t('A number has digits, spaces and + - ( ) . only');
  return tooLong(t('Phone'), phone.trim(), phoneMaximum);
}

function newPasswordFault(password: string) {
  if (!password) return t('Password is required');
  if (!isLongEnough(password)) return t('Password must be at least {passwordMinimum} characters', { passwordMinimum });
  return tooLong(t('Password'), password, passwordMaximum);
}

function tooLong(name: string, value: string, maximum: number) {
  return value.length > maximum && t('{name} must be at most {maximum} characters', { name, maximum });
}

function faults<Name extends string>(found: Partial<Record<Name, string | false>>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as Partial<Record<Name, string>>;
}
