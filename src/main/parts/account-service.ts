// Which account service the shop works with, as the configuration says: the embedded one, or another by its address.
import { type Authenticate, createAuthenticate } from '#api/access/authenticate.ts';
import { followRevocations } from '#api/access/revocations.ts';
import type { StartJob } from '#api/domain/domain.ts';
import { isSuspended } from '#api/people/customer/suspended-customer.store.ts';
import type { AccountsConfig } from '#contract/people/accounts.ts';
import type { AccountServiceConfig as Accounts } from '#identity/config.ts';
import type { Pool } from '#identity/pool.ts';
import { createIdentity } from '#identity/server.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { Part } from '#platform/http/part.ts';
import type { Stores } from '../open-stores.ts';
import type { Shop } from '../shop.ts';

type AccountService = {
  /** The embedded service; null where the shop works with another. */
  identity: Part | null;
  /** Authentication of API requests, by the tokens of the service. */
  authenticate: Authenticate;
  /** Jobs of the service, beside the requests. */
  jobs: StartJob[];
  /** Hears of ended sign-ins no more. */
  close: () => void;
};

/** Shop actions and answers about accounts. */
type Hooks = {
  sendMail: SendMail;
  /** Why the owner of an account may not delete it now; null: they may. */
  whyStay: (userId: string) => Promise<string | null>;
  /** Is told of accounts that were deleted or disabled, more than once if need be. */
  onAccountEnded: (userIds: string[]) => Promise<void>;
  /** Is told of the deleted ones among them. */
  onAccountDeleted: (userIds: string[]) => Promise<void>;
};

export async function openAccounts(
  { config: { accounts }, store, settings, origin, log }: Shop,
  { database, secrets }: Stores,
  { sendMail, whyStay, ...told }: Hooks,
): Promise<AccountService> {
  const { staffSecondFactor } = settings;
  const tokens = { issuer: issuerOf(accounts, origin), audience: accounts.clientId, staffSecondFactor };
  // Another account service does not tell the shop which sign-ins have ended: its tokens are valid until they expire.
  if (!isEmbedded(accounts))
    return {
      identity: null,
      authenticate: createAuthenticate({
        ...tokens,
        fetchKeys: fetch,
        // It knows nothing of whom this shop has suspended either.
        isRevoked: async ({ userId }) => ((await isSuspended(database.kysely, userId)) ? 'suspended' : false),
      }),
      jobs: [],
      close() {},
    };
  const pool = poolOf(accounts, { name: store.name, origin });
  const identity = createIdentity({
    database,
    pool,
    secrets,
    sendMail,
    whyStay,
    log,
    mailsPerNetwork: accounts.mailsPerNetwork,
  });
  const revocations = followRevocations({ fetchRevocations: identity.forShop.fetch, ...told, log });
  await database.listen('identity_revocation', () => void revocations.refresh());
  const { isRevoked } = revocations;
  return {
    identity,
    authenticate: createAuthenticate({ ...tokens, fetchKeys: identity.fetch, isRevoked }),
    jobs: identity.jobs,
    close: revocations.close,
  };
}

export function isEmbedded({ endpoint }: Accounts): boolean {
  return endpoint === 'embedded';
}

/** Issuer of the tokens that the shop believes. The key set is at the same address. */
function issuerOf(accounts: Accounts, origin: string): string {
  if (accounts.issuer) return accounts.issuer;
  if (isEmbedded(accounts)) return `${origin}/identity/${accounts.poolId}`;
  if (accounts.endpoint === 'hosted')
    return `https://cognito-idp.${accounts.poolId.split('_')[0]}.amazonaws.com/${accounts.poolId}`;
  return `${/^.*[^/]/.exec(accounts.endpoint)?.[0]}/${accounts.poolId}`;
}

/** Account settings for the browser. Pages speak of the embedded service by its path, whatever name the shop is asked by. */
export function browserAccounts(accounts: Accounts): AccountsConfig {
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
