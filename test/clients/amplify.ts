// The vendor's client for browsers, in Node: what a browser would store is in a map.
import { Amplify } from 'aws-amplify';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import type { TestIdentity } from '../parts/identity.ts';

/** Points the library at the service, or at what stands before it. Answers what it stores. */
export function configureAmplify({ pool, endpoint }: Pick<TestIdentity, 'pool' | 'endpoint'>): Map<string, string> {
  // That the service has an address of its own is no news to anybody.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: pool.id,
        userPoolClientId: pool.clientId,
        userPoolEndpoint: endpoint,
        identityPoolId: pool.identityPoolId,
        identityPoolEndpoint: endpoint,
        allowGuestAccess: pool.guestAccess,
        loginWith: { email: true },
      },
    },
  });
  const stored = new Map<string, string>();
  // Configuring resets it: the order matters.
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void stored.set(key, value),
    getItem: async (key) => stored.get(key) ?? null,
    removeItem: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  });
  return stored;
}
