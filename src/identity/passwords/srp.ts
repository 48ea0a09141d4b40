// The secure remote password protocol (SRP-6a, RFC 5054) as the account protocol uses it: the 3072-bit group of RFC 3526,
// SHA-256, and keys derived by HKDF. The password never reaches the server; what the server keeps cannot sign in.
import { createHash, createHmac, DiffieHellman, getDiffieHellman, randomBytes, timingSafeEqual } from 'node:crypto';

const group = getDiffieHellman('modp15');
const generator = 2n;
export const prime = toNumber(group.getPrime());
const multiplier = hash(pad(prime), pad(generator));

const EXPONENT_BYTES = 32;
export const SALT_BYTES = 16;
/** As long as the prime, in hexadecimal digits: a longer A is refused before it is read. */
const LONGEST_A = 768;
const KEY_BYTES = 16;
const KEY_LABEL = 'Caldera Derived Key';

/** Server's record in place of a password. */
export type Verifier = { salt: Buffer; verifier: bigint };
/** The server's half of one exchange. */
type ServerHalf = { secret: Buffer; publicValue: bigint };

/** `pool` is the pool id after its underscore (for a device its group key), `user` the id that the client is told. */
export function makeVerifier(identity: { pool: string; user: string; password: string }): Verifier {
  const salt = randomBytes(SALT_BYTES);
  // Clients read the salt as a number: with a first byte from 01 to 7f its bytes stay the same.
  salt.writeUInt8((salt.readUInt8(0) & 0x7f) | 0x01, 0);
  return { salt, verifier: verifierFor(identity, salt) };
}

/** Costs one modular power; equal passwords and salts give equal verifiers. */
export function verifierFor(identity: { pool: string; user: string; password: string }, salt: Buffer): bigint {
  const inner = createHash('sha256').update(`${identity.pool}${identity.user}:${identity.password}`).digest();
  const exponent = createHash('sha256')
    .update(pad(toNumber(salt)))
    .update(inner)
    .digest();
  return power(generator, exponent);
}

export function startExchange(verifier: bigint): ServerHalf {
  const secret = randomBytes(EXPONENT_BYTES);
  return { secret, publicValue: (multiplier * verifier + power(generator, secret)) % prime };
}

/**
 * The client's public value A, or null when it is none. A multiple of the prime would make the shared secret 0 without
 * any password.
 */
export function readPublicValue(hex: string): bigint | null {
  if (hex.length === 0 || hex.length > LONGEST_A || !/^[0-9a-f]+$/i.test(hex)) return null;
  const value = BigInt(`0x${hex}`);
  return value > 0n && value < prime ? value : null;
}

/** The key that only a client with the password shares; null for a degenerate exchange, which no honest client makes. */
export function sharedKey(clientValue: bigint, server: ServerHalf, verifier: bigint): Buffer | null {
  const mixed = createHash('sha256').update(pad(clientValue)).update(pad(server.publicValue)).digest();
  try {
    const base = (clientValue * power(verifier, mixed)) % prime;
    const secret = power(base, server.secret);
    const extracted = createHmac('sha256', pad(toNumber(mixed)))
      .update(pad(secret))
      .digest();
    return createHmac('sha256', extracted).update(`${KEY_LABEL}\u0001`).digest().subarray(0, KEY_BYTES);
  } catch {
    return null;
  }
}

/** True if a client's signature (base64) over the challenge is the one that the key makes. In constant time. */
export function isSignedWith(
  key: Buffer,
  signed: { pool: string; user: string; secretBlock: Buffer; timestamp: string },
  signature: string,
): boolean {
  const expected = createHmac('sha256', key)
    .update(signed.pool)
    .update(signed.user)
    .update(signed.secretBlock)
    .update(signed.timestamp)
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Bytes of a number as the protocol hashes them: whole bytes, with a zero in front where the top bit is set. */
export function pad(value: bigint): Buffer {
  const hex = value.toString(16);
  const whole = hex.length % 2 === 1 ? `0${hex}` : hex;
  return Buffer.from(/^[89a-f]/.test(whole) ? `00${whole}` : whole, 'hex');
}

export function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
}

/**
 * base ^ exponent mod prime, by OpenSSL's constant-time exponentiation: a sixth of the time of BigInt, and no secret
 * shows in its duration. Throws for a base below 2 or above prime - 2. (Node offers the exponentiation only as a key
 * exchange, and choosing the exponent only for groups that it would first test for a second and a half: hence the call of
 * one class's method on the other's object. A test compares the result with BigInt's.)
 */
export function power(base: bigint, exponent: Buffer): bigint {
  (DiffieHellman.prototype.setPrivateKey as (this: unknown, key: Buffer) => void).call(group, exponent);
  return toNumber(group.computeSecret(pad(base)));
}

function hash(...parts: Buffer[]): bigint {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return toNumber(digest.digest());
}
