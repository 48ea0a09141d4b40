// The account service: every action of its protocol, and the pages and endpoints of the hosted login.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  anyOf,
  brokenBody,
  encoded,
  foreignHost,
  hostileJson,
  hostileSegment,
  hostileText,
  likely,
} from './hostile-values.ts';
import { latest } from './placeholders.ts';
import type { Probe } from './probe.ts';
import { oddHeaders, type Visitors } from './visitors.ts';

const client = 'hearthstorefront';
const poolId = 'local:6ea7c0de-0000-4000-8000-000000000001';
const email = ['buyer@example.com', 'other@example.com', 'nobody@example.com'];
const passwords = ['correct horse', 'wrong horse', 'short'];
const srpA = 'ab'.repeat(384);
const moment = 'Fri Nov 20 05:02:15 UTC 2026';
const access = latest('access');
const session = latest('session');

/** For each action what a client sends; lists are choices. */
const actions: Record<string, Record<string, unknown>> = {
  SignUp: {
    Username: ['new@example.com', ...email],
    Password: passwords,
    UserAttributes: [[{ Name: 'nickname', Value: 'Ada' }], [{ Name: 'email', Value: 'a@example.com' }]],
    ValidationData: [[], null],
    ClientMetadata: [{ a: 'b' }, null],
  },
  ConfirmSignUp: { Username: email, ConfirmationCode: ['123456', ''], ForceAliasCreation: [true, null] },
  ResendConfirmationCode: { Username: email },
  InitiateAuth: {
    AuthFlow: [
      'USER_SRP_AUTH',
      'USER_PASSWORD_AUTH',
      'CUSTOM_AUTH',
      'USER_AUTH',
      'REFRESH_TOKEN_AUTH',
      'REFRESH_TOKEN',
    ],
    AuthParameters: [
      { USERNAME: 'buyer@example.com', PASSWORD: 'correct horse', SRP_A: srpA },
      { USERNAME: 'nobody@example.com', SRP_A: '0' },
      { USERNAME: 'buyer@example.com', PREFERRED_CHALLENGE: 'EMAIL_OTP' },
      { USERNAME: 'buyer@example.com', PREFERRED_CHALLENGE: 'WEB_AUTHN', DEVICE_KEY: 'x' },
      { REFRESH_TOKEN: latest('refresh') },
    ],
    Session: [session, null],
  },
  RespondToAuthChallenge: {
    ChallengeName: [
      'PASSWORD_VERIFIER',
      'DEVICE_SRP_AUTH',
      'DEVICE_PASSWORD_VERIFIER',
      'SOFTWARE_TOKEN_MFA',
      'EMAIL_OTP',
      'SELECT_MFA_TYPE',
      'MFA_SETUP',
      'NEW_PASSWORD_REQUIRED',
      'CUSTOM_CHALLENGE',
      'SELECT_CHALLENGE',
      'WEB_AUTHN',
    ],
    ChallengeResponses: [
      {
        USERNAME: 'buyer@example.com',
        PASSWORD_CLAIM_SECRET_BLOCK: latest('secretBlock'),
        PASSWORD_CLAIM_SIGNATURE: 'AAAA',
        TIMESTAMP: moment,
        DEVICE_KEY: 'x',
      },
      { USERNAME: 'buyer@example.com', SRP_A: srpA, DEVICE_KEY: 'x' },
      { USERNAME: 'buyer@example.com', EMAIL_OTP_CODE: '123456', ANSWER: '123456', SOFTWARE_TOKEN_MFA_CODE: '123456' },
      { USERNAME: 'buyer@example.com', ANSWER: 'PASSWORD_SRP', SRP_A: srpA, PASSWORD: 'wrong horse' },
      { USERNAME: 'buyer@example.com', NEW_PASSWORD: 'correct horse', 'userAttributes.nickname': 'Ada' },
      { USERNAME: 'buyer@example.com', CREDENTIAL: '{"id":"a","response":{}}' },
    ],
    Session: [session, 'x'.repeat(40)],
  },
  GetTokensFromRefreshToken: { RefreshToken: [latest('refresh'), 'x'], DeviceKey: ['x', null] },
  ForgotPassword: { Username: email },
  ConfirmForgotPassword: { Username: email, ConfirmationCode: ['123456'], Password: passwords },
  ChangePassword: { AccessToken: [access], PreviousPassword: passwords, ProposedPassword: ['correct horse', 'short'] },
  GetUser: { AccessToken: [access] },
  UpdateUserAttributes: {
    AccessToken: [access],
    UserAttributes: [[{ Name: 'nickname', Value: 'Ada' }], [{ Name: 'custom:a', Value: '' }], []],
  },
  DeleteUser: { AccessToken: ['x'] },
  AssociateSoftwareToken: { AccessToken: [access, null], Session: [session, null] },
  VerifySoftwareToken: {
    AccessToken: [access, null],
    Session: [session, null],
    UserCode: ['123456'],
    FriendlyDeviceName: ['a'],
  },
  SetUserMFAPreference: {
    AccessToken: [access],
    SoftwareTokenMfaSettings: [{ Enabled: false, PreferredMfa: false }, null],
    EmailMfaSettings: [{ Enabled: false }, null],
  },
  ConfirmDevice: {
    AccessToken: [access],
    DeviceKey: ['x'],
    DeviceName: ['a', null],
    DeviceSecretVerifierConfig: [{ PasswordVerifier: 'AAAA', Salt: 'AAAA' }],
  },
  ListDevices: { AccessToken: [access], Limit: [0, 10, 60, null], PaginationToken: ['x', null] },
  ForgetDevice: { AccessToken: [access, null], DeviceKey: ['x'] },
  UpdateDeviceStatus: { AccessToken: [access], DeviceKey: ['x'], DeviceRememberedStatus: ['remembered', null] },
  RevokeToken: { Token: ['x'] },
  GlobalSignOut: { AccessToken: ['x'] },
  StartWebAuthnRegistration: { AccessToken: [access] },
  CompleteWebAuthnRegistration: {
    AccessToken: [access],
    Credential: [
      {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: {
          clientDataJSON: 'e30',
          attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVgl',
          transports: [],
        },
        clientExtensionResults: {},
      },
    ],
  },
  ListWebAuthnCredentials: { AccessToken: [access], MaxResults: [1, null], NextToken: ['x', null] },
  DeleteWebAuthnCredential: { AccessToken: [access], CredentialId: ['x'] },
};

