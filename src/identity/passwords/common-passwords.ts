// The passwords that are tried first, because most people choose them: some 50,000, as they were found in lists of stolen ones.
import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set<string>(dictionary['passwords-common']);
const inner = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** True for one of them, whatever its case, and also with signs before or behind it: 'Password1!' is 'password1'. */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').trim().toLowerCase();
  return common.has(folded) || common.has(inner.exec(folded)?.[0] ?? '');
}
