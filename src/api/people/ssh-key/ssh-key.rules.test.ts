import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { longestSshKey, type SshKeyFault, sshKeyTypes } from '#contract/people/ssh-key.ts';
import {
  ecPoint,
  ed25519Bytes,
  mpint,
  newSshKey,
  rsaNumbers,
  sshBlob,
  sshLine,
} from '../../../../test/factories/ssh-key.ts';
import { readSshKey } from './ssh-key.rules.ts';

const rsa2048 = rsaNumbers(2_048);
const ofEachType = [
  sshLine('ssh-ed25519', ed25519Bytes()),
  sshLine('ecdsa-sha2-nistp256', 'nistp256', ecPoint('P-256')),
  sshLine('ecdsa-sha2-nistp384', 'nistp384', ecPoint('P-384')),
  sshLine('ecdsa-sha2-nistp521', 'nistp521', ecPoint('P-521')),
  sshLine('ssh-rsa', ...rsa2048),
  sshLine('sk-ssh-ed25519@openssh.com', ed25519Bytes(), 'ssh:'),
  sshLine('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', ecPoint('P-256'), 'ssh:laptop'),
];

/** Output of ssh-keygen; null on a machine without it. */
function sshKeygen(line: string): string | null {
  try {
    return execFileSync('ssh-keygen', ['-lf', '-'], { input: `${line}\n`, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const faultOf = (text: string) => {
  const read = readSshKey(text);
  return 'fault' in read ? read.fault : null;
};

describe('[G-19] a public key is taken', () => {
  test('of each type, with the fingerprint that ssh-keygen prints', (context) => {
    expect(ofEachType.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(sshKeyTypes).sort());
    for (const line of ofEachType) {
      const [type, base64] = line.split(' ');
      expect(readSshKey(line)).toMatchObject({ type, base64 });
    }
    const printed = ofEachType.map(sshKeygen);
    if (printed.includes(null)) return context.skip();
    expect(ofEachType.map((line) => readSshKey(line))).toEqual(
      printed.map((text) => expect.objectContaining({ fingerprint: text?.split(' ')[1] })),
    );
  });

  test.each([
    [
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIONtjRgnp9KMlTON43HU9Mn3oZNK3yMtkGjsx+t6mgwz',
      'SHA256:hxm04blZO14A4xUJHOPLQjJ0TnrR8klHIxGe3YrQYYo',
    ],
    [
      'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBADeBh4dOYGZXhH2BV/YvZ26jHj92UN8ZFwilIK5qezp9LbgtBejdkS2OP8AsLgwr4Pv3jQbhYAXHi6rbY69xcvyXwCqWnXOdMBrpkcxCpcJtXCB8q3aYv+KK2CvnNJc0sxAXedSckDIyOIMX0MsEVFw7zr0qL1jiNvGBlxs00tsgyQ9Vw==',
      'SHA256:u5nVJ/zKt9zYZsjnIt0os2gPUiGQOyLJrNCEnnsvtTA',
    ],
    [
      'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIFhB4JuemudG0PcUmI1ROVbW3nJEUwy32ytryGIp+X2yAAAABHNzaDo=',
      'SHA256:pkIHqhTyZp0g4dRHtfhm91KQ+UyE7743Cmnbd3qf7Kc',
    ],
  ])('%s, as OpenSSH 9 has written it', (line, fingerprint) => {
    expect(readSshKey(line)).toMatchObject({ fingerprint });
  });

  test('with its comment as its name, which is one line of at most 100 characters', () => {
    const key = newSshKey();
    const nameOf = (line: string) => (readSshKey(line) as { name?: string }).name;
    expect(nameOf(`  ${key}\tada@laptop  of work\r\n`)).toBe('ada@laptop of work');
    expect(nameOf(key)).toBe('Ed25519 key');
    expect(nameOf(`${key} a\u202eb`)).toBe('Ed25519 key');
    expect(nameOf(`${key} ${'x'.repeat(500)}`)).toBe('x'.repeat(100));
    expect(nameOf(`${key} ${'x'.repeat(99)}😀`)).toBe('x'.repeat(99));
  });

  test('of RSA with 2,048 to 16,384 bits', () => {
    const numberOf = (bits: number) => {
      const bytes = Buffer.alloc(Math.ceil(bits / 8), 0xff);
      bytes[0] = 0xff >> (8 * bytes.length - bits);
      return sshLine('ssh-rsa', Buffer.of(1, 0, 1), mpint(bytes));
    };
    expect([2_047, 2_048, 2_049, 16_384, 16_385].map((bits) => faultOf(numberOf(bits)))).toEqual([
      'small',
      null,
      null,
      null,
      'large',
    ]);
    expect(numberOf(16_384).length).toBeLessThan(longestSshKey);
  });
});

describe('[G-19] each key that is not taken has a reason', () => {
  const key = newSshKey();
  const [e, n] = rsa2048;
  const base64 = key.split(' ')[1] ?? '';
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  const publicPem = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }) as string;
  const withBase64 = (blob: Buffer, type = 'ssh-ed25519') => `${type} ${blob.toString('base64')}`;
  const notOnCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]);
  const compressed = Buffer.concat([Buffer.of(2), ecPoint('P-256').subarray(1, 33)]);

  test.each<[string, SshKeyFault, string]>([
    ['nothing', 'missing', ' \n'],
    ['more than 8 kB', 'too_long', `${key} ${'x'.repeat(longestSshKey)}`],
    ['a private key', 'private', pem],
    ['a private key of OpenSSH', 'private', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n'],
    ['a private key of PuTTY', 'private', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none'],
    ['a PEM of a public key', 'other_format', publicPem],
    ['a public key of RFC 4716', 'other_format', '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA'],
    ['two keys', 'several_lines', `${key}\n${newSshKey()}`],
    ['a key that is wrapped', 'several_lines', `${key.slice(0, 40)}\r\n${key.slice(40)}`],
    ['a certificate', 'certificate', 'ssh-ed25519-cert-v01@openssh.com AAAAIHNz ada'],
    ['options in front', 'options', `command="ls -l",no-pty ${key}`],
    ['options in front of a certificate', 'options', 'no-pty ssh-rsa-cert-v01@openssh.com AAAA'],
    ['DSA', 'dsa', 'ssh-dss AAAAB3NzaC1kc3M='],
    ['a fingerprint', 'unknown_type', 'SHA256:hxm04blZO14A4xUJHOPLQjJ0TnrR8klHIxGe3YrQYYo'],
    ['a name of every object', 'unknown_type', `constructor ${base64}`],
    ['a type alone', 'not_base64', 'ssh-ed25519'],
    ['base64 with a letter too few', 'not_base64', `ssh-ed25519 ${base64.slice(0, -1)}`],
    ['base64 of addresses', 'not_base64', `ssh-ed25519 ${base64.slice(0, -4)}_-ab`],
    ['base64 with bits left over', 'not_base64', 'ssh-ed25519 AAB='],
    ['a key that is cut off', 'damaged', `ssh-ed25519 ${base64.slice(0, -4)}`],
    [
      'a byte behind its end',
      'damaged',
      withBase64(Buffer.concat([sshBlob('ssh-ed25519', ed25519Bytes()), Buffer.of(0)])),
    ],
    ['a field too many', 'damaged', sshLine('ssh-ed25519', ed25519Bytes(), '')],
    ['a field too few', 'damaged', sshLine('ssh-ed25519')],
    ['a length beyond its end', 'damaged', withBase64(Buffer.from('ffffffff00', 'hex'))],
    ['31 bytes of 32', 'damaged', sshLine('ssh-ed25519', ed25519Bytes().subarray(1))],
    ['another type inside', 'other_type', `ssh-rsa ${base64}`],
    ['another curve', 'damaged', sshLine('ecdsa-sha2-nistp256', 'nistp384', ecPoint('P-384'))],
    ['a point of another curve', 'damaged', sshLine('ecdsa-sha2-nistp256', 'nistp256', ecPoint('P-384'))],
    ['a point beside the curve', 'damaged', sshLine('ecdsa-sha2-nistp256', 'nistp256', notOnCurve)],
    ['a compressed point', 'damaged', sshLine('ecdsa-sha2-nistp256', 'nistp256', compressed)],
    ['a security key without a name', 'damaged', sshLine('sk-ssh-ed25519@openssh.com', ed25519Bytes(), '')],
    ['a security key with a break', 'damaged', sshLine('sk-ssh-ed25519@openssh.com', ed25519Bytes(), 'ssh:\n')],
    ['RSA with a negative number', 'damaged', sshLine('ssh-rsa', e, n.subarray(1))],
    ['RSA with zeros in front', 'damaged', sshLine('ssh-rsa', e, Buffer.concat([Buffer.of(0), n]))],
    ['RSA with the exponent 1', 'damaged', sshLine('ssh-rsa', Buffer.of(1), n)],
    ['RSA with an even number', 'damaged', sshLine('ssh-rsa', e, Buffer.concat([n.subarray(0, -1), Buffer.of(2)]))],
    ['RSA without numbers', 'damaged', sshLine('ssh-rsa', '', '')],
    ['RSA with 1,024 bits', 'small', sshLine('ssh-rsa', ...rsaNumbers(1_024))],
  ])('%s: %s', (_what, fault, text) => {
    expect(faultOf(text)).toBe(fault);
  });

  test('any byte of it that is cut off or added is noticed', () => {
    for (const line of ofEachType) {
      const [type = '', text = ''] = line.split(' ');
      const blob = Buffer.from(text, 'base64');
      for (let end = 0; end < blob.length; end += 1)
        expect(faultOf(withBase64(blob.subarray(0, end), type))).not.toBeNull();
      expect(faultOf(withBase64(Buffer.concat([blob, Buffer.of(0)]), type))).toBe('damaged');
    }
  });
});
