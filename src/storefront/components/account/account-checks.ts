// What is wrong with each field of the account forms, in the specification's words; what has no entry is right.
import { isEmail } from '#contract/email.ts';
import { phoneMaximum, phonePattern, usernameMaximum } from '#contract/limits.ts';

export const passwordMinimum = 8;

/** As the account service counts them: a character is one, whatever it takes to store it. */
export function isLongEnough(password: string): boolean {
  return [...password].length >= passwordMinimum;
}

export function checkLogin(values: { email: string; password: string }) {
  return faults({
    email: emailFault(values.email, 'Enter a Valid Email Address'),
    password: !values.password && 'Password is required',
  });
}

export function checkRegistration(values: { email: string; username: string; password: string }) {
  return faults({
    email: emailFault(values.email, 'Enter a Valid Email Address'),
    username: usernameFault(values.username),
    password: newPasswordFault(values.password),
  });
}

export function checkResetRequest(values: { email: string }) {
  return faults({ email: emailFault(values.email, 'Enter a valid email address') });
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
    current: !values.current && 'Current password is required',
    password: newPasswordFault(values.password),
  });
}

export function checkPersonalData(values: { username: string; phone: string }) {
  return faults({ username: usernameFault(values.username), phone: phoneFault(values.phone) });
}

function emailFault(email: string, notValid: string) {
  if (!email.trim()) return 'Email is required';
  return !isEmail(email) && notValid;
}

function usernameFault(username: string) {
  if (!username.trim()) return 'Username is required';
  return username.trim().length > usernameMaximum && `Username must be at most ${usernameMaximum} characters`;
}

function phoneFault(phone: string) {
  if (!phonePattern.test(phone.trim())) return 'A number has digits, spaces and + - ( ) . only';
  return phone.trim().length > phoneMaximum && `Phone must be at most ${phoneMaximum} characters`;
}

function newPasswordFault(password: string) {
  if (!password) return 'Password is required';
  return !isLongEnough(password) && `Password must be at least ${passwordMinimum} characters`;
}

function faults<Name extends string>(found: Partial<Record<Name, string | false>>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as Partial<Record<Name, string>>;
}
