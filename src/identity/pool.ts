import type { PasswordPolicy } from './passwords/passwords.ts';

/** The user pool and the identity pool that this process holds. */
export type Pool = {
  /** Such as 'local_hearth'. */
  id: string;
  /** The part after the underscore: it goes into every verifier, so a pool keeps it for ever. */
  name: string;
  clientId: string;
  /** Address of the pool: who its tokens say they are from. */
  issuer: string;
  identityPoolId: string;
  guestAccess: boolean;
  passwordPolicy: PasswordPolicy;
  /** True if everybody has to set up a second factor before signing in. */
  secondFactorRequired: boolean;
  /** The shop's name, for mails and for authenticator apps. */
  shopName: string;
  /** Where visitors reach the shop, such as 'https://shop.example': passkeys belong to it. */
  origin: string;
  redirectUris: string[];
  logoutUris: string[];
};
