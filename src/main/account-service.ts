// Which account service the shop works with, as the configuration says: the embedded one, or another by its address.
import type { AccountsConfig } from '#contract/accounts.ts';
import type { Pool } from '#identity/pool.ts';
import type { Config } from './config.ts';

type Accounts = Config['accounts'];

export function isEmbedded({ endpoint }: Accounts): boolean {
  return endpoint === 'embedded';
}

/** Who signs the tokens that the shop believes. The key set is at the same address. */
export function issuerOf(accounts: Accounts, origin: string): string {
  if (accounts.issuer) return accounts.issuer;
  if (isEmbedded(accounts)) return `${origin}/identity/${accounts.poolId}`;
  if (accounts.endpoint === 'hosted')
    return `https://cognito-idp.${accounts.poolId.split('_')[0]}.amazonaws.com/${accounts.poolId}`;
  return `${accounts.endpoint.replace(/\/+$/, '')}/${accounts.poolId}`;
}

/** What the browser needs to know. Pages speak of the embedded service by its path, whatever name the shop is asked by. */
export function accountsConfig(accounts: Accounts): AccountsConfig {
  const addresses: Record<string, string | null> = { embedded: '/identity', hosted: null };
  const endpoint = accounts.endpoint in addresses ? (addresses[accounts.endpoint] ?? null) : accounts.endpoint;
  return {
    userPoolId: accounts.poolId,
    clientId: accounts.clientId,
    endpoint,
    // The shop itself needs no cloud credentials: the library asks for them only where guests are to have some too.
    identityPoolId: accounts.guestAccess ? accounts.identityPoolId : null,
    identityEndpoint: endpoint,
    guestAccess: accounts.guestAccess,
    hostedLoginDomain: accounts.loginDomain,
  };
}

/** The embedded service's pool. */
export function poolOf(accounts: Accounts, shop: { name: string; origin: string }): Pool {
  return {
    id: accounts.poolId,
    name: accounts.poolId.slice(accounts.poolId.indexOf('_') + 1),
    clientId: accounts.clientId,
    issuer: issuerOf(accounts, shop.origin),
    identityPoolId: accounts.identityPoolId,
    guestAccess: accounts.guestAccess,
    passwordPolicy: accounts.passwordPolicy,
    secondFactorRequired: accounts.secondFactorRequired,
    shopName: shop.name,
    origin: shop.origin,
    redirectUris: accounts.redirectUris,
    logoutUris: accounts.logoutUris,
  };
}
