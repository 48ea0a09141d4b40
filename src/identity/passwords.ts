// What is kept of a password: an SRP verifier. It is one hash and one power away from the password, so it is sealed.
import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#platform/secrets.ts';
import { ProtocolError } from './errors.ts';
import { makeVerifier, pad, SALT_BYTES, toNumber, type Verifier, verifierFor } from './srp.ts';

export type PasswordPolicy = {
  minimumLength: number;
  required: ReadonlyArray<'lowercase' | 'uppercase' | 'number' | 'symbol'>;
};
const LONGEST = 256;

const kinds = {
  lowercase: { pattern: /\p{Ll}/u, message: 'Password must have lowercase characters' },
  uppercase: { pattern: /\p{Lu}/u, message: 'Password must have uppercase characters' },
  number: { pattern: /\p{N}/u, message: 'Password must have numeric characters' },
  symbol: { pattern: /[^\p{L}\p{N}]/u, message: 'Password must have symbol characters' },
} as const;

/** Throws what the protocol says of a password that the policy does not allow. */
export function checkPolicy(password: string, policy: PasswordPolicy) {
  const fault = faultOf(password, policy);
  if (fault) throw new ProtocolError('InvalidPasswordException', `Password did not conform with policy: ${fault}`);
}

function faultOf(password: string, policy: PasswordPolicy): string | null {
  // Characters as people count them: an emoji is one.
  if ([...password].length < policy.minimumLength) return 'Password not long enough';
  if (password.length > LONGEST) return `Password must have at most ${LONGEST} characters`;
  const missing = policy.required.find((kind) => !kinds[kind].pattern.test(password));
  return missing ? kinds[missing].message : null;
}

type Owner = { poolName: string; userId: string };

export function sealPassword(secrets: Secrets, owner: Owner, password: string): Buffer {
  return sealVerifier(
    secrets,
    passwordBoundTo(owner.userId),
    makeVerifier({ pool: owner.poolName, user: owner.userId, password }),
  );
}

export function openPassword(secrets: Secrets, owner: Owner, sealed: Uint8Array): Verifier {
  return openVerifier(secrets, passwordBoundTo(owner.userId), sealed);
}

/** Works out the verifier anew and compares in constant time. */
export function isPassword(owner: Owner, { salt, verifier }: Verifier, password: string): boolean {
  const given = pad(verifierFor({ pool: owner.poolName, user: owner.userId, password }, salt));
  const kept = pad(verifier);
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/**
 * For an address without an account: the same salt every time it is asked, as an account would have, and a verifier that
 * nobody knows a password for.
 */
export function imaginedVerifier(secrets: Secrets, userId: string): Verifier {
  const salt = secrets.hmac(userId, 'imagined salt').subarray(0, SALT_BYTES);
  salt.writeUInt8((salt.readUInt8(0) & 0x7f) | 0x01, 0);
  const parts = Array.from({ length: 12 }, (_, index) => secrets.hmac(userId, `imagined verifier ${index}`));
  return { salt, verifier: toNumber(Buffer.concat(parts)) >> 1n };
}

export function sealVerifier(secrets: Secrets, boundTo: string, { salt, verifier }: Verifier): Buffer {
  // Clients that choose their own salt (devices) may put a zero in front of it.
  return secrets.seal(Buffer.concat([Buffer.of(salt.length), salt, pad(verifier)]), boundTo);
}

export function openVerifier(secrets: Secrets, boundTo: string, sealed: Uint8Array): Verifier {
  const bytes = secrets.open(sealed, boundTo);
  const end = 1 + bytes.readUInt8(0);
  return { salt: bytes.subarray(1, end), verifier: toNumber(bytes.subarray(end)) };
}

/** What the sealed verifier of a user is bound to. */
export function passwordBoundTo(userId: string): string {
  return `identity.user.password:${userId}`;
}
