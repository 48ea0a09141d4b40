// What a sign-in withstands: degenerate SRP values, replayed and forged challenges, questions for who has an account.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prime, srpClient } from '../../test/clients/srp-client.ts';
import { openTestDatabase } from '../../test/database/test-database.ts';
import {
  type Answer,
  emptyIdentity,
  password,
  setUser,
  startIdentity,
  type TestIdentity,
} from '../../test/parts/identity.ts';
import type { Secrets } from '../platform/secrets.ts';

// Of one length and with one first letter, so that answers about them can be compared byte by byte.
const email = 'ada@example.com';
const nobody = 'amy@example.com';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
});
beforeEach(async () => {
  await emptyIdentity(database);
  await identity.register(email);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

type Given = Record<string, string>;

function begin(AuthFlow: string, AuthParameters: Given) {
  return identity.call('InitiateAuth', { AuthFlow, AuthParameters });
}

function respond(ChallengeName: string, Session: string | undefined, ChallengeResponses: Given) {
  return identity.call('RespondToAuthChallenge', {
    ChallengeName,
    ...(Session && { Session }),
    ChallengeResponses,
  });
}

async function beginSrp(USERNAME = email, flow = 'USER_SRP_AUTH') {
  const srp = srpClient({ poolName: identity.pool.name });
  const answer = await begin(flow, {
    USERNAME,
    SRP_A: srp.A,
    ...(flow === 'USER_AUTH' && { PREFERRED_CHALLENGE: 'PASSWORD_SRP' }),
  });
  const challenge = answer.body.ChallengeParameters ?? {};
  const prove = (given: string, changed: Given = {}) =>
    respond('PASSWORD_VERIFIER', answer.body.Session, {
      USERNAME: challenge.USERNAME ?? '',
      ...srp.sign(challenge, { userId: challenge.USER_ID_FOR_SRP ?? '', password: given }),
      ...changed,
    });
  return { answer, challenge, prove };
}

const refused = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const invalidSession = { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' };

/** The same secrets, which write down what they are asked to do, and on how many bytes. */
function watch(secrets: Secrets, work: string[]): Secrets {
  return {
    ...secrets,
    open(sealed, bound) {
      // A verifier with its highest bit set is a byte longer than one without.
      work.push(`open ${sealed.length >> 3}`);
      return secrets.open(sealed, bound);
    },
    seal(plain, bound) {
      work.push('seal');
      return secrets.seal(plain, bound);
    },
    hmac(text, purpose) {
      work.push(`hmac ${purpose}`);
      return secrets.hmac(text, purpose);
    },
  };
}

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
    const { answer, challenge } = await beginSrp();
    const srp = srpClient({ poolName: identity.pool.name });
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
    const { prove, challenge } = await beginSrp();
    const block = { PASSWORD_CLAIM_SECRET_BLOCK: challenge.SECRET_BLOCK ?? '' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => prove(password, block)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a wrong password uses the exchange up', async () => {
    const { prove } = await beginSrp();
    expect((await prove('wrong horse')).body).toEqual(refused);
    expect((await prove(password)).body).toEqual(invalidSession);
  });

  test.each([
    ['another time', { TIMESTAMP: 'Fri Nov 6 05:02:15 UTC 2026' }],
    ['no signature', { PASSWORD_CLAIM_SIGNATURE: '' }],
    ['a signature of zeros', { PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64') }],
    ['a signature that is no base64', { PASSWORD_CLAIM_SIGNATURE: '????' }],
  ])('%s is refused', async (_fault, changed) => {
    const { prove } = await beginSrp();
    expect((await prove(password, changed)).body).toEqual(refused);
  });

  test('a signature for one exchange is none for another', async () => {
    const [first, second] = [await beginSrp(), await beginSrp()];
    const changed = { PASSWORD_CLAIM_SECRET_BLOCK: second.challenge.SECRET_BLOCK ?? '' };
    expect((await first.prove(password, changed)).body).toEqual(refused);
  });

  test('an exchange that was begun for somebody else proves nothing', async () => {
    await identity.register('eve@example.com', { password: 'her own password' });
    const { prove, challenge } = await beginSrp('eve@example.com');
    const ada = (await beginSrp()).challenge.USERNAME ?? '';
    const { body } = await prove('her own password', { USERNAME: ada });
    const user = await identity.call('GetUser', { AccessToken: body.AuthenticationResult?.AccessToken });
    expect(user.text, 'it is about whom the sealed block is about').toContain(challenge.USERNAME);
    expect(user.text).not.toContain(ada);
  });

  test('a challenge ends after three minutes', async () => {
    const { prove } = await beginSrp();
    identity.wait(181);
    expect((await prove(password)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    });
  });
});

describe('a session', () => {
  async function withMailFactor() {
    const { AccessToken } = await identity.signIn(email);
    await identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
    const { body } = await begin('USER_PASSWORD_AUTH', { USERNAME: email, PASSWORD: password });
    return body.Session ?? '';
  }
  const code = () => ({ USERNAME: email, EMAIL_OTP_CODE: identity.codeFor(email) });

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
    const answers: Array<[string, Given]> = [
      ['SOFTWARE_TOKEN_MFA', { SOFTWARE_TOKEN_MFA_CODE: identity.codeFor(email) }],
      ['CUSTOM_CHALLENGE', { ANSWER: identity.codeFor(email) }],
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
    expect((await identity.call('AssociateSoftwareToken', { Session: session })).body).toEqual(invalidSession);
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

  test('ends', async () => {
    const session = await withMailFactor();
    identity.wait(601);
    expect((await respond('EMAIL_OTP', session, code())).body.message).toBe(
      'Invalid session for the user, session is expired.',
    );
  });

  test('ends with the password it was begun with', async () => {
    const session = await withMailFactor();
    const second = code();
    await identity.call('ForgotPassword', { Username: email });
    const ConfirmationCode = identity.codeFor(email);
    await identity.call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'battery staple' });
    expect((await respond('EMAIL_OTP', session, second)).body).toEqual(invalidSession);
  });

  test('that sets a new password sets none over one that was set meanwhile', async () => {
    await setUser(database, email, { status: 'FORCE_CHANGE_PASSWORD' });
    const begun = () => begin('USER_PASSWORD_AUTH', { USERNAME: email, PASSWORD: password });
    const [owner, thief] = [await begun(), await begun()];
    const set = ({ body }: Answer, NEW_PASSWORD: string) =>
      respond('NEW_PASSWORD_REQUIRED', body.Session, { USERNAME: email, NEW_PASSWORD });
    expect((await set(owner, 'battery staple')).status).toBe(200);
    expect((await set(thief, 'a password of mine')).body).toEqual(invalidSession);
    expect((await identity.signIn(email, 'battery staple')).AccessToken).toBeTruthy();
  });

  test('of an account that was deleted meanwhile is refused', async () => {
    const { AccessToken } = await identity.signIn(email);
    const session = await withMailFactor();
    const last = code();
    await identity.call('DeleteUser', { AccessToken });
    expect((await respond('EMAIL_OTP', session, last)).status).toBe(400);
  });
});

describe('nobody learns who has an account', () => {
  /** Everything that the asker sees, but for what is different in every answer. */
  function seen({ status, headers, text }: Answer) {
    const shown = Object.fromEntries(headers);
    return { status, text, headers: { ...shown, date: '', 'x-amzn-requestid': '', 'x-request-id': '' } };
  }

  async function beginCode(flow: string, USERNAME: string) {
    const preferred = flow === 'USER_AUTH' && { PREFERRED_CHALLENGE: 'EMAIL_OTP' };
    return begin(flow, { USERNAME, ...preferred });
  }

  const refusals: Array<[string, (username: string) => Promise<Answer>]> = [
    ['a wrong password', (USERNAME) => begin('USER_PASSWORD_AUTH', { USERNAME, PASSWORD: 'wrong horse' })],
    ['a wrong password by SRP', async (username) => (await beginSrp(username)).prove('wrong horse')],
    ['a wrong password before a custom challenge', async (name) => (await beginSrp(name, 'CUSTOM_AUTH')).prove('x')],
    [
      'a wrong password by choice',
      (USERNAME) => begin('USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: 'wrong horse' }),
    ],
    ['a wrong password by SRP, by choice', async (username) => (await beginSrp(username, 'USER_AUTH')).prove('x')],
    [
      'a wrong password after the choice',
      async (USERNAME) => {
        const { body } = await begin('USER_AUTH', { USERNAME });
        return respond('SELECT_CHALLENGE', body.Session, { USERNAME, ANSWER: 'PASSWORD', PASSWORD: 'wrong horse' });
      },
    ],
    [
      'a wrong code to a custom challenge',
      async (USERNAME) => {
        const { body } = await beginCode('CUSTOM_AUTH', USERNAME);
        return respond('CUSTOM_CHALLENGE', body.Session, { USERNAME, ANSWER: 'wrong' });
      },
    ],
    [
      'a wrong code by mail',
      async (USERNAME) => {
        const { body } = await beginCode('USER_AUTH', USERNAME);
        return respond('EMAIL_OTP', body.Session, { USERNAME, EMAIL_OTP_CODE: 'wrong' });
      },
    ],
    [
      'a passkey',
      async (USERNAME) => {
        const { body } = await begin('USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'WEB_AUTHN' });
        return respond('WEB_AUTHN', body.Session, { USERNAME, CREDENTIAL: '{"id":"x","response":{}}' });
      },
    ],
    ['a code to confirm with', (Username) => identity.call('ConfirmSignUp', { Username, ConfirmationCode: '1' })],
    [
      'a code to reset with',
      (Username) => identity.call('ConfirmForgotPassword', { Username, ConfirmationCode: '1', Password: password }),
    ],
    [
      'a wrong code to reset with',
      async (Username) => {
        await identity.call('ForgotPassword', { Username });
        return identity.call('ConfirmForgotPassword', { Username, ConfirmationCode: '1', Password: password });
      },
    ],
  ];

  test.each(refusals)('%s is refused alike, byte by byte', async (_what, ask) => {
    const [known, unknown] = [await ask(email), await ask(nobody)];
    expect(known.status).toBe(400);
    expect(seen(unknown)).toEqual(seen(known));
  });

  test.each(['ForgotPassword', 'ResendConfirmationCode'])('%s answers alike, byte by byte', async (action) => {
    const [known, unknown] = [
      await identity.call(action, { Username: email }),
      await identity.call(action, { Username: nobody }),
    ];
    expect(known.status).toBe(200);
    expect(seen(unknown)).toEqual(seen(known));
  });

  test('not by the spelling of the address either', async () => {
    await identity.register('Bob@Example.com');
    for (const ask of [
      (Username: string) => identity.call('ForgotPassword', { Username }),
      (Username: string) => identity.call('ResendConfirmationCode', { Username }),
    ])
      expect(seen(await ask('bob@example.com'))).toEqual(seen(await ask('ben@example.com')));
    const [known, unknown] = [
      await beginCode('CUSTOM_AUTH', 'bob@example.com'),
      await beginCode('CUSTOM_AUTH', 'ben@example.com'),
    ];
    expect({ ...unknown.body.ChallengeParameters, USERNAME: '' }).toEqual({
      ...known.body.ChallengeParameters,
      USERNAME: '',
    });
  });

  test.each([
    ['CUSTOM_AUTH', {}],
    ['USER_AUTH', { PREFERRED_CHALLENGE: 'EMAIL_OTP' }],
    ['USER_AUTH', { PREFERRED_CHALLENGE: 'WEB_AUTHN' }],
    ['USER_AUTH', {}],
  ])('a challenge of %s %j looks alike', async (flow, parameters: Given) => {
    const [known, unknown] = [
      await begin(flow, { USERNAME: email, ...parameters }),
      await begin(flow, { USERNAME: nobody, ...parameters }),
    ];
    const shape = ({ body, headers }: Answer) => ({
      ...body,
      Session: body.Session?.length,
      ChallengeParameters: Object.entries(body.ChallengeParameters ?? {}).map(([name, value]) => [name, value.length]),
      headers: [...headers.keys()],
    });
    expect(shape(unknown)).toEqual(shape(known));
  });

  test('not by the address that a mail goes to, where only an id was given', async () => {
    const [known, unknown] = [await beginSrp(email), await beginSrp(nobody)];
    for (const action of ['ForgotPassword', 'ResendConfirmationCode']) {
      const [one, other] = [
        await identity.call(action, { Username: known.challenge.USERNAME }),
        await identity.call(action, { Username: unknown.challenge.USERNAME }),
      ];
      const masked = (text: string) => text.replace(/\b[0-9a-f]\*/, '0*');
      expect(one.status).toBe(200);
      expect(masked(one.text), 'but for the first letter of the id').toBe(masked(other.text));
    }
  });

  test('not by the work that is done for the answer', async () => {
    const work: string[] = [];
    const watched = await startIdentity(database, {}, watch(identity.secrets, work));
    const workFor = async (USERNAME: string, AuthFlow: string, given: Given) => {
      work.length = 0;
      await watched.call('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, ...given } });
      return [...work];
    };
    const flows: Array<[string, Given]> = [
      ['USER_SRP_AUTH', { SRP_A: 'abcdef' }],
      ['USER_PASSWORD_AUTH', { PASSWORD: 'wrong horse' }],
      ['USER_AUTH', {}],
    ];
    for (const [flow, given] of flows) {
      const known = await workFor(email, flow, given);
      expect(known.length).toBeGreaterThan(0);
      expect(await workFor(nobody, flow, given), flow).toEqual(known);
    }
    await watched.close();
  });

  test('a password that is right for nobody signs nobody in', async () => {
    expect((await begin('USER_PASSWORD_AUTH', { USERNAME: nobody, PASSWORD: password })).body).toEqual(refused);
    expect((await (await beginSrp(nobody)).prove(password)).body).toEqual(refused);
  });
});
