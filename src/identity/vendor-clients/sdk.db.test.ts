// The vendor's server-side client, as it is: accounts and their tokens.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, setUser, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let users: ReturnType<typeof openSdk>['users'];
let ClientId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  users = openSdk(identity).users;
  ClientId = identity.pool.clientId;
});
beforeEach(() => emptyIdentity(database));
afterAll(async () => {
  await identity.close();
  await database.close();
});

function signInWith(PASSWORD: string, USERNAME = email) {
  return users.initiateAuth({ ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });
}

const wrongPassword = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

describe('sign-up', () => {
  const account = { Username: email, Password: password };

  test('[I-01] [I-02] [I-04] sign up, confirm, sign in with the password, read the user', async () => {
    const made = await users.signUp({
      ClientId,
      ...account,
      UserAttributes: [
        { Name: 'nickname', Value: 'Ada' },
        { Name: 'email', Value: email },
      ],
      ClientMetadata: { campaign: 'spring' },
      ValidationData: [{ Name: 'referrer', Value: 'a friend' }],
    });
    expect(made.UserConfirmed).toBe(false);
    expect(made.CodeDeliveryDetails).toEqual({
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
      Destination: 'a***@e***',
    });
    await users.confirmSignUp({ ClientId, Username: email, ConfirmationCode: identity.codeFor(email) });
    const { AuthenticationResult: tokens } = await signInWith(password);
    expect(tokens).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 1_800 });
    const user = await users.getUser({ AccessToken: tokens?.AccessToken });
    expect(user.Username).toBe(made.UserSub);
    expect(user.UserAttributes).toEqual([
      { Name: 'sub', Value: made.UserSub },
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
      { Name: 'nickname', Value: 'Ada' },
    ]);
  });

  test('[I-02] an address has one account, however it is spelled', async () => {
    await users.signUp({ ClientId, ...account });
    await expect(users.signUp({ ClientId, ...account, Username: 'ADA@Example.com' })).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'User already exists',
    });
  });

  test.each([
    ['a user name that is no address', { Username: 'ada' }, 'InvalidParameterException'],
    ['a short password', { Password: 'horse' }, 'InvalidPasswordException'],
    ['an unknown client', { ClientId: 'another' }, 'ResourceNotFoundException'],
    ['an unknown attribute', { UserAttributes: [{ Name: 'rank', Value: '1' }] }, 'InvalidParameterException'],
    [
      'an attribute that only the service may write',
      { UserAttributes: [{ Name: 'email_verified', Value: 'true' }] },
      'InvalidParameterException',
    ],
    [
      'another address as attribute',
      { UserAttributes: [{ Name: 'email', Value: 'eve@example.com' }] },
      'InvalidParameterException',
    ],
  ])('[I-02] sign-up with %s is refused', async (_fault, change, name) => {
    await expect(users.signUp({ ClientId, ...account, ...change })).rejects.toMatchObject({ name });
    await expect(users.signUp({ ClientId, ...account })).resolves.toMatchObject({ UserConfirmed: false });
  });

  test('[I-02] the code is sent again, and only the last one counts', async () => {
    await users.signUp({ ClientId, ...account });
    const first = identity.codeFor(email);
    const { CodeDeliveryDetails } = await users.resendConfirmationCode({ ClientId, Username: email });
    expect(CodeDeliveryDetails?.Destination).toBe('a***@e***');
    await expect(users.confirmSignUp({ ClientId, Username: email, ConfirmationCode: first })).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    });
    await users.confirmSignUp({ ClientId, Username: email, ConfirmationCode: identity.codeFor(email) });
  });

  test('[I-02] asking for another code tells nobody who has an account; the owner gets a mail that says so', async () => {
    await identity.register(email);
    const again = await users.resendConfirmationCode({ ClientId, Username: email });
    expect(identity.mails.at(-1)).toMatchObject({ to: email, heading: 'You already have an account' });
    const before = identity.mails.length;
    const unknown = await users.resendConfirmationCode({ ClientId, Username: 'amy@else.example' });
    expect(unknown.CodeDeliveryDetails).toEqual(again.CodeDeliveryDetails);
    expect(identity.mails).toHaveLength(before);
  });

  test('[I-08] who is not confirmed is told so, but only with the right password', async () => {
    await users.signUp({ ClientId, ...account });
    await expect(signInWith(password)).rejects.toMatchObject({
      name: 'UserNotConfirmedException',
      message: 'User is not confirmed.',
    });
    await expect(signInWith('wrong horse')).rejects.toMatchObject(wrongPassword);
  });
});

