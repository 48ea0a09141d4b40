// What every operation of the account service works with. Built once by server.ts, handed down as values.
import type { Kysely } from 'kysely';
import type { SendMail } from '#mail/mailer.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Limits } from './limits.ts';
import type { PasswordPolicy } from './passwords.ts';
import type { IdentityTables } from './schema.ts';
import type { Tokens } from './tokens.ts';

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
  /** Whether everybody has to set up a second factor before signing in. */
  secondFactorRequired: boolean;
  /** The shop's name, for mails and for authenticator apps. */
  shopName: string;
  /** Where visitors reach the shop, such as 'https://shop.example': passkeys belong to it. */
  origin: string;
  redirectUris: string[];
  logoutUris: string[];
};

export type Service = {
  db: Kysely<IdentityTables>;
  pool: Pool;
  secrets: Secrets;
  tokens: Tokens;
  limits: Limits;
  sendMail: SendMail;
  now: () => Date;
};

/** What is known of the one who asks. */
export type Call = { address: string };