const poolActions: Record<string, Record<string, unknown>> = {
  GetId: { IdentityPoolId: [poolId, 'x'], Logins: [{ a: 'x' }, null] },
  GetCredentialsForIdentity: { IdentityId: [latest('identity'), 'x'], Logins: [{ a: 'x' }, null] },
};

const ownActions: Record<string, Record<string, unknown>> = {
  ProveOwner: { AccessToken: [access], Answer: ['123456', 'correct horse'] },
  GetRecoveryCodes: { AccessToken: [access] },
  CreateRecoveryCodes: { AccessToken: [access] },
};

const targets = [
  ...Object.keys(actions).map((name) => ({ name, service: 'AWSCognitoIdentityProviderService', input: actions[name] })),
  ...Object.keys(poolActions).map((name) => ({ name, service: 'AWSCognitoIdentityService', input: poolActions[name] })),
  ...Object.keys(ownActions).map((name) => ({ name, service: 'HearthAccounts', input: ownActions[name] })),
];

export function actionProbes(visitors: Visitors): fc.Arbitrary<Probe> {
  return fc.gen().map((g): Probe => {
    const { name, service, input } = g(anyOf, targets);
    const hostility = g(anyOf, [0, 0.15, 0.4]);
    const fields = Object.entries({ ClientId: [client], ...input })
      .filter(([field]) => field !== 'ClientId' || !/AccessToken/.test(JSON.stringify(input)) || g(likely, 0.2))
      .filter(() => !g(likely, hostility / 3))
      .map(([field, choices]) => [field, json(g, g(anyOf, choices as unknown[]), hostility)]);
    if (g(likely, hostility)) fields.push([g(hostileText), g(hostileJson)]);
    const body = g(likely, 0.05)
      ? g(brokenBody)
      : `{${fields.map(([field, value]) => `${JSON.stringify(field)}:${value}`).join(',')}}`;
    const headers = { ...g(visitors.headers), ...g(oddHeaders) };
    if (g(likely, 0.8)) delete headers.authorization;
    return {
      area: 'identity',
      route: name,
      method: g(likely, 0.98) ? 'POST' : g(anyOf, ['GET', 'PUT', 'OPTIONS', 'HEAD', 'DELETE', 'TRACE']),
      path: g(anyOf, ['/identity', '/identity/', '/identity/?x=%']),
      headers: {
        ...headers,
        'content-type': g(likely, 0.96)
          ? 'application/x-amz-json-1.1'
          : g(anyOf, ['text/plain', 'application/json', '']),
        'x-amz-target': g(likely, 0.96)
          ? `${service}.${name}`
          : g(anyOf, ['', '.', `${name}`, `${service}.__proto__`, 'constructor.name', `${service}.${name}.x`]),
      },
      body,
    };
  });
}

