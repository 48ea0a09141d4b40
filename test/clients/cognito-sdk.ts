import { CognitoIdentity } from '@aws-sdk/client-cognito-identity';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import type { TestIdentity } from '../parts/identity.ts';

/** The vendor's clients for servers, as they are: the user pool's and the identity pool's. */
export function openSdk({ endpoint }: Pick<TestIdentity, 'endpoint'>) {
  const options = { region: 'local', endpoint, credentials: { accessKeyId: 'none', secretAccessKey: 'none' } };
  return { users: new CognitoIdentityProvider(options), identities: new CognitoIdentity(options) };
}
