// Keys that the shop signs with: what they are known by, and what they are good for.
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/**
 * Manifests and tokens have keys of their own: programs of sellers have the key for tokens built in, and are not to be broken
 * by a rotation after something about files.
 */
export const keyPurposes = ['manifest', 'token'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** Key id that the public tool for manifests writes into a signature: SHA-256 of the PEM text with its line end. */
export function keyIdOf(publicPem: string): string {
  return createHash('sha256').update(publicPem).digest('hex');
}

/** The same text for the same key, however it was written: PEM or DER, with any line ends. Throws for what is no key. */
export function toPublicPem(key: KeyObject | string | Buffer): string {
  const read = typeof key === 'object' && 'asymmetricKeyType' in key ? key : createPublicKey(key);
  return read.export({ type: 'spki', format: 'pem' }).toString();
}

/** A pair on the curve P-256; the private half in PKCS #8. */
export function newKeyPair(): { key_id: string; publicPem: string; privatePem: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicPem = toPublicPem(publicKey);
  return {
    key_id: keyIdOf(publicPem),
    publicPem,
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

type KeyState = 'signs' | 'replaced' | 'withdrawn';

export function keyState(key: { valid_until: Date | null; retired_at: Date | null }): KeyState {
  if (key.retired_at) return 'withdrawn';
  return key.valid_until ? 'replaced' : 'signs';
}

/** The public half as a JSON Web Key of the curve P-256. */
export function toPublicJwk(publicPem: string): { kty: 'EC'; crv: 'P-256'; x: string; y: string } {
  const { x = '', y = '' } = createPublicKey(publicPem).export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', x, y };
}
