// Public SSH keys as OpenSSH writes them.
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';

/** Fields of a key, each with its length in front of it. */
export function sshBlob(...fields: Array<string | Uint8Array>): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field as Uint8Array);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** A line of these fields, of which the first is the type. */
export function sshLine(type: string, ...fields: Array<string | Uint8Array>): string {
  return `${type} ${sshBlob(type, ...fields).toString('base64')}`;
}

/** Numbers are as long as they need to be, and not negative. */
export function mpint(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const magnitude = first < 0 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(first));
  return (magnitude[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), magnitude]) : magnitude;
}

const bytesOf = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');

export function ed25519Bytes(): Buffer {
  return bytesOf(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x);
}

/** An uncompressed point of a new key. */
export function ecPoint(namedCurve: 'P-256' | 'P-384' | 'P-521'): Buffer {
  const { x, y } = generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }) as JsonWebKey;
  return Buffer.concat([Buffer.of(4), bytesOf(x), bytesOf(y)]);
}

/** Exponent and modulus of a new key. */
export function rsaNumbers(modulusLength: number): [e: Buffer, n: Buffer] {
  const { e, n } = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' }) as JsonWebKey;
  return [mpint(bytesOf(e)), mpint(bytesOf(n))];
}

/** A key that nobody has the private half of. */
export function newSshKey(): string {
  return sshLine('ssh-ed25519', ed25519Bytes());
}
