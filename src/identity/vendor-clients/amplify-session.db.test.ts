// The vendor's client for browsers, as it is: how it keeps a session, and what it does when the service is in trouble.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchAuthSession, getCurrentUser, resetPassword, signIn, signOut } from 'aws-amplify/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configureAmplify } from '../../../test/clients/amplify.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';
/** Without the library's long reckoning: how a session begins is asked about in amplify.db.test.ts. */
const options = { authFlowType: 'USER_PASSWORD_AUTH' } as const;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let network: Awaited<ReturnType<typeof anUnreliableNetwork>>;
let kept: Map<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  network = await anUnreliableNetwork(identity.endpoint);
});
beforeEach(async () => {
  kept = configureAmplify({ ...identity, endpoint: network.endpoint });
  await emptyIdentity(database);
  await identity.register(email);
  await signIn({ username: email, password, options });
});
afterEach(async () => {
  network.recover();
  await signOut();
});
afterAll(async () => {
  network.close();
  await identity.close();
  await database.close();
});

type Trouble = { status: number; type?: string } | 'no answer';

/** Stands between the client and the service; answers with what is in its way before it lets a request through. */
async function anUnreliableNetwork(target: string) {
  const troubles: Trouble[] = [];
  const asked: string[] = [];
  const server: Server = createServer(async (incoming, outgoing) => {
    asked.push(String(incoming.headers['x-amz-target']).split('.')[1] ?? '');
    const trouble = troubles.shift();
    if (trouble === 'no answer') return void incoming.socket.destroy();
    if (trouble) {
      const { status, type } = trouble;
      outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      return void outgoing.end(JSON.stringify({ __type: type, message: 'Later.' }));
    }
    const { 'content-type': contentType, 'x-amz-target': action } = incoming.headers;
    const headers = { 'content-type': String(contentType), 'x-amz-target': String(action) };
    const answer = await fetch(target, { method: 'POST', headers, body: await bodyOf(incoming) });
    outgoing.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
    outgoing.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Troubles that the next requests meet. */
    meet: (...coming: Trouble[]) => {
      troubles.push(...coming);
      asked.length = 0;
    },
    recover: () => {
      troubles.length = 0;
    },
    /** The actions that were asked for since. */
    asked,
    close: () => server.close(),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  return Buffer.concat(parts).toString();
}

const stored = (name: string) => [...kept].find(([key]) => key.endsWith(`.${name}`))?.[1];

describe('[I-09] the session', () => {
  test('is refreshed when asked to', async () => {
    const before = await fetchAuthSession();
    const after = await fetchAuthSession({ forceRefresh: true });
    expect(after.tokens?.accessToken.payload.jti).not.toBe(before.tokens?.accessToken.payload.jti);
    expect(after.tokens?.accessToken.payload.origin_jti).toBe(before.tokens?.accessToken.payload.origin_jti);
    expect(after.userSub).toBe(before.userSub);
  });

  test('is refreshed by itself when its tokens have expired', async () => {
    const { tokens } = await fetchAuthSession();
    expect((await fetchAuthSession()).tokens?.accessToken.toString(), 'not before').toBe(
      tokens?.accessToken.toString(),
    );
    identity.wait(1_800);
    const clockDrift = [...kept.keys()].find((key) => key.endsWith('.clockDrift')) ?? '';
    kept.set(clockDrift, String(1_800_000));
    const renewed = (await fetchAuthSession()).tokens?.accessToken.toString();
    expect(renewed).not.toBe(tokens?.accessToken.toString());
    expect((await identity.call('GetUser', { AccessToken: renewed })).status).toBe(200);
  });

  test('ends when its refresh token was revoked, and its tokens are cleared', async () => {
    await identity.call('RevokeToken', { Token: stored('refreshToken') });
    const session = await fetchAuthSession({ forceRefresh: true });
    expect(session.tokens).toBeUndefined();
    expect(stored('accessToken')).toBeUndefined();
    expect(stored('refreshToken')).toBeUndefined();
    await expect(getCurrentUser()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' });
  });

  test('outlives a network that is away', async () => {
    network.meet('no answer', 'no answer', 'no answer');
    await expect(fetchAuthSession({ forceRefresh: true })).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'A network error has occurred.',
    });
    expect(stored('accessToken')).toBeTruthy();
    expect((await getCurrentUser()).userId).toBeTruthy();
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
  });

  test('signing out revokes the refresh token', async () => {
    const RefreshToken = stored('refreshToken');
    await signOut();
    expect(kept.size, 'only what a known device keeps').toBeLessThanOrEqual(3);
    expect((await identity.call('GetTokensFromRefreshToken', { RefreshToken })).body.message).toBe(
      'Refresh Token has been revoked',
    );
  });
});

describe('[I-06] credentials', () => {
  test('of the identity pool come with the session, the same identity each time', async () => {
    const first = await fetchAuthSession();
    expect(first.identityId).toMatch(/^local:/);
    expect(first.credentials?.sessionToken).toBeTruthy();
    expect(Number(first.credentials?.expiration)).toBeGreaterThan(Date.now());
    const again = await fetchAuthSession({ forceRefresh: true });
    expect(again.identityId).toBe(first.identityId);
    expect(again.credentials?.accessKeyId).not.toBe(first.credentials?.accessKeyId);
  });

  test('are for guests only where guests are let in', async () => {
    await signOut();
    expect((await fetchAuthSession()).credentials).toBeUndefined();
    const open = await startIdentity(database, { guestAccess: true });
    configureAmplify(open);
    const guest = await fetchAuthSession();
    expect(guest.tokens).toBeUndefined();
    expect(guest.credentials?.sessionToken).toBeTruthy();
    await signOut();
    await open.close();
  });
});

describe('[I-12] a request', () => {
  const ask = () => resetPassword({ username: email });
  const busy: Trouble[] = [
    { status: 429 },
    { status: 500 },
    { status: 502 },
    { status: 503 },
    { status: 504 },
    { status: 400, type: 'TooManyRequestsException' },
    { status: 400, type: 'ThrottlingException' },
    { status: 400, type: 'RequestTimeout' },
    'no answer',
  ];

  test.each(busy)('that meets %j twice is made a third time, and succeeds', async (trouble) => {
    network.meet(trouble, trouble);
    expect(await ask()).toMatchObject({ isPasswordReset: false });
    expect(network.asked).toEqual(Array(3).fill('ForgotPassword'));
  });

  test('is made three times at most, with a growing pause', async () => {
    const pauses = vi.spyOn(globalThis, 'setTimeout');
    network.meet({ status: 503 }, { status: 503 }, { status: 503 });
    await expect(ask()).rejects.toThrow();
    const waited = pauses.mock.calls.map(([, milliseconds]) => Number(milliseconds));
    pauses.mockRestore();
    expect(network.asked).toHaveLength(3);
    expect(waited.some((pause) => pause >= 200 && pause < 300)).toBe(true);
    expect(waited.some((pause) => pause >= 400 && pause < 500)).toBe(true);
  });

  test('that is refused for good is not repeated', async () => {
    network.meet({ status: 400, type: 'CodeMismatchException' });
    await expect(ask()).rejects.toMatchObject({ name: 'CodeMismatchException' });
    expect(network.asked).toHaveLength(1);
  });
});
