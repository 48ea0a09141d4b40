import { expect, test } from 'vitest';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const resend = () => service.identity.call('ResendConfirmationCode', { Username: email });

test('mails another code, which confirms the account', async () => {
  await service.identity.call('SignUp', { Username: email, Password: password });
  expect((await resend()).status).toBe(200);
  expect(service.identity.mails).toHaveLength(2);
  const ConfirmationCode = service.identity.codeFor(email);
  expect((await service.identity.call('ConfirmSignUp', { Username: email, ConfirmationCode })).status).toBe(200);
});

test('answers the same for a confirmed account, whose owner gets a mail without a code', async () => {
  await service.identity.call('SignUp', { Username: email, Password: password });
  const waiting = await resend();
  const ConfirmationCode = service.identity.codeFor(email);
  await service.identity.call('ConfirmSignUp', { Username: email, ConfirmationCode });
  expect((await resend()).body).toEqual(waiting.body);
  expect(service.identity.mails.at(-1)).toMatchObject({ to: email, heading: 'You already have an account' });
});
