// Which names files of a release may have in a manifest, in which order they stand, and how they are shown.
import { unsignedPaths } from '#contract/goods/manifest.ts';

/** Why no manifest can hold the path, as the end of a sentence that begins with it; null: it can. */
export function pathFault(path: string): string | null {
  if (path === '') return 'is empty';
  if (!path.isWellFormed() || path.includes('\0')) return 'has characters that no file system can keep';
  if (path.startsWith('/')) return 'begins with a slash';
  const steps = path.split('/');
  if (steps.includes('')) return 'has an empty step, or a slash at its end';
  if (steps.some((step) => step === '.' || step === '..')) return "has a step '.' or '..'";
  if (isUnder(path, unsignedPaths)) return 'is a name that no manifest covers: rename it, or leave it out';
  return null;
}

/** True if the path is one of these, or below one that is a folder. */
export function isUnder(path: string, tops: Iterable<string>): boolean {
  for (const top of tops) if (path === top || path.startsWith(`${top}/`)) return true;
  return false;
}

/** By code points, as the format demands: JavaScript itself compares halves of characters. */
export function byCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** For a line on a terminal: what could move the cursor, turn the direction or break the line is written out. */
export function shownPath(path: string): string {
  const plain = path.replace(/[\p{C}\p{Zl}\p{Zp}"\\]/gu, (character) => {
    return character === '"' || character === '\\'
      ? `\\${character}`
      : `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return plain === path && !path.includes(' ') ? path : `"${plain}"`;
}
