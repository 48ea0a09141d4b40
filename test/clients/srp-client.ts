// The client's half of SRP-6a as the account protocol uses it, in plain BigInt and written apart from src/identity/passwords/srp.ts:
// what the two agree on is the protocol, not one piece of code.
import { createHash, createHmac, getDiffieHellman, randomBytes } from 'node:crypto';

export const prime = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const generator = 2n;
const multiplier = BigInt(`0x${sha256(padded(prime) + padded(generator))}`);

/** Challenge of the service: SALT and SRP_B in hexadecimal, SECRET_BLOCK in base64. */
export type SrpChallenge = { SALT?: string; SRP_B?: string; SECRET_BLOCK?: string };

/** One exchange. `poolName` is the pool id after its underscore; for a device it is the device's group key. */
export function srpClient({ poolName }: { poolName: string }) {
  const secret = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const A = power(generator, secret);
  return {
    /** The public value, as SRP_A takes it. */
    A: A.toString(16),
    /** The signature as PASSWORD_VERIFIER and DEVICE_PASSWORD_VERIFIER take it. `userId` is USER_ID_FOR_SRP or the device key. */
    sign(challenge: SrpChallenge, { userId, password }: { userId: string; password: string }) {
      const B = BigInt(`0x${challenge.SRP_B}`);
      const exponent = privateKey({ poolName, userId, password, salt: challenge.SALT ?? '' });
      const mixed = BigInt(`0x${sha256(padded(A) + padded(B))}`);
      const base = (((B - multiplier * power(generator, exponent)) % prime) + prime) % prime;
      const shared = power(base, secret + mixed * exponent);
      const extracted = hmac(Buffer.from(padded(mixed), 'hex'), Buffer.from(padded(shared), 'hex'));
      const key = hmac(extracted, Buffer.from('Caldera Derived Key\u0001')).subarray(0, 16);
      const block = challenge.SECRET_BLOCK ?? '';
      const timestamp = writtenTime(new Date());
      const signed = [Buffer.from(poolName + userId), Buffer.from(block, 'base64'), Buffer.from(timestamp)];
      return {
        PASSWORD_CLAIM_SECRET_BLOCK: block,
        PASSWORD_CLAIM_SIGNATURE: hmac(key, Buffer.concat(signed)).toString('base64'),
        TIMESTAMP: timestamp,
      };
    },
  };
}

/** Verifier that ConfirmDevice takes for a device that will prove itself with this password. */
export function deviceVerifier({ groupKey, key, password }: { groupKey: string; key: string; password: string }) {
  const salt = randomBytes(16).toString('hex');
  const verifier = verifierFor({ poolName: groupKey, userId: key, password, salt });
  const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
  return { Salt: base64(padded(BigInt(`0x${salt}`))), PasswordVerifier: base64(verifier) };
}

/** Verifier that a server stores instead of the password, in hexadecimal. */
export function verifierFor(given: { poolName: string; userId: string; password: string; salt: string }): string {
  return padded(power(generator, privateKey(given)));
}

function privateKey(given: { poolName: string; userId: string; password: string; salt: string }): bigint {
  const inner = createHash('sha256').update(`${given.poolName}${given.userId}:${given.password}`).digest('hex');
  return BigInt(`0x${sha256(padded(BigInt(`0x${given.salt}`)) + inner)}`);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base % prime, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % prime)
    if (rest & 1n) result = (result * square) % prime;
  return result;
}

/** Whole bytes in hexadecimal, with a zero byte in front where the number would read as negative. */
function padded(value: bigint): string {
  const hex = value.toString(16);
  if (hex.length % 2 === 1) return `0${hex}`;
  return '89abcdef'.includes(hex.charAt(0)) ? `00${hex}` : hex;
}

function sha256(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
}

function hmac(key: Buffer, text: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Such as 'Fri Nov 6 05:02:15 UTC 2026'. */
function writtenTime(time: Date): string {
  const [weekday, day, month, year, clock] = time.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${Number(day)} ${clock} UTC ${year}`;
}
