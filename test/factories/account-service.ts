import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const issuer = 'http://accounts.test/test_pool';
export const audience = 'testclient';

/** Account that a token is about; `sub` follows from the address. */
export type Account = { email: string; nickname?: string };

export type AccountService = Awaited<ReturnType<typeof anAccountService>>;

/**
 * An account service at the edge of the API: it signs tokens with a key of its own and gives out its key set, as the
 * embedded and the hosted service do.
 */
export async function anAccountService(keyId = 'key-1') {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keySet = { keys: [{ ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }] };
  const asked: string[] = [];

  return {
    publicKey,
    /** The addresses that keys were asked for at. */
    asked,
    fetchKeys(request: Request): Response {
      asked.push(request.url);
      return Response.json(keySet);
    },
    /** An ID token as the service issues it, with other claims or another header where a test says so. */
    idToken(
      { email, nickname = 'Nick' }: Account,
      claims: Record<string, unknown> = {},
      header: { kid?: string } = {},
    ) {
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({
        sub: `sub-of-${email.toLowerCase()}`,
        iss: issuer,
        aud: audience,
        iat: now,
        exp: now + 3_600,
        token_use: 'id',
        email,
        email_verified: true,
        nickname,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: keyId, ...header })
        .sign(privateKey);
    },
  };
}
