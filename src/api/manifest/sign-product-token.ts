import { SignJWT } from 'jose';
import type { Kysely } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../schema.ts';
import {
  type ProductTokenClaims,
  productTokenClaimsSchema,
  productTokenType,
  toTokenPayload,
} from './product-token.rules.ts';
import { keyThatSigns } from './signing-keys.ts';

/** A compact JSON Web Signature, ES256. `db` is the transaction that gives the key out, or the database. */
export type SignProductToken = (claims: ProductTokenClaims, db: Kysely<ApiTables>) => Promise<string>;

/** `shop` is the origin, the tokens' issuer. */
export function createSignProductToken({
  secrets,
  shop,
  now,
}: {
  secrets: Secrets;
  shop: string;
  now: () => Date;
}): SignProductToken {
  return async (claims, db) => {
    const payload = toTokenPayload(productTokenClaimsSchema.parse(claims), shop);
    const { key_id, privateKey } = await keyThatSigns(db, 'token', { secrets, now });
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', typ: productTokenType, kid: key_id })
      .sign(privateKey);
  };
}