describe('tokens', () => {
  beforeEach(async () => {
    await identity.register(email);
  });

  test('[I-01] refreshed tokens belong to the same sign-in', async () => {
    const { AccessToken, IdToken, RefreshToken } = await identity.signIn(email);
    identity.wait(60);
    const classic = await users.initiateAuth({
      ClientId,
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: RefreshToken },
    });
    const current = await users.getTokensFromRefreshToken({ ClientId, RefreshToken });
    for (const { AuthenticationResult: renewed } of [classic, current]) {
      expect(renewed).not.toHaveProperty('RefreshToken');
      for (const [before, after] of [
        [AccessToken, renewed?.AccessToken],
        [IdToken, renewed?.IdToken],
      ]) {
        const [old, fresh] = [decodeJwt(before ?? ''), decodeJwt(after ?? '')];
        expect(fresh).toMatchObject({ sub: old.sub, auth_time: old.auth_time, origin_jti: old.origin_jti });
        expect(fresh.jti).not.toBe(old.jti);
        expect(Number(fresh.exp)).toBeGreaterThanOrEqual(Number(old.exp) + 60);
      }
      await users.getUser({ AccessToken: renewed?.AccessToken });
    }
  });

  test('the tokens say what clients read in them', async () => {
    const { AccessToken, IdToken } = await identity.signIn(email);
    const access = decodeJwt(AccessToken);
    expect(access).toMatchObject({
      token_use: 'access',
      iss: identity.pool.issuer,
      client_id: ClientId,
      username: access.sub,
      scope: 'aws.cognito.signin.user.admin',
    });
    expect(access).not.toHaveProperty('aud');
    expect(access).not.toHaveProperty('email');
    expect(decodeJwt(IdToken)).toMatchObject({
      token_use: 'id',
      iss: identity.pool.issuer,
      aud: ClientId,
      sub: access.sub,
      'cognito:username': access.sub,
      email,
      email_verified: true,
      nickname: 'Ada',
    });
  });

  test.each(['REFRESH_TOKEN_AUTH', 'GetTokensFromRefreshToken'])('[I-01] %s refuses an unknown token', async (way) => {
    const asked =
      way === 'REFRESH_TOKEN_AUTH'
        ? users.initiateAuth({ ClientId, AuthFlow: way, AuthParameters: { REFRESH_TOKEN: 'unknown' } })
        : users.getTokensFromRefreshToken({ ClientId, RefreshToken: 'unknown' });
    await expect(asked).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'Invalid Refresh Token' });
  });

  test('a refresh token expires after 30 days', async () => {
    const { RefreshToken } = await identity.signIn(email);
    identity.wait(30 * 24 * 3_600 - 60);
    await users.getTokensFromRefreshToken({ ClientId, RefreshToken });
    identity.wait(120);
    await expect(users.getTokensFromRefreshToken({ ClientId, RefreshToken })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Refresh Token has expired',
    });
  });

  test('[I-04] a revoked token ends its sign-in, and no other', async () => {
    const ended = await identity.signIn(email);
    const other = await identity.signIn(email);
    const renewed = await users.getTokensFromRefreshToken({ ClientId, RefreshToken: ended.RefreshToken });
    await users.revokeToken({ ClientId, Token: ended.RefreshToken });
    for (const AccessToken of [ended.AccessToken, renewed.AuthenticationResult?.AccessToken])
      await expect(users.getUser({ AccessToken })).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Access Token has been revoked',
      });
    await expect(users.getTokensFromRefreshToken({ ClientId, RefreshToken: ended.RefreshToken })).rejects.toMatchObject(
      { name: 'NotAuthorizedException', message: 'Refresh Token has been revoked' },
    );
    await users.getUser({ AccessToken: other.AccessToken });
  });

  test('[I-04] revoking what is no refresh token', async () => {
    const { AccessToken } = await identity.signIn(email);
    await users.revokeToken({ ClientId, Token: 'unknown' });
    await expect(users.revokeToken({ ClientId, Token: AccessToken })).rejects.toMatchObject({
      name: 'UnsupportedTokenTypeException',
    });
    await expect(users.revokeToken({ ClientId: 'another', Token: 'unknown' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('[I-04] signing out everywhere ends every sign-in at once', async () => {
    const [here, there] = [await identity.signIn(email), await identity.signIn(email)];
    await users.globalSignOut({ AccessToken: here.AccessToken });
    for (const { AccessToken, RefreshToken } of [here, there]) {
      await expect(users.getUser({ AccessToken })).rejects.toMatchObject({ name: 'NotAuthorizedException' });
      await expect(users.getTokensFromRefreshToken({ ClientId, RefreshToken })).rejects.toMatchObject({
        name: 'NotAuthorizedException',
      });
    }
    await identity.signIn(email);
  });

  test('a disabled account has no more use of its tokens', async () => {
    const { AccessToken, RefreshToken } = await identity.signIn(email);
    await setUser(database, email, { enabled: false });
    const refused = { name: 'NotAuthorizedException', message: 'User is disabled.' };
    await expect(users.getUser({ AccessToken })).rejects.toMatchObject(refused);
    await expect(users.getTokensFromRefreshToken({ ClientId, RefreshToken })).rejects.toMatchObject(refused);
    await expect(signInWith(password)).rejects.toMatchObject(refused);
    await expect(signInWith('wrong horse')).rejects.toMatchObject(wrongPassword);
  });
});

describe('passwords', () => {
  beforeEach(async () => {
    await identity.register(email);
  });

  test('[I-03] a forgotten password is set again with the code of a mail, and every sign-in ends', async () => {
    const { RefreshToken } = await identity.signIn(email);
    const { CodeDeliveryDetails } = await users.forgotPassword({ ClientId, Username: email });
    expect(CodeDeliveryDetails).toMatchObject({ DeliveryMedium: 'EMAIL', Destination: 'a***@e***' });
    const reset = { ClientId, Username: email, ConfirmationCode: identity.codeFor(email) };
    await expect(users.confirmForgotPassword({ ...reset, Password: 'short' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password not long enough',
    });
    await users.confirmForgotPassword({ ...reset, Password: 'battery staple' });
    expect(identity.mails.at(-1)).toMatchObject({ to: email, heading: 'Your password was changed' });
    await expect(users.getTokensFromRefreshToken({ ClientId, RefreshToken })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    await expect(signInWith(password)).rejects.toMatchObject(wrongPassword);
    await signInWith('battery staple');
    await expect(users.confirmForgotPassword({ ...reset, Password: 'third password' })).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Invalid code provided, please request a code again.',
    });
  });

  test('[I-03] recovery tells nobody who has an account', async () => {
    const known = await users.forgotPassword({ ClientId, Username: email });
    const mails = identity.mails.length;
    const unknown = await users.forgotPassword({ ClientId, Username: 'amy@else.example' });
    expect(unknown.CodeDeliveryDetails).toEqual(known.CodeDeliveryDetails);
    expect(identity.mails).toHaveLength(mails);
    for (const Username of [email, 'amy@else.example'])
      await expect(
        users.confirmForgotPassword({ ClientId, Username, ConfirmationCode: 'wrong', Password: 'battery staple' }),
      ).rejects.toMatchObject({ name: 'CodeMismatchException' });
  });

  test('a changed password ends every other sign-in', async () => {
    const [here, there] = [await identity.signIn(email), await identity.signIn(email)];
    const change = { AccessToken: here.AccessToken, PreviousPassword: password, ProposedPassword: 'battery staple' };
    await expect(users.changePassword({ ...change, PreviousPassword: 'wrong horse' })).rejects.toMatchObject(
      wrongPassword,
    );
    await expect(users.changePassword({ ...change, ProposedPassword: 'short' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await users.changePassword(change);
    await users.getUser({ AccessToken: here.AccessToken });
    await expect(users.getUser({ AccessToken: there.AccessToken })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    await expect(signInWith(password)).rejects.toMatchObject(wrongPassword);
    await signInWith('battery staple');
  });

  test('a policy names what a password lacks', async () => {
    const strict = await startIdentity(database, {
      passwordPolicy: { minimumLength: 10, required: ['lowercase', 'uppercase', 'number', 'symbol'] },
    });
    const { users: strictUsers } = openSdk(strict);
    const said = (Password: string) =>
      strictUsers.signUp({ ClientId, Username: 'eve@example.com', Password }).then(
        () => 'accepted',
        (error: Error) => error.message.replace('Password did not conform with policy: ', ''),
      );
    expect(await said('Aa1!short')).toBe('Password not long enough');
    expect(await said('PASSWORD1!')).toBe('Password must have lowercase characters');
    expect(await said('password1!')).toBe('Password must have uppercase characters');
    expect(await said('Password!!')).toBe('Password must have numeric characters');
    expect(await said('Password11')).toBe('Password must have symbol characters');
    expect(await said('Xylophone1!')).toBe('accepted');
    await strict.close();
  });
});

describe('the account', () => {
  beforeEach(async () => {
    await identity.register(email);
  });

  test('attributes are changed, added and taken away', async () => {
    const { AccessToken, RefreshToken } = await identity.signIn(email);
    await users.updateUserAttributes({
      AccessToken,
      UserAttributes: [
        { Name: 'nickname', Value: 'Countess 🧮' },
        { Name: 'locale', Value: 'en' },
        { Name: 'custom:team', Value: 'engines' },
      ],
    });
    await users.updateUserAttributes({ AccessToken, UserAttributes: [{ Name: 'locale', Value: '' }] });
    const { UserAttributes } = await users.getUser({ AccessToken });
    expect(UserAttributes?.slice(3)).toEqual([
      { Name: 'nickname', Value: 'Countess 🧮' },
      { Name: 'custom:team', Value: 'engines' },
    ]);
    const { AuthenticationResult } = await users.getTokensFromRefreshToken({ ClientId, RefreshToken });
    expect(decodeJwt(AuthenticationResult?.IdToken ?? '')).toMatchObject({
      nickname: 'Countess 🧮',
      'custom:team': 'engines',
    });
  });

  test.each(['email', 'email_verified', 'sub', 'cognito:username', 'aud', '__proto__'])(
    'the attribute %s is not its to write',
    async (Name) => {
      const { AccessToken } = await identity.signIn(email);
      await expect(
        users.updateUserAttributes({ AccessToken, UserAttributes: [{ Name, Value: 'eve@example.com' }] }),
      ).rejects.toMatchObject({ name: 'InvalidParameterException' });
    },
  );

  test('a deleted account is gone, and its address is free again', async () => {
    const { AccessToken, RefreshToken } = await identity.signIn(email);
    await users.deleteUser({ AccessToken });
    await expect(users.getUser({ AccessToken })).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(users.getTokensFromRefreshToken({ ClientId, RefreshToken })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    await expect(signInWith(password)).rejects.toMatchObject(wrongPassword);
    await identity.register(email);
  });

  test('passkeys are offered, listed, and not made of what no authenticator signed', async () => {
    const { AccessToken } = await identity.signIn(email);
    const { CredentialCreationOptions: options } = await users.startWebAuthnRegistration({ AccessToken });
    expect(options).toMatchObject({ user: { name: email }, challenge: expect.any(String) });
    const Credential = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response: {} };
    await expect(users.completeWebAuthnRegistration({ AccessToken, Credential })).rejects.toMatchObject({
      name: 'WebAuthnChallengeNotFoundException',
    });
    expect((await users.listWebAuthnCredentials({ AccessToken })).Credentials).toEqual([]);
    await expect(users.deleteWebAuthnCredential({ AccessToken, CredentialId: 'x' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('attributes that would not fit into a token are refused', async () => {
    const { AccessToken } = await identity.signIn(email);
    const filled = (name: string) => [{ Name: `custom:${name}`, Value: '語'.repeat(600) }];
    await users.updateUserAttributes({ AccessToken, UserAttributes: filled('one') });
    await users.updateUserAttributes({ AccessToken, UserAttributes: filled('two') });
    await expect(users.updateUserAttributes({ AccessToken, UserAttributes: filled('three') })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
    const { IdToken } = await identity.signIn(email);
    const Logins = { [identity.pool.issuer.replace('http://', '')]: IdToken };
    const IdentityPoolId = identity.pool.identityPoolId;
    expect((await openSdk(identity).identities.getId({ IdentityPoolId, Logins })).IdentityId).toBeTruthy();
  });

  test('whatever an access token opens stays shut without one', async () => {
    const AccessToken = 'not.a.token';
    const refused = { name: 'NotAuthorizedException', message: 'Invalid Access Token' };
    const DeviceKey = 'local_device';
    const asked = [
      users.getUser({ AccessToken }),
      users.globalSignOut({ AccessToken }),
      users.deleteUser({ AccessToken }),
      users.changePassword({ AccessToken, PreviousPassword: password, ProposedPassword: password }),
      users.updateUserAttributes({ AccessToken, UserAttributes: [] }),
      users.associateSoftwareToken({ AccessToken }),
      users.verifySoftwareToken({ AccessToken, UserCode: '123456' }),
      users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } }),
      users.listDevices({ AccessToken }),
      users.updateDeviceStatus({ AccessToken, DeviceKey }),
      users.forgetDevice({ AccessToken, DeviceKey }),
      users.forgetDevice({ DeviceKey }),
      users.confirmDevice({
        AccessToken,
        DeviceKey,
        DeviceSecretVerifierConfig: { Salt: 'AQ==', PasswordVerifier: 'Ag==' },
      }),
      users.startWebAuthnRegistration({ AccessToken }),
      users.completeWebAuthnRegistration({ AccessToken, Credential: { id: 'x', response: {} } }),
      users.listWebAuthnCredentials({ AccessToken }),
      users.deleteWebAuthnCredential({ AccessToken, CredentialId: 'x' }),
    ];
    await Promise.all(asked.map((answer) => expect(answer).rejects.toMatchObject(refused)));
  });
});
