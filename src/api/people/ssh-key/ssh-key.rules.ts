// Public SSH keys, read to the last byte (RFC 4253 and 5656, and PROTOCOL.u2f of OpenSSH): what is stored is a key that a machine accepts.
import { createHash, createPublicKey } from 'node:crypto';
import {
  longestSshKeyName,
  readKeyLine,
  type SshKeyFault,
  type SshKeyType,
  sshKeyTypes,
} from '#contract/people/ssh-key.ts';
import { line } from '#contract/text/text.schema.ts';

export type PublicSshKey = {
  type: SshKeyType;
  base64: string;
  /** As `ssh-keygen -l` prints it. */
  fingerprint: string;
  /** Comment of the line, or what its type is called. */
  name: string;
};

const ED25519_BYTES = 32;
const RSA_BITS = { fewest: 2_048, most: 16_384 };
/** OpenSSL checks no signature of a large key with a longer exponent. */
const LONGEST_EXPONENT_BYTES = 8;
const LONGEST_APPLICATION_BYTES = 255;
const UNCOMPRESSED = 4;

const curves = {
  nistp256: { jwk: 'P-256', bytes: 32 },
  nistp384: { jwk: 'P-384', bytes: 48 },
  nistp521: { jwk: 'P-521', bytes: 66 },
} as const;
type Curve = keyof typeof curves;

/** A key of one line, or why it is refused. */
export function readSshKey(text: string): PublicSshKey | { fault: SshKeyFault } {
  const parts = readKeyLine(text);
  if ('fault' in parts) return parts;
  const { type, base64, comment } = parts;
  const blob = Buffer.from(base64, 'base64');
  // Bits that a sloppy encoder leaves over would make two texts of one key.
  if (blob.toString('base64') !== base64) return { fault: 'not_base64' };
  const fields = fieldsOf(blob);
  if (!fields) return { fault: 'damaged' };
  const [named, ...rest] = fields;
  if (named?.toString('latin1') !== type) return { fault: 'other_type' };
  const fault = faultOf(type, rest);
  if (fault) return { fault };
  const digest = createHash('sha256').update(blob).digest('base64').replaceAll('=', '');
  return { type, base64, fingerprint: `SHA256:${digest}`, name: nameOf(comment, type) };
}

/** Fields that each have their length in front of them; null where they do not end with the last byte. */
function fieldsOf(blob: Buffer): Buffer[] | null {
  const fields: Buffer[] = [];
  let at = 0;
  while (at < blob.length) {
    if (at + 4 > blob.length) return null;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return null;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

function faultOf(type: SshKeyType, fields: readonly Buffer[]): SshKeyFault | null {
  switch (type) {
    case 'ssh-ed25519':
      return fields.length === 1 && isEd25519(fields[0]) ? null : 'damaged';
    case 'sk-ssh-ed25519@openssh.com':
      return fields.length === 2 && isEd25519(fields[0]) && isApplication(fields[1]) ? null : 'damaged';
    case 'ecdsa-sha2-nistp256':
      return fields.length === 2 && isPoint('nistp256', fields) ? null : 'damaged';
    case 'ecdsa-sha2-nistp384':
      return fields.length === 2 && isPoint('nistp384', fields) ? null : 'damaged';
    case 'ecdsa-sha2-nistp521':
      return fields.length === 2 && isPoint('nistp521', fields) ? null : 'damaged';
    case 'sk-ecdsa-sha2-nistp256@openssh.com':
      return fields.length === 3 && isPoint('nistp256', fields) && isApplication(fields[2]) ? null : 'damaged';
    case 'ssh-rsa':
      return fields.length === 2 ? faultOfRsa(fields) : 'damaged';
  }
}

const isEd25519 = (key: Buffer | undefined) => key?.length === ED25519_BYTES;

/** Name of what a security key was registered for, such as 'ssh:'. */
function isApplication(name: Buffer | undefined): boolean {
  return name !== undefined && name.length <= LONGEST_APPLICATION_BYTES && /^[!-~]+$/.test(name.toString('latin1'));
}

/** True if the fields name this curve, and a point of it. */
function isPoint(curve: Curve, [named, point]: readonly Buffer[]): boolean {
  const { jwk: crv, bytes } = curves[curve];
  if (named?.toString('latin1') !== curve) return false;
  if (point?.length !== 1 + 2 * bytes || point[0] !== UNCOMPRESSED) return false;
  const x = point.subarray(1, 1 + bytes).toString('base64url');
  const y = point.subarray(1 + bytes).toString('base64url');
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv, x, y } });
    return true;
  } catch {
    return false;
  }
}

function faultOfRsa([exponent, modulus]: readonly Buffer[]): SshKeyFault | null {
  const e = magnitudeOf(exponent);
  const n = magnitudeOf(modulus);
  if (!e || !n || !isOdd(e) || !isOdd(n)) return 'damaged';
  if (e.length > LONGEST_EXPONENT_BYTES || (e.length === 1 && e[0] === 1)) return 'damaged';
  const bits = 8 * n.length - Math.clz32(n[0] ?? 0) + 24;
  if (bits < RSA_BITS.fewest) return 'small';
  return bits > RSA_BITS.most ? 'large' : null;
}

const isOdd = (number: Buffer) => ((number.at(-1) ?? 0) & 1) === 1;

/** Bytes of a number above zero; null where it is none, or has more bytes than it needs. */
function magnitudeOf(mpint: Buffer | undefined): Buffer | null {
  const [first, second = 0] = mpint ?? [];
  if (!mpint || first === undefined || first >= 0x80) return null;
  if (first !== 0) return mpint;
  return second >= 0x80 ? mpint.subarray(1) : null;
}

/** Comments of any length and kind become a name of one line. */
function nameOf(comment: string, type: SshKeyType): string {
  const cut = comment.slice(0, longestSshKeyName).replace(/[\uD800-\uDBFF]$/, '');
  const { success, data } = line().min(1).safeParse(cut);
  return success ? data : `${sshKeyTypes[type]} key`;
}
