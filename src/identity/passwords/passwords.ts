// Stored form of a password: an SRP verifier. It is one hash and one power away from the password, so it is sealed.

import { createHash, timingSafeEqual } from 'node:crypto';
import { passwordMaximum } from '#contract/people/account-limits.ts';
import type { Secrets } from '#platform/secrets.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { makeVerifier, pad, SALT_BYTES, toNumber, type Verifier, verifierFor } from './srp.ts';

export type PasswordPolicy = {
  minimumLength: number;
  required: ReadonlyArray<'lowercase' | 'uppercase' | 'number' | 'symbol'>;
};
const VERIFIER_BYTES = 384;

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
  if (password.length > passwordMaximum) return `Password must have at most ${passwordMaximum} characters`;
  const missing = policy.required.find((kind) => !kinds[kind].pattern.test(password));
  if (missing) return kinds[missing].message;
  return isCommonPassword(password) ? 'This password is one of the most used. Choose another one' : null;
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

/** Works out the verifier again and compares in constant time. */
export function isPassword(owner: Owner, { salt, verifier }: Verifier, password: string): boolean {
  const given = pad(verifierFor({ pool: owner.poolName, user: owner.userId, password }, salt));
  const stored = pad(verifier);
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/**
 * For an address without an account: the same salt every time it is asked, as an account would have, and a verifier that
 * nobody knows a password for.
 */
export function imaginedVerifier(secrets: Secrets, userId: string): Verifier {
  const bytes = createHash('shake256', { outputLength: SALT_BYTES + VERIFIER_BYTES })
    .update(secrets.hmac(userId, 'imagined verifier'))
    .digest();
  const salt = bytes.subarray(0, SALT_BYTES);
  salt.writeUInt8((salt.readUInt8(0) & 0x7f) | 0x01, 0);
  return { salt, verifier: toNumber(bytes.subarray(SALT_BYTES)) >> 1n };
}

/** The owner of the decoy: no account has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Sealed as a password is, and nobody's: it is opened where there is no account, for the time that this takes. */
export function sealDecoy(secrets: Secrets): Buffer {
  return sealVerifier(secrets, passwordBoundTo(NOBODY), imaginedVerifier(secrets, NOBODY));
}

export function openDecoy(secrets: Secrets, sealed: Uint8Array) {
  openVerifier(secrets, passwordBoundTo(NOBODY), sealed);
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

/** Context that the sealed verifier of a user is bound to. */
export function passwordBoundTo(userId: string): string {
  return `identity.user.password:${userId}`;
}
