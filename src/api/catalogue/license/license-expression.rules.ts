// License expressions of SPDX, and the words that people write instead of them.
import parse from 'spdx-expression-parse';
import deprecated from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import ids from 'spdx-license-ids/index.json' with { type: 'json' };
import { printable } from '../../text/printable-text.rules.ts';
import { type Finding, finding } from '../product-input/fault.rules.ts';
import { licenseLabels } from './license-labels.rules.ts';

type ReadLicense = { ok: true; license: string } | { ok: false; fault: Finding };

/** A license of an expression; `note` says 'or a later version', or its exception. */
type LicenseUse = { license_id: string; note: string };

/** As it is stored and asked for. */
export const LONGEST_LICENSE = 300;
const MOST_ALTERNATIVES = 16;
const MOST_REMEMBERED = 1_000;

export const spdxIds: ReadonlySet<string> = new Set([...ids, ...deprecated]);
const bySmallLetters = new Map([...spdxIds].map((id) => [id.toLowerCase(), id]));
const remembered = new Map<string, ReadLicense>();

/** A license as a file gives it, written as SPDX does. Files repeat few licenses, so each is worked out once. */
export function readLicense(text: string): ReadLicense {
  const known = remembered.get(text);
  if (known) return known;
  const read = judge(text.trim());
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, read);
  return read;
}

/** Null for what is no expression. The buyer chooses one of the lists; all of a list hold together. */
export function alternativesOf(expression: string): LicenseUse[][] | null {
  const tree = tryToParse(expression);
  return tree && countAlternatives(tree) <= MOST_ALTERNATIVES ? alternatives(tree) : null;
}

function judge(text: string): ReadLicense {
  if (text === '') return { ok: true, license: '' };
  const license = licenseLabels.get(text.toLowerCase()) ?? spelled(text);
  if (license.length > LONGEST_LICENSE)
    return { ok: false, fault: finding('license_too_long', { most: LONGEST_LICENSE }) };
  const tree = tryToParse(license);
  if (!tree) return { ok: false, fault: finding('license_unknown', { license: printable(text, 40) }) };
  if (countAlternatives(tree) > MOST_ALTERNATIVES)
    return { ok: false, fault: finding('license_too_many_choices', { most: MOST_ALTERNATIVES }) };
  return { ok: true, license };
}

/** Ids and operators in the case that SPDX has them. */
function spelled(text: string): string {
  const words = text
    .replace(/([()])/g, ' $1 ')
    .split(/\s+/)
    .filter(Boolean);
  const written = words.map((word) => {
    if (/^(?:and|or|with)$/i.test(word)) return word.toUpperCase();
    const known = licenseLabels.get(word.toLowerCase()) ?? bySmallLetters.get(word.toLowerCase());
    if (known) return known;
    const later = /^(.+)\+$/.exec(word)?.[1];
    return later
      ? `${bySmallLetters.get(later.toLowerCase()) ?? later}+`
      : word.replace(/^licenseref-/i, 'LicenseRef-');
  });
  return written.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
}

/** A reference into another document names nothing here. */
function tryToParse(expression: string): parse.Info | null {
  if (expression.includes(':')) return null;
  try {
    return parse(expression);
  } catch {
    return null;
  }
}

function countAlternatives(tree: parse.Info): number {
  if (!('conjunction' in tree)) return 1;
  const [left, right] = [countAlternatives(tree.left), countAlternatives(tree.right)];
  return tree.conjunction === 'or' ? left + right : left * right;
}

function alternatives(tree: parse.Info): LicenseUse[][] {
  if (!('conjunction' in tree)) return [[toUse(tree)]];
  const [left, right] = [alternatives(tree.left), alternatives(tree.right)];
  if (tree.conjunction === 'or') return [...left, ...right];
  return left.flatMap((some) => right.map((others) => [...some, ...others]));
}

function toUse({ license, plus, exception }: parse.LicenseInfo): LicenseUse {
  const notes = [plus && 'or a later version', exception && `with the exception ${exception}`];
  return { license_id: license, note: notes.filter(Boolean).join(', ') };
}
