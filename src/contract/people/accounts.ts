/** Which account service a browser speaks to: the embedded one, or the hosted service of a cloud. No secrets. */
export type AccountsConfig = {
  userPoolId: string;
  clientId: string;
  /** Address of the service; a path is one of this site. Null: the client library finds the hosted one by the pool id. */
  endpoint: string | null;
  identityPoolId: string | null;
  /** As `endpoint`, for the identity pool. */
  identityEndpoint: string | null;
  guestAccess: boolean;
  /** Host name of the hosted login page, where one is offered. */
  hostedLoginDomain: string | null;
};

/** True if accounts are kept by the shop's own service, which can do more than the protocol says. */
export function isOwnService({ endpoint }: AccountsConfig): boolean {
  return endpoint?.startsWith('/') ?? false;
}

/** Where the browser's account library sends its requests, other than this site. */
export function accountOrigins(accounts: AccountsConfig): string[] {
  const region = accounts.userPoolId.split('_')[0];
  const addresses = [
    accounts.endpoint ?? `https://cognito-idp.${region}.amazonaws.com`,
    accounts.identityEndpoint ?? (accounts.identityPoolId && `https://cognito-identity.${region}.amazonaws.com`),
    accounts.hostedLoginDomain && `https://${accounts.hostedLoginDomain}`,
  ];
  const origins = addresses.flatMap((address) => (address?.startsWith('http') ? [new URL(address).origin] : []));
  return [...new Set(origins)];
}
