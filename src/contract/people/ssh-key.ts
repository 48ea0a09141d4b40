// SSH keys of an account, and what is seen of one without decoding it: a private key never leaves the browser. Free of the validator.

/** Keys that an account may have. */
export const sshKeyMaximum = 20;

/** In characters, with its comment: an RSA key of 16,384 bits has 2,800. */
export const longestSshKey = 8_192;

export const longestSshKeyName = 100;

/** Section of the profile that has the keys. */
export const sshKeysPath = '/profile#ssh-keys';

/** Types that are taken, as OpenSSH writes them, and what people call them. */
export const sshKeyTypes = {
  'ssh-ed25519': 'Ed25519',
  'ecdsa-sha2-nistp256': 'ECDSA 256',
  'ecdsa-sha2-nistp384': 'ECDSA 384',
  'ecdsa-sha2-nistp521': 'ECDSA 521',
  'ssh-rsa': 'RSA',
  'sk-ssh-ed25519@openssh.com': 'Ed25519 security key',
  'sk-ecdsa-sha2-nistp256@openssh.com': 'ECDSA 256 security key',
} as const;
export type SshKeyType = keyof typeof sshKeyTypes;

const howToMake = 'Make a new key with ssh-keygen -t ed25519.';

/** Why a key is refused, for who pastes it. */
export const sshKeyFaults = {
  missing: 'Paste a public key: the line in a file such as id_ed25519.pub.',
  too_long: `A public key has at most ${longestSshKey.toLocaleString('en-US')} characters.`,
  private: 'This is a private key, which nobody else may have. Paste the public key: the file that ends in .pub.',
  other_format: 'This key is in another format. Paste it as OpenSSH writes it: one line, such as ssh-ed25519 AAAA…',
  several_lines: 'This is more than one line. Paste one key, without line breaks.',
  certificate: 'This is an SSH certificate. Paste the public key that it was made for.',
  options: 'Leave out the options in front of the key. The line begins with its type, such as ssh-ed25519.',
  dsa: `DSA keys (ssh-dss) are not secure any more. ${howToMake}`,
  unknown_type: 'This is not an OpenSSH public key. It begins with its type, such as ssh-ed25519.',
  not_base64: 'The part after the type is not whole base64. Copy the whole line again.',
  other_type: 'The key is not of the type that its line begins with. Copy the whole line again.',
  damaged: 'The key is incomplete or damaged. Copy the whole line again.',
  small: `RSA keys need at least 2,048 bits. ${howToMake}`,
  large: `RSA keys may have at most 16,384 bits. ${howToMake}`,
} as const;
export type SshKeyFault = keyof typeof sshKeyFaults;

type KeyLine = { type: SshKeyType; base64: string; comment: string };

/** Parts of a public key as OpenSSH writes it on one line: type, base64, and a comment that may be missing. */
export function readKeyLine(text: string): KeyLine | { fault: SshKeyFault } {
  if (text.length > longestSshKey) return { fault: 'too_long' };
  const line = text.trim();
  if (line === '') return { fault: 'missing' };
  if (/PRIVATE KEY-|^PuTTY-User-Key-File/.test(line)) return { fault: 'private' };
  if (/^----/.test(line)) return { fault: 'other_format' };
  if (/[\r\n]/.test(line)) return { fault: 'several_lines' };
  const [type = '', base64 = '', ...comment] = line.split(/[ \t]+/);
  if (!isTaken(type)) return { fault: faultOfType(type, [base64, ...comment]) };
  const isBase64 = base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64);
  return isBase64 ? { type, base64, comment: comment.join(' ') } : { fault: 'not_base64' };
}

function isTaken(type: string): type is SshKeyType {
  return Object.hasOwn(sshKeyTypes, type);
}

function faultOfType(type: string, others: readonly string[]): SshKeyFault {
  if (/-cert-v\d\d@openssh\.com$/.test(type)) return 'certificate';
  if (type === 'ssh-dss') return 'dsa';
  const hasKeyBehind = others.some((other) => isTaken(other) || /^ssh-dss$|-cert-v\d\d@openssh\.com$/.test(other));
  return hasKeyBehind ? 'options' : 'unknown_type';
}
