// Valid and refused uses of the session of an unfinished sign-in.
import { beforeEach, describe, expect, test } from 'vitest';
import { signInSteps } from '../../../test/clients/sign-in-steps.ts';
import { type Answer, password, setUser } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();
const { begin, respond } = signInSteps(service);

beforeEach(async () => {
  await service.identity.register(email);
});

const invalidSession = { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' };

describe('a session', () => {
  async function withMailFactor() {
    const { AccessToken } = await service.identity.signIn(email);
    await service.identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
    const { body } = await begin('USER_PASSWORD_AUTH', { USERNAME: email, PASSWORD: password });
    return body.Session ?? '';
  }
  const code = () => ({ USERNAME: email, EMAIL_OTP_CODE: service.identity.codeFor(email) });

  test('is good for one right answer', async () => {
    const session = await withMailFactor();
    expect((await respond('EMAIL_OTP', session, { ...code(), EMAIL_OTP_CODE: 'wrong' })).body.__type).toBe(
      'CodeMismatchException',
    );
    expect((await respond('EMAIL_OTP', session, code())).status).toBe(200);
    await begin('USER_PASSWORD_AUTH', { USERNAME: email, PASSWORD: password });
    expect((await respond('EMAIL_OTP', session, code())).body).toEqual(invalidSession);
  });

  test('of one challenge is none of another', async () => {
    const session = await withMailFactor();
    const answers: Array<[string, Record<string, string>]> = [
      ['SOFTWARE_TOKEN_MFA', { SOFTWARE_TOKEN_MFA_CODE: service.identity.codeFor(email) }],
      ['CUSTOM_CHALLENGE', { ANSWER: service.identity.codeFor(email) }],
      ['NEW_PASSWORD_REQUIRED', { NEW_PASSWORD: 'battery staple' }],
      ['SELECT_MFA_TYPE', { ANSWER: 'EMAIL_OTP' }],
      ['SELECT_CHALLENGE', { ANSWER: 'PASSWORD', PASSWORD: password }],
      ['MFA_SETUP', {}],
      ['DEVICE_SRP_AUTH', { SRP_A: '5', DEVICE_KEY: 'x' }],
      ['DEVICE_PASSWORD_VERIFIER', { PASSWORD_CLAIM_SECRET_BLOCK: session }],
      ['PASSWORD_VERIFIER', { PASSWORD_CLAIM_SECRET_BLOCK: session }],
      ['WEB_AUTHN', { CREDENTIAL: '{}' }],
    ];
    for (const [name, responses] of answers)
      expect((await respond(name, session, { USERNAME: email, ...responses })).body, name).toEqual(invalidSession);
    expect((await service.identity.call('AssociateSoftwareToken', { Session: session })).body).toEqual(invalidSession);
    expect((await respond('EMAIL_OTP', session, code())).status, 'it is still good for its own').toBe(200);
  });

  test('that was changed, cut or made up is refused', async () => {
    const session = await withMailFactor();
    const bytes = Buffer.from(session, 'base64');
    for (const place of [0, 5, 20, 40, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect((await respond('EMAIL_OTP', changed.toString('base64'), code())).body).toEqual(invalidSession);
    }
    for (const text of [session.slice(0, -8), session.slice(8), 'x'.repeat(200), `AAAA${session}`])
      expect((await respond('EMAIL_OTP', text, code())).body).toEqual(invalidSession);
    expect((await respond('EMAIL_OTP', undefined, code())).body).toEqual(invalidSession);
  });

  test('expires', async () => {
    const session = await withMailFactor();
    service.identity.wait(601);
    expect((await respond('EMAIL_OTP', session, code())).body.message).toBe(
      'Invalid session for the user, session is expired.',
    );
  });

  test('ends with the password it was begun with', async () => {
    const session = await withMailFactor();
    const second = code();
    await service.identity.call('ForgotPassword', { Username: email });
    const ConfirmationCode = service.identity.codeFor(email);
    await service.identity.call('ConfirmForgotPassword', {
      Username: email,
      ConfirmationCode,
      Password: 'battery staple',
    });
    expect((await respond('EMAIL_OTP', session, second)).body).toEqual(invalidSession);
  });

  test('that sets a new password sets none over one that was set meanwhile', async () => {
    await setUser(service.database, email, { status: 'FORCE_CHANGE_PASSWORD' });
    const begun = () => begin('USER_PASSWORD_AUTH', { USERNAME: email, PASSWORD: password });
    const [owner, thief] = [await begun(), await begun()];
    const set = ({ body }: Answer, NEW_PASSWORD: string) =>
      respond('NEW_PASSWORD_REQUIRED', body.Session, { USERNAME: email, NEW_PASSWORD });
    expect((await set(owner, 'battery staple')).status).toBe(200);
    expect((await set(thief, 'a password of mine')).body).toEqual(invalidSession);
    expect((await service.identity.signIn(email, 'battery staple')).AccessToken).toBeTruthy();
  });

  test('of an account that was deleted meanwhile is refused', async () => {
    const { AccessToken } = await service.identity.signIn(email);
    const session = await withMailFactor();
    const last = code();
    await service.identity.call('DeleteUser', { AccessToken });
    expect((await respond('EMAIL_OTP', session, last)).status).toBe(400);
  });
});
