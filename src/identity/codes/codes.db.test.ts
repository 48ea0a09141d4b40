// Codes by mail: how long, how often and for what they are good. The clock stands still but where a test lets it run.
import { beforeEach, describe, expect, test } from 'vitest';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const HOUR = 3_600;

const service = serveIdentity();
let address = 0;

beforeEach(() => {
  service.identity.stopClock();
  // Every test asks from an address of its own: what an address used up counts for the whole file.
  address++;
});

const call = (action: string, input: object) =>
  service.identity.call(action, input, { 'x-forwarded-for': `203.0.113.${address}` });

describe('codes', () => {
  const signUp = (Username = email) => call('SignUp', { Username, Password: password });
  const confirm = async (ConfirmationCode: string) =>
    (await call('ConfirmSignUp', { Username: email, ConfirmationCode })).body.__type ?? 'done';
  const reset = async (ConfirmationCode: string) =>
    (await call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'battery staple' })).body
      .__type ?? 'done';
  const code = () => service.identity.codeFor(email);
  /** Six digits, and not the ones that were sent. */
  const wrongCode = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0');

  test('have six digits', async () => {
    await signUp();
    expect(code()).toMatch(/^\d{6}$/);
  });

  test('are good for five tries', async () => {
    await signUp();
    for (let time = 0; time < 5; time++) expect(await confirm(wrongCode())).toBe('CodeMismatchException');
    expect(await confirm(code()), 'the right one comes too late').toBe('LimitExceededException');
    await call('ResendConfirmationCode', { Username: email });
    expect(await confirm(code())).toBe('done');
  });

  test('are good for five tries, also when twenty are made at once', async () => {
    await signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(wrongCode())));
    expect(answers.filter((answer) => answer === 'CodeMismatchException')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'LimitExceededException')).toHaveLength(15);
  });

  test.each([
    ['confirm an address', 'ResendConfirmationCode', confirm],
    ['set a password', 'ForgotPassword', reset],
  ])('to %s may be wrong fifty times a day, over all that were sent', async (_what, action, give) => {
    await signUp();
    const ask = () => call(action, { Username: email });
    for (let sent = 0; sent < 10; sent++) {
      if (sent % 4 === 0) service.identity.wait(HOUR + 1);
      await ask();
      for (let time = 0; time < 5; time++) expect(await give(wrongCode())).toBe('CodeMismatchException');
    }
    await ask();
    expect(await give(code()), 'the right one too').toBe('LimitExceededException');
    service.identity.wait(24 * HOUR);
    await ask();
    expect(await give(code())).toBe('done');
  });

  test('are good once, also at once', async () => {
    await service.identity.register(email);
    await call('ForgotPassword', { Username: email });
    const sent = code();
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(sent)));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await reset(sent)).toBe('ExpiredCodeException');
  });

  test('may be typed with spaces around them', async () => {
    await signUp();
    expect(await confirm(` ${code()} `)).toBe('done');
  });

  test('to confirm an address expire after a day', async () => {
    await signUp();
    service.identity.wait(24 * HOUR + 1);
    expect(await confirm(code())).toBe('ExpiredCodeException');
    await call('ResendConfirmationCode', { Username: email });
    service.identity.wait(24 * HOUR - 1);
    expect(await confirm(code())).toBe('done');
  });

  test('to set a new password expire after an hour', async () => {
    await service.identity.register(email);
    await call('ForgotPassword', { Username: email });
    service.identity.wait(HOUR + 1);
    expect(await reset(code())).toBe('ExpiredCodeException');
    await call('ForgotPassword', { Username: email });
    service.identity.wait(HOUR - 1);
    expect(await reset(code())).toBe('done');
  });

  test('are replaced by the next one', async () => {
    await service.identity.register(email);
    await call('ForgotPassword', { Username: email });
    const first = code();
    await call('ForgotPassword', { Username: email });
    if (first !== code()) expect(await reset(first)).toBe('CodeMismatchException');
    expect(await reset(code())).toBe('done');
  });

  test('for one purpose are none for another', async () => {
    await signUp();
    expect(await reset(code())).toBe('ExpiredCodeException');
    await confirm(code());
    await call('ForgotPassword', { Username: email });
    expect(await confirm(code())).toBe('ExpiredCodeException');
  });

  test.each(['a known', 'an unknown'])('are sent to %s address five times an hour at most', async (which) => {
    if (which === 'a known') await service.identity.register(email);
    const mails = service.identity.mails.length;
    const ask = async () => (await call('ForgotPassword', { Username: email })).body.__type ?? 'done';
    const sent = () => service.identity.mails.length - mails;
    // A refusal would keep the owner from the mails that a stranger has asked for.
    expect(await Promise.all(Array.from({ length: 8 }, ask))).toEqual(Array(8).fill('done'));
    expect(sent()).toBe(which === 'a known' ? 5 : 0);
    service.identity.wait(HOUR - 1);
    expect(await ask()).toBe('done');
    expect(sent()).toBe(which === 'a known' ? 5 : 0);
    service.identity.wait(2);
    expect(await ask()).toBe('done');
    expect(sent()).toBe(which === 'a known' ? 6 : 0);
  });
});
