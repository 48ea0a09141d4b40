// Keys that protect what the database holds. They live outside of it: in SECRETS_KEY, or in a file of the data directory.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from './config/start-error.ts';

const KEY_BYTES = 32;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Secrets = {
  /**
   * Encrypts with AES-256-GCM under the newest key. `bound` says what the text belongs to (table, column, row): under
   * any other `bound` it cannot be opened, so a sealed value moved to another row is worthless.
   */
  seal(plain: string | Uint8Array, bound: string): Buffer;
  /** The plain bytes. Throws a SealError when they were changed, belong elsewhere, or their key is not known. */
  open(sealed: Uint8Array, bound: string): Buffer;
  /** True if another key than the newest sealed it. */
  isStale(sealed: Uint8Array): boolean;
  /** HMAC-SHA-256 under the newest key, for what is only ever compared. */
  hmac(text: string, purpose: string): Buffer;
  /** The same under every known key, newest first: what was stored before a rotation is still found. */
  hmacs(text: string, purpose: string): Buffer[];
};

export class SealError extends Error {}

/** The keys of `secretsKey`, or those of the file, which is made with a first key when there is none. */
export function openSecrets(options: { secretsKey: string | null; dataDir: string }): Secrets {
  return createSecrets(
    options.secretsKey ? parseKeys(options.secretsKey, 'SECRETS_KEY') : readKeyFile(options.dataDir),
  );
}

/** A new key in the form of SECRETS_KEY and of the file. */
export function newSecretsKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

export function keyFile(dataDir: string): string {
  return join(dataDir, 'secrets.key');
}

/** Keys in base64, newest first. Only the owner of the process may read the file. */
export function writeKeyFile(dataDir: string, keys: string[]) {
  const file = keyFile(dataDir);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${keys.join('\n')}\n`, { mode: 0o600 });
  // A crash leaves the old file or the new one, never half of one.
  renameSync(`${file}.new`, file);
}

/** The keys of the file as they are written there, newest first. */
export function readKeyTexts(dataDir: string): string[] {
  readKeyFile(dataDir);
  return readFileSync(keyFile(dataDir), 'utf8').split(/\s+/).filter(Boolean);
}

/** The first key. Of several processes that start at once one makes it, and the others take that one. */
function makeKeyFile(file: string) {
  const own = `${file}.${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(own, `${newSecretsKey()}\n`, { mode: 0o600, flush: true });
  try {
    // Whole from the first moment on, and never in the place of another's.
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(own);
  }
}

function readKeyFile(dataDir: string): Buffer[] {
  const file = keyFile(dataDir);
  try {
    if (!existsSync(file)) makeKeyFile(file);
    chmodSync(file, 0o600);
    return parseKeys(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The keys in ${file} cannot be read or made: ${(error as Error).message}.`);
  }
}

function parseKeys(text: string, place: string): Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((key) => Buffer.from(key, 'base64'));
  if (keys.length === 0 || keys.some((key) => key.length !== KEY_BYTES))
    throw new StartError(
      `${place} must hold keys of ${KEY_BYTES} bytes in base64, newest first. Make one with: openssl rand -base64 ${KEY_BYTES}`,
    );
  return keys;
}

export function createSecrets(keys: Uint8Array[]): Secrets {
  const known = keys.map((key) => ({ id: keyId(key), seal: derive(key, 'seal'), hmac: derive(key, 'hmac') }));
  const [newest] = known;
  if (!newest) throw new StartError('There is no key to protect secrets with.');

  function hmacs(text: string, purpose: string): Buffer[] {
    return known.map((key) => createHmac('sha256', key.hmac).update(`${purpose}\0${text}`).digest());
  }

  return {
    seal(plain, bound) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.seal, nonce).setAAD(additionalData(newest.id, bound));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([newest.id, nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, bound) {
      const bytes = Buffer.from(sealed);
      const key = known.find(({ id }) => id.equals(bytes.subarray(0, ID_BYTES)));
      if (!key || bytes.length < ID_BYTES + NONCE_BYTES + TAG_BYTES) throw new SealError('sealed under an unknown key');
      const nonce = bytes.subarray(ID_BYTES, ID_BYTES + NONCE_BYTES);
      const text = ID_BYTES + NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key.seal, nonce)
        .setAAD(additionalData(key.id, bound))
        .setAuthTag(bytes.subarray(text - TAG_BYTES, text));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(text)), decipher.final()]);
      } catch {
        throw new SealError('changed, or sealed for something else');
      }
    },
    isStale: (sealed) => !newest.id.equals(Buffer.from(sealed.subarray(0, ID_BYTES))),
    hmac: (text, purpose) => createHmac('sha256', newest.hmac).update(`${purpose}\0${text}`).digest(),
    hmacs,
  };
}

function keyId(key: Uint8Array): Buffer {
  return createHash('sha256').update('key id').update(key).digest().subarray(0, ID_BYTES);
}

function derive(key: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `hearth ${use}`, KEY_BYTES));
}

function additionalData(id: Buffer, bound: string): Buffer {
  return Buffer.concat([id, Buffer.from(bound)]);
}
