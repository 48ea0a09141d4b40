// The vendor's server-side client, as it is.
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetUserCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/database.ts';
import { emptyIdentity, startIdentity, type TestIdentity } from '../../test/identity.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let client: CognitoIdentityProviderClient;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  client = new CognitoIdentityProviderClient({
    region: 'local',
    endpoint: identity.endpoint,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  });
});
beforeEach(() => emptyIdentity(database));
afterAll(async () => {
  await identity.close();
  await database.close();
});

test('[I-01] [I-02] [I-04] sign up, confirm, sign in with the password, read the user', async () => {
  const ClientId = identity.pool.clientId;
  const Username = 'ada@example.com';
  const made = await client.send(
    new SignUpCommand({
      ClientId,
      Username,
      Password: 'correct horse',
      UserAttributes: [{ Name: 'nickname', Value: 'Ada' }],
    }),
  );
  expect(made.UserConfirmed).toBe(false);
  await client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: identity.codeFor(Username) }));
  const { AuthenticationResult: tokens } = await client.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: Username, PASSWORD: 'correct horse' },
    }),
  );
  const user = await client.send(new GetUserCommand({ AccessToken: tokens?.AccessToken }));
  expect(user.Username).toBe(made.UserSub);
  expect(user.UserAttributes).toContainEqual({ Name: 'nickname', Value: 'Ada' });
});