/** JSON text of a value, of which each part is another with probability `hostility`. */
function json(g: fc.GeneratorValue, value: unknown, hostility: number): string {
  if (g(likely, hostility)) return g(hostileJson);
  if (Array.isArray(value)) return `[${value.map((item) => json(g, item, hostility)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(() => !g(likely, hostility / 3))
    .map(([name, inner]) => `${JSON.stringify(name)}:${json(g, inner, hostility)}`);
  return `{${fields.join(',')}}`;
}

const callback = 'http://localhost:4999/callback';
const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
const request = {
  client_id: client,
  redirect_uri: callback,
  response_type: 'code',
  scope: 'openid email',
  state: 'a state',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  prompt: 'none',
  nonce: 'n',
};
const login = { email: 'buyer@example.com', password: 'wrong horse', session, challenge: 'EMAIL_OTP', code: '123456' };
const token = {
  grant_type: 'authorization_code',
  client_id: client,
  redirect_uri: callback,
  code: 'x',
  code_verifier: 'v'.repeat(43),
  refresh_token: latest('refresh'),
  token: 'x',
};

const endpoints: Array<{
  method: string;
  path: string;
  query?: Record<string, string>;
  form?: Record<string, string>;
}> = [
  { method: 'GET', path: '/identity/oauth2/authorize', query: request },
  { method: 'GET', path: '/identity/login', query: request },
  { method: 'POST', path: '/identity/login', query: request, form: login },
  { method: 'GET', path: '/identity/logout', query: { client_id: client, logout_uri: 'http://localhost:4999/bye' } },
  { method: 'POST', path: '/identity/oauth2/token', form: token },
  { method: 'POST', path: '/identity/oauth2/revoke', form: token },
  { method: 'GET', path: '/identity/oauth2/userInfo' },
  { method: 'GET', path: '/identity/local_hearth/.well-known/jwks.json' },
  { method: 'GET', path: '/identity/local_hearth/.well-known/openid-configuration' },
];

export function loginProbes(address: string, visitors: Visitors): fc.Arbitrary<Probe> {
  return fc.gen().map((g): Probe => {
    const { method, path, query, form } = g(anyOf, endpoints);
    const hostility = g(anyOf, [0, 0.1, 0.4]);
    const search = query ? `?${parameters(g, query, hostility)}` : '';
    const headers: Record<string, string> = { ...g(visitors.headers), ...g(oddHeaders) };
    if (form) {
      headers['content-type'] = g(likely, 0.95)
        ? 'application/x-www-form-urlencoded'
        : g(anyOf, ['application/json', 'multipart/form-data; boundary=x', 'text/plain', '']);
      if (g(likely, 0.9)) headers.origin = address;
    }
    if (path.endsWith('userInfo') && g(likely, 0.5)) headers.authorization = `Bearer ${access}`;
    return {
      area: 'hosted login',
      route: `${method} ${path}`,
      method: g(likely, 0.97) ? method : g(anyOf, ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE']),
      path: g(likely, 0.98) ? path + search : path + g(hostileSegment),
      headers,
      body: form ? (g(likely, 0.06) ? g(brokenBody) : parameters(g, form, hostility)) : null,
    };
  });
}

/** Written as browsers do; now and then as nobody does. */
export function parameters(g: fc.GeneratorValue, given: Record<string, string>, hostility: number): string {
  const pairs = Object.entries(given)
    .filter(() => !g(likely, hostility / 2))
    .map(([name, value]) => {
      if (!g(likely, hostility)) return `${name}=${encoded(value)}`;
      return `${name}=${g(likely, 0.3) ? encoded(`https://${foreignHost}/`) : g(hostileSegment)}`;
    });
  if (g(likely, hostility / 2)) pairs.push(g(anyOf, [...pairs, '=', '&', '%=%', 'a[b]=c', '__proto__=x']));
  return pairs.join('&');
}
