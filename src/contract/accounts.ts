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
