// An address without an account is treated as one that has an account.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Secrets } from '#platform/secrets.ts';
import { signInSteps } from '../../../test/clients/sign-in-steps.ts';
import { type Answer, password, startIdentity } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();
const { begin, respond, beginSrp } = signInSteps(service);

beforeEach(async () => {
  await service.identity.register(email);
});

/** Same length and first letter as `email`, so that answers about them can be compared byte by byte. */
const nobody = 'amy@example.com';

const refused = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' };

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
    [
      'a code to confirm with',
      (Username) => service.identity.call('ConfirmSignUp', { Username, ConfirmationCode: '1' }),
    ],
    [
      'a code to reset with',
      (Username) =>
        service.identity.call('ConfirmForgotPassword', { Username, ConfirmationCode: '1', Password: password }),
    ],
    [
      'a wrong code to reset with',
      async (Username) => {
        await service.identity.call('ForgotPassword', { Username });
        return service.identity.call('ConfirmForgotPassword', { Username, ConfirmationCode: '1', Password: password });
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
      await service.identity.call(action, { Username: email }),
      await service.identity.call(action, { Username: nobody }),
    ];
    expect(known.status).toBe(200);
    expect(seen(unknown)).toEqual(seen(known));
  });

  test('not by the spelling of the address either', async () => {
    await service.identity.register('Bob@Example.com');
    for (const ask of [
      (Username: string) => service.identity.call('ForgotPassword', { Username }),
      (Username: string) => service.identity.call('ResendConfirmationCode', { Username }),
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
  ])('a challenge of %s %j looks alike', async (flow, parameters: Record<string, string>) => {
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
        await service.identity.call(action, { Username: known.challenge.USERNAME }),
        await service.identity.call(action, { Username: unknown.challenge.USERNAME }),
      ];
      const masked = (text: string) => text.replace(/\b[0-9a-f]\*/, '0*');
      expect(one.status).toBe(200);
      expect(masked(one.text), 'but for the first letter of the id').toBe(masked(other.text));
    }
  });

  test('not by the work that is done for the answer', async () => {
    const work: string[] = [];
    const watched = await startIdentity(service.database, {}, watch(service.identity.secrets, work));
    const workFor = async (USERNAME: string, AuthFlow: string, given: Record<string, string>) => {
      work.length = 0;
      await watched.call('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, ...given } });
      return [...work];
    };
    const flows: Array<[string, Record<string, string>]> = [
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
