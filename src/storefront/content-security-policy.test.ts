import { expect, test } from 'vitest';
import type { AccountsConfig } from '#contract/accounts.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const embedded: AccountsConfig = {
  userPoolId: 'local_hearth',
  clientId: 'hearthstorefront',
  endpoint: '/identity',
  identityPoolId: null,
  identityEndpoint: '/identity',
  guestAccess: false,
  hostedLoginDomain: null,
};

function connectSources(accounts: AccountsConfig): string | undefined {
  return contentSecurityPolicy(accounts)
    .split('; ')
    .find((directive) => directive.startsWith('connect-src'));
}

test('with the embedded account service a page speaks to this site alone', () => {
  expect(connectSources(embedded)).toBeUndefined();
  expect(contentSecurityPolicy(embedded)).toMatch(/^default-src 'self'; script-src 'self' 'sha256-[^']+';/);
});

test('[I-15] with an account service elsewhere a page may speak to that address too, without its path', () => {
  const endpoint = 'https://accounts.example/identity';
  expect(connectSources({ ...embedded, endpoint, identityEndpoint: endpoint })).toBe(
    "connect-src 'self' https://accounts.example",
  );
});

test('[I-15] with the hosted service a page may speak to the addresses of its region, and to the hosted login', () => {
  const hosted = { ...embedded, userPoolId: 'eu-central-1_AbC123', endpoint: null, identityEndpoint: null };
  expect(connectSources(hosted)).toBe("connect-src 'self' https://cognito-idp.eu-central-1.amazonaws.com");
  expect(
    connectSources({
      ...hosted,
      identityPoolId: 'eu-central-1:11111111-2222-3333-4444-555555555555',
      hostedLoginDomain: 'login.example.com',
    }),
  ).toBe(
    "connect-src 'self' https://cognito-idp.eu-central-1.amazonaws.com https://cognito-identity.eu-central-1.amazonaws.com https://login.example.com",
  );
});
