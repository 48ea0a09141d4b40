import { type JWTPayload, SignJWT } from 'jose';
import type { Kysely } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../../schema/schema.ts';
import {
  type ProductTokenClaims,
  productTokenClaimsSchema,
  productTokenType,
  type RevokedKeys,
  revokedKeysType,
  toRevokedPayload,
  toTokenPayload,
} from './product-token.rules.ts';
import { keyThatSigns } from './signing-keys.ts';

/** A compact JSON Web Signature, ES256. `db` is the transaction that gives the key out, or the database. */
type SignProductToken = (claims: ProductTokenClaims, db: Kysely<ApiTables>) => Promise<string>;
/** The same of a list of those that are revoked. */
type SignRevokedKeys = (list: RevokedKeys, db: Kysely<ApiTables>) => Promise<string>;

/** `shop` is the origin, the tokens' issuer. */
type Signing = { secrets: Secrets; shop: string; now: () => Date };

export function createSignProductToken(signing: Signing): SignProductToken {
  return async (claims, db) =>
    sign(signing, db, productTokenType, toTokenPayload(productTokenClaimsSchema.parse(claims), signing.shop));
}

export function createSignRevokedKeys(signing: Signing): SignRevokedKeys {
  return (list, db) => sign(signing, db, revokedKeysType, toRevokedPayload(list, signing.shop));
}

async function sign(
  { secrets, now }: Signing,
  db: Kysely<ApiTables>,
  typ: string,
  payload: JWTPayload,
): Promise<string> {
  const { key_id, privateKey } = await keyThatSigns(db, 'token', { secrets, now });
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', typ, kid: key_id }).sign(privateKey);
}
