// The account service on a port of its own, as the vendors' clients meet it. Mails are collected in a list, time is the test's.
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import type { Pool } from '../../src/identity/pool.ts';
import type { IdentityTables, UserStatus } from '../../src/identity/schema.ts';
import { createIdentity } from '../../src/identity/server.ts';
import type { Message } from '../../src/mail/mailer.ts';
import { createSecrets, type Secrets } from '../../src/platform/secrets.ts';
import { emptyTables } from '../database/test-database.ts';

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;

/** The password of every account that a test does not give another one. */
export const password = 'correct horse';

/** An answer of the protocol as it came over the wire. */
export type Answer = { status: number; headers: Headers; text: string; body: AnswerBody };

/** Fields that the tests read in answers; which of them is there depends on the action. */
export type AnswerBody = {
  __type?: string;
  message?: string;
  UserSub?: string;
  ChallengeName?: string;
  Session?: string;
  ChallengeParameters?: Record<string, string>;
  AuthenticationResult?: {
    AccessToken: string;
    IdToken: string;
    RefreshToken: string;
    NewDeviceMetadata?: { DeviceKey: string };
  };
  IdentityId?: string;
  SecretCode?: string;
  CredentialCreationOptions?: { challenge: string };
  Codes?: string[];
};

export async function startIdentity(
  database: Database<IdentityTables>,
  given: Partial<Pool> = {},
  secrets: Secrets = createSecrets([Buffer.alloc(32, 7)]),
) {
  const http = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 1 });
  const id = given.id ?? 'local_TestPool9';
  const mails: Message[] = [];
  const logged: object[] = [];
  const clock = { ahead: 0, stopped: null as number | null };
  const now = () => new Date((clock.stopped ?? Date.now()) + clock.ahead);
  const pool: Pool = {
    id,
    name: id.slice(id.indexOf('_') + 1),
    clientId: 'testclient',
    issuer: `${http.address}/identity/${id}`,
    identityPoolId: 'local:11111111-2222-3333-4444-555555555555',
    guestAccess: false,
    passwordPolicy: { minimumLength: 8, required: [] },
    secondFactorRequired: false,
    shopName: 'Hearth',
    origin: http.address,
    redirectUris: ['http://localhost:4999/callback'],
    logoutUris: ['http://localhost:4999/bye'],
    ...given,
  };
  const part = createIdentity({
    database,
    pool,
    secrets,
    sendMail: async (_transaction, message) => {
      mails.push(message);
    },
    log: {
      info: (line) => logged.push(line),
      warn: (line) => logged.push({ ...line, level: 'warn' }),
      error: (line) => logged.push({ ...line, level: 'error' }),
    },
    now,
  });
  http.serve({ ...part, sendCached: () => false });

  /** One request of the protocol, without any vendor's client. `headers` come on top of its own. */
  async function send(action: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${http.address}/identity/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': action.includes('.') ? action : `AWSCognitoIdentityProviderService.${action}`,
        ...headers,
      },
      body,
    });
    const text = await response.text();
    expect(response.status, `${action} answered ${text}`).toBeLessThan(500);
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  /** The same with an input as an object; ClientId is filled in where the action takes one. */
  function call(action: string, input: object, headers?: Record<string, string>): Promise<Answer> {
    const body = 'AccessToken' in input ? input : { ClientId: pool.clientId, ...input };
    return send(action, JSON.stringify(body), headers);
  }

  const codeFor = (email: string) => mails.filter(({ to, code }) => to === email && code).at(-1)?.code ?? '';

  return {
    address: http.address,
    endpoint: `${http.address}/identity`,
    pool,
    secrets,
    mails,
    logged,
    fetch: part.fetch,
    forShop: part.forShop,
    /** Lets the service's clock jump. */
    wait: (seconds: number) => {
      clock.ahead += seconds * 1_000;
    },
    /** From now on only `wait` makes time pass: for what must happen within one second of the service's time. */
    stopClock: () => {
      clock.stopped = Date.now();
    },
    now,
    /** The code of the last mail to the address. */
    codeFor,
    send,
    call,
    /** An account whose address is confirmed. Answers its user id. */
    async register(email: string, given: { password?: string; nickname?: string } = {}): Promise<string> {
      const UserAttributes = [{ Name: 'nickname', Value: given.nickname ?? 'Ada' }];
      const input = { Username: email, Password: given.password ?? password, UserAttributes };
      const { body } = await call('SignUp', input);
      const confirmed = await call('ConfirmSignUp', { Username: email, ConfirmationCode: codeFor(email) });
      expect(confirmed.status, confirmed.text).toBe(200);
      return body.UserSub ?? '';
    },
    /** Tokens of an account without a second factor. */
    async signIn(email: string, given = password) {
      const AuthParameters = { USERNAME: email, PASSWORD: given };
      const { body, text } = await call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
      if (!body.AuthenticationResult) throw new Error(text);
      return body.AuthenticationResult;
    },
    /** Code of an authenticator app at the service's time. */
    totpCode: (secret: string | undefined) =>
      new TOTP({ secret: Secret.fromBase32(secret ?? '') }).generate({ timestamp: now().getTime() }),
    async close() {
      await http.close(1_000);
    },
  };
}

/** Changes an account as the operator's commands do. */
export async function setUser(
  database: Database<IdentityTables>,
  email: string,
  change: { status?: UserStatus; enabled?: boolean },
) {
  await database.kysely.updateTable('identity.user').set(change).where('email', '=', email).execute();
}

export async function emptyIdentity(database: Database<IdentityTables>) {
  await emptyTables(database, [
    'identity.user',
    'identity.code',
    'identity.attempt',
    'identity.spent_challenge',
    'identity.identity',
  ]);
}
