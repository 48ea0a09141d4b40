// The demo's people use the shop as everybody does, by its API: what they leave behind is what people would have left.
import type { Part } from '#platform/http/part.ts';
import type { DemoAccount } from './demo-accounts.ts';

export type DemoCaller = {
  email: string;
  get: (path: string) => Promise<Answer>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  put: (path: string, body: unknown) => Promise<Answer>;
  /** Bytes of a picture or a file. */
  send: (path: string, type: string, bytes: Uint8Array) => Promise<Answer>;
  /** A whole file by the tus protocol, in the request that begins it. */
  upload: (path: string, metadata: Record<string, string>, bytes: Uint8Array) => Promise<Answer>;
};

type AuthAnswer = {
  AuthenticationResult?: { IdToken: string };
  ChallengeName?: string;
  Session?: string;
  message?: string;
};

/** Each call comes from a network of its own: settings that limit a network's orders leave the demo whole. */
let calls = 0;
const nextPeer = () => ({ address: `2001:db8:${(calls++ % 65_536).toString(16)}::1` });

// biome-ignore lint/suspicious/noExplicitAny: what is answered is read where it is asked for
type Answer = any;

/**
 * Signs in by the account protocol. `origin` is that of the shop, whose parts take the requests in this process. `code`: what the
 * authenticator of the account shows, where it has one.
 */
export async function signInDemo(
  { api, identity, origin, clientId }: { api: Part; identity: Part; origin: string; clientId: string },
  { email, password }: DemoAccount,
  code: (() => string) | null,
): Promise<DemoCaller> {
  async function ask(operation: string, input: object): Promise<AuthAnswer> {
    const response = await identity.fetch(
      new Request(`${origin}/identity`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        },
        body: JSON.stringify({ ClientId: clientId, ...input }),
      }),
    );
    return (await response.json()) as AuthAnswer;
  }
  let answer = await ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  if (answer.ChallengeName === 'SOFTWARE_TOKEN_MFA' && code)
    answer = await ask('RespondToAuthChallenge', {
      ChallengeName: answer.ChallengeName,
      Session: answer.Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code() },
    });
  const { AuthenticationResult } = answer;
  if (!AuthenticationResult)
    throw new Error(`the demo account ${email} cannot sign in: ${answer.message ?? answer.ChallengeName}`);
  const authorization = `Bearer ${AuthenticationResult.IdToken}`;

  async function call(method: string, path: string, type?: string, body?: BodyInit, more = {}): Promise<Answer> {
    const request = new Request(`${origin}/api${path}`, {
      method,
      headers: { authorization, ...(type && { 'content-type': type }), ...more },
      ...(body !== undefined && { body }),
    });
    const answer = await api.fetch(request, nextPeer());
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the demo's ${method} ${path} was answered with ${answer.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
  const json = (method: string, path: string, body: unknown, more = {}) =>
    call(method, path, 'application/json', JSON.stringify(body), more);

  return {
    email,
    get: (path) => call('GET', path),
    post: (path, body = {}, headers = {}) => json('POST', path, body, headers),
    put: (path, body) => json('PUT', path, body),
    upload: (path, metadata, bytes) =>
      call('POST', path, 'application/offset+octet-stream', bytes as BodyInit, {
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': Object.entries(metadata)
          .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      }),
    send: (path, type, bytes) => call('POST', path, type, bytes as BodyInit),
  };
}
