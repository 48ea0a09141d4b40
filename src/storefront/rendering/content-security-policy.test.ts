import { expect, test } from 'vitest';
import type { AccountsConfig } from '#contract/people/accounts.ts';
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

const noCards = { publicKey: null };

function connectSources(accounts: AccountsConfig): string | undefined {
  return contentSecurityPolicy(accounts, noCards)
    .split('; ')
    .find((directive) => directive.startsWith('connect-src'));
}

test('with the embedded account service a page speaks to this site alone', () => {
  expect(connectSources(embedded)).toBeUndefined();
  expect(contentSecurityPolicy(embedded, noCards)).toMatch(
    /^default-src 'self'; script-src 'self'( 'sha256-[^']+'){2};/,
  );
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

test("[E-13] the card provider's script, its calls and its frames are allowed only where there is a key for it", () => {
  expect(contentSecurityPolicy(embedded, noCards)).not.toContain('stripe');
  const policy = contentSecurityPolicy(embedded, { publicKey: 'pk_test_key' }).split('; ');
  expect(policy).toContainEqual(
    expect.stringMatching(/^script-src 'self'(?: 'sha256-[^']+'){2} https:\/\/js\.stripe\.com$/),
  );
  expect(policy).toContain("connect-src 'self' https://api.stripe.com");
  expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com');
});
