// Attacks that the password by SRP withstands: degenerate values, replayed and forged signatures.
import { beforeEach, describe, expect, test } from 'vitest';
import { signInSteps } from '../../../test/clients/sign-in-steps.ts';
import { prime, srpClient } from '../../../test/clients/srp-client.ts';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();
const { begin, respond, beginSrp } = signInSteps(service);

beforeEach(async () => {
  await service.identity.register(email);
});

const nobody = 'amy@example.com';

const refused = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const invalidSession = { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' };

describe('SRP', () => {
  test.each([
    ['0', '0'],
    ['a row of zeros', '0'.repeat(768)],
    ['the prime', prime.toString(16)],
    ['twice the prime', (2n * prime).toString(16)],
    ['more than the prime', (prime + 5n).toString(16)],
    ['a number that is longer than the prime', 'a'.repeat(769)],
    ['no number', 'hello'],
    ['a negative number', '-5'],
    ['a number with a prefix', '0x1234'],
    ['a number with a space', '12 34'],
  ])('a public value that is %s is refused', async (_which, SRP_A) => {
    for (const USERNAME of [email, nobody]) {
      const answers = [
        await begin('USER_SRP_AUTH', { USERNAME, SRP_A }),
        await begin('CUSTOM_AUTH', { USERNAME, SRP_A }),
        await begin('USER_AUTH', { USERNAME, SRP_A, PREFERRED_CHALLENGE: 'PASSWORD_SRP' }),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(400);
        expect(body.__type).toBe('InvalidParameterException');
      }
    }
  });

  test('an unknown user is given a challenge that looks like everybody’s, with a salt that stays', async () => {
    const [known, first, second] = [await beginSrp(email), await beginSrp(nobody), await beginSrp(nobody)];
    expect(Object.keys(first.challenge)).toEqual(Object.keys(known.challenge));
    for (const { challenge } of [known, first]) {
      expect(challenge.SALT).toMatch(/^[0-7][0-9a-f]{31}$/);
      expect(challenge.SRP_B).toMatch(/^[0-9a-f]{700,768}$/);
      expect(challenge.USER_ID_FOR_SRP).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(challenge.USERNAME).toBe(challenge.USER_ID_FOR_SRP);
    }
    expect(second.challenge.SALT).toBe(first.challenge.SALT);
    expect(second.challenge.USER_ID_FOR_SRP).toBe(first.challenge.USER_ID_FOR_SRP);
    expect(second.challenge.SRP_B).not.toBe(first.challenge.SRP_B);
    const otherwise = await beginSrp(nobody.toUpperCase());
    expect(otherwise.challenge.SALT, 'however it is spelled').toBe(first.challenge.SALT);
  });

  test('a signature is good for one sign-in', async () => {
    const { answer, challenge } = await beginSrp(email);
    const srp = srpClient({ poolName: service.identity.pool.name });
    const own = await begin('USER_SRP_AUTH', { USERNAME: email, SRP_A: srp.A });
    const userId = challenge.USER_ID_FOR_SRP ?? '';
    const signed = srp.sign(own.body.ChallengeParameters ?? {}, { userId, password });
    const first = await respond('PASSWORD_VERIFIER', own.body.Session, { USERNAME: userId, ...signed });
    expect(first.status).toBe(200);
    for (const Session of [own.body.Session, answer.body.Session, undefined])
      expect((await respond('PASSWORD_VERIFIER', Session, { USERNAME: userId, ...signed })).body).toEqual(
        invalidSession,
      );
  });

  test('of many equal answers at once one signs in', async () => {
    const { prove, challenge } = await beginSrp(email);
    const block = { PASSWORD_CLAIM_SECRET_BLOCK: challenge.SECRET_BLOCK ?? '' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => prove(password, block)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a wrong password uses the exchange up', async () => {
    const { prove } = await beginSrp(email);
    expect((await prove('wrong horse')).body).toEqual(refused);
    expect((await prove(password)).body).toEqual(invalidSession);
  });

  test.each([
    ['another time', { TIMESTAMP: 'Fri Nov 6 05:02:15 UTC 2026' }],
    ['no signature', { PASSWORD_CLAIM_SIGNATURE: '' }],
    ['a signature of zeros', { PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64') }],
    ['a signature that is no base64', { PASSWORD_CLAIM_SIGNATURE: '????' }],
  ])('%s is refused', async (_fault, changed) => {
    const { prove } = await beginSrp(email);
    expect((await prove(password, changed)).body).toEqual(refused);
  });

  test('a signature for one exchange is none for another', async () => {
    const [first, second] = [await beginSrp(email), await beginSrp(email)];
    const changed = { PASSWORD_CLAIM_SECRET_BLOCK: second.challenge.SECRET_BLOCK ?? '' };
    expect((await first.prove(password, changed)).body).toEqual(refused);
  });

  test('an exchange that was begun for somebody else proves nothing', async () => {
    await service.identity.register('eve@example.com', { password: 'her own password' });
    const { prove, challenge } = await beginSrp('eve@example.com');
    const ada = (await beginSrp(email)).challenge.USERNAME ?? '';
    const { body } = await prove('her own password', { USERNAME: ada });
    const user = await service.identity.call('GetUser', { AccessToken: body.AuthenticationResult?.AccessToken });
    expect(user.text, 'it is about whom the sealed block is about').toContain(challenge.USERNAME);
    expect(user.text).not.toContain(ada);
  });

  test('a challenge expires after three minutes', async () => {
    const { prove } = await beginSrp(email);
    service.identity.wait(181);
    expect((await prove(password)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    });
  });
});
