// The account service, as the operator says: the embedded one, or another by its address.
import { z } from 'zod';
import { onOrOff, optional, url, type Values, withDefault, words } from '#platform/config/variables.ts';
import { byAddress } from './guard/limits.ts';

const poolIdShape = 'must look like region_Name, letters and digits after the underscore';
const characterKinds = ['lowercase', 'uppercase', 'number', 'symbol'] as const;

export const accountsVariables = {
  ACCOUNTS_POOL_ID: withDefault(z.string().regex(/^[\w-]+_[0-9A-Za-z]+$/, poolIdShape), 'local_hearth'),
  ACCOUNTS_CLIENT_ID: withDefault(z.string().regex(/^\w+$/, 'must be letters and digits'), 'hearthstorefront'),
  ACCOUNTS_ENDPOINT: withDefault(z.union([z.enum(['embedded', 'hosted']), url]), 'embedded'),
  ACCOUNTS_ISSUER: optional(url),
  ACCOUNTS_IDENTITY_POOL_ID: withDefault(
    z.string().regex(/^[\w-]+:[0-9a-f-]{36}$/, 'must look like region:11111111-2222-3333-4444-555555555555'),
    'local:6ea7c0de-0000-4000-8000-000000000001',
  ),
  ACCOUNTS_GUEST_ACCESS: withDefault(onOrOff, 'off'),
  ACCOUNTS_LOGIN_DOMAIN: optional(z.string().regex(/^[\w.-]+$/, 'must be a host name')),
  ACCOUNTS_PASSWORD_POLICY: withDefault(
    z
      .string()
      .regex(/^(\d+)( (lowercase|uppercase|number|symbol))*$/, 'must be like: 8 lowercase uppercase number symbol'),
    '8',
  ),
  ACCOUNTS_SECOND_FACTOR: withDefault(z.enum(['optional', 'required']), 'optional'),
  ACCOUNTS_MAILS_PER_NETWORK: withDefault(z.coerce.number('must be a number').int().min(1), byAddress.mails.points),
  ACCOUNTS_REDIRECT_URIS: optional(z.string()),
  ACCOUNTS_LOGOUT_URIS: optional(z.string()),
};

export type AccountServiceConfig = {
  poolId: string;
  clientId: string;
  /** 'embedded': this process; 'hosted': the cloud service of the pool id; otherwise the address of a service. */
  endpoint: string;
  /** Issuer of the tokens; null: as `endpoint` says. */
  issuer: string | null;
  identityPoolId: string;
  guestAccess: boolean;
  /** Host name of the hosted login page, where the login page offers one. */
  loginDomain: string | null;
  passwordPolicy: { minimumLength: number; required: Array<(typeof characterKinds)[number]> };
  secondFactorRequired: boolean;
  /** Mails and new accounts that one network may ask for within ten minutes. */
  mailsPerNetwork: number;
  /** Addresses that the embedded hosted login may send people to, matched exactly. */
  redirectUris: string[];
  logoutUris: string[];
};

export function accountsConfig(values: Values<typeof accountsVariables>): AccountServiceConfig {
  return {
    poolId: values.ACCOUNTS_POOL_ID,
    clientId: values.ACCOUNTS_CLIENT_ID,
    endpoint: values.ACCOUNTS_ENDPOINT,
    issuer: /^.*[^/]/.exec(values.ACCOUNTS_ISSUER ?? '')?.[0] ?? null,
    identityPoolId: values.ACCOUNTS_IDENTITY_POOL_ID,
    guestAccess: values.ACCOUNTS_GUEST_ACCESS === 'on',
    loginDomain: values.ACCOUNTS_LOGIN_DOMAIN ?? null,
    passwordPolicy: passwordPolicy(values.ACCOUNTS_PASSWORD_POLICY),
    secondFactorRequired: values.ACCOUNTS_SECOND_FACTOR === 'required',
    mailsPerNetwork: values.ACCOUNTS_MAILS_PER_NETWORK,
    redirectUris: words(values.ACCOUNTS_REDIRECT_URIS),
    logoutUris: words(values.ACCOUNTS_LOGOUT_URIS),
  };
}

const isCharacterKind = (word: string): word is (typeof characterKinds)[number] =>
  characterKinds.some((kind) => kind === word);

/** Such as '8 lowercase number': the shortest length, and the kinds of characters that must be there. */
function passwordPolicy(text: string): AccountServiceConfig['passwordPolicy'] {
  const [minimumLength, ...kinds] = text.split(' ');
  return {
    minimumLength: Number(minimumLength),
    required: kinds.filter(isCharacterKind),
  };
}
