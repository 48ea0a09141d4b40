// Codes on paper, for when the second factor is out of reach: ten, each good for one use. What is stored are hashes of them,
// sealed, so that a change of keys does not end them.
import { createHash, randomBytes } from 'node:crypto';
import { news, recoveryCodeUsedNotice } from '../accounts/security-notices.ts';
import { lockUser, updateUser } from '../accounts/user.store.ts';
import type { User } from '../schema.ts';
import type { Service } from '../service.ts';
import { changeFactors } from './change-factors.ts';

const COUNT = 10;
const LENGTH = 10;
/** Without letters and digits that are taken for each other. 32 of them: five bits each, fifty in a code. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Such as 'k7m2q-x94bd'. */
function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % 32]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** As it is compared: however its owner writes it down, with capitals, spaces or without the hyphen. */
function plain(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '');
}

/** Codes of six digits are none of these. */
export function isRecoveryCode(code: string): boolean {
  return /^[a-z\d]{10}$/.test(plain(code));
}

/** Makes new codes, and ends those before; they are answered once, and never again. Throws as `changeFactors` does. */
export async function makeRecoveryCodes(service: Service, user: User): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  const hashes = codes.map((code) => hashOf(user.user_id, code));
  await changeFactors(service, user, [news.recoveryCodesMade], (transaction) =>
    updateUser(transaction, user.user_id, { recovery_sealed: seal(service, user.user_id, hashes) }),
  );
  return codes;
}

export function countRecoveryCodes(service: Service, user: User): number {
  return open(service, user).length;
}

/** Uses a code up and tells the owner by mail; false for one that is none, or was used. Of two at once one is refused. */
export async function acceptRecoveryCode(service: Service, userId: string, code: string): Promise<boolean> {
  if (!isRecoveryCode(code)) return false;
  return service.db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user) return false;
    const before = open(service, user);
    const given = hashOf(userId, code);
    const left = before.filter((hash) => hash !== given);
    if (left.length === before.length) return false;
    await updateUser(transaction, userId, { recovery_sealed: seal(service, userId, left) });
    await service.sendMail(transaction, recoveryCodeUsedNotice(service.pool.shopName, user.email, left.length));
    return true;
  });
}

export function recoveryBoundTo(userId: string): string {
  return `identity.user.recovery:${userId}`;
}

/** Fifty bits cannot be tried through, and the hashes are sealed: they need no slow hash. */
function hashOf(userId: string, code: string): string {
  return createHash('sha256')
    .update(`${userId}:${plain(code)}`)
    .digest('base64url');
}

function seal({ secrets }: Service, userId: string, hashes: string[]): Buffer {
  return secrets.seal(JSON.stringify(hashes), recoveryBoundTo(userId));
}

function open({ secrets }: Service, { user_id, recovery_sealed }: User): string[] {
  return recovery_sealed ? JSON.parse(secrets.open(recovery_sealed, recoveryBoundTo(user_id)).toString()) : [];
}
