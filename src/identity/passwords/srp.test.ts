import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeVerifier, pad, power, prime, readPublicValue, sharedKey, startExchange, toNumber } from './srp.ts';

function slowPower(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % prime];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
}

test('the fast modular power agrees with the plain one', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 384 }),
      fc.uint8Array({ minLength: 1, maxLength: 32 }),
      (baseBytes, exponentBytes) => {
        const base = (toNumber(baseBytes) % (prime - 3n)) + 2n;
        const exponent = toNumber(exponentBytes) + 1n;
        return power(base, pad(exponent)) === slowPower(base, exponent);
      },
    ),
    { numRuns: 20 },
  );
});

test('a salt keeps its bytes when a client reads it as a number', () => {
  for (let round = 0; round < 20; round++) {
    const { salt } = makeVerifier({ pool: 'pool', user: 'user', password: 'password' });
    expect(pad(toNumber(salt))).toEqual(salt);
  }
});

test('a public value that is 0, the prime, longer than the prime or no number at all is refused', () => {
  const prefix = prime.toString(16);
  for (const hex of [
    '',
    '0',
    '00',
    prefix,
    `${prefix}0`,
    (prime * 2n).toString(16),
    'xyz',
    '-5',
    '0x10',
    'f'.repeat(769),
  ])
    expect(readPublicValue(hex), hex.slice(0, 20)).toBeNull();
  expect(readPublicValue('2')).toBe(2n);
  expect(readPublicValue((prime - 1n).toString(16))).toBe(prime - 1n);
});

test('an exchange with a degenerate client value ends without a key', () => {
  const server = startExchange(4n);
  // 4 ^ u * A = 1: the shared secret would be 1 whatever the server's secret.
  expect(sharedKey(prime - 1n, { secret: randomBytes(32), publicValue: server.publicValue }, prime - 1n)).toBeNull();
});
