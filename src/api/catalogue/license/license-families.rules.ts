// Families of licenses and their rights, as people ask for them: 'apache', 'open source', 'commercial use'. One rule for the search and
// for lists.
import spdx from 'spdx-license-list/spdx.json' with { type: 'json' };
import type { LicenseFacts } from '#contract/catalogue/license.ts';
import { type LicenseRight, licenseRights } from '#contract/catalogue/license-rights.ts';
import { alternativesOf, spdxIds } from './license-expression.rules.ts';
import { knownFacts } from './license-facts.rules.ts';

const list: Record<string, { osiApproved: boolean }> = spdx;

/** Families by the beginning of an id, as badges call them. */
const families: ReadonlyArray<{ family: string; label: string; ids: RegExp }> = [
  { family: 'mit', label: 'MIT', ids: /^MIT/ },
  { family: 'apache', label: 'Apache', ids: /^Apache-/ },
  { family: 'bsd', label: 'BSD', ids: /^(?:0?BSD)/ },
  { family: 'mpl', label: 'MPL', ids: /^MPL-/ },
  { family: 'agpl', label: 'AGPL', ids: /^AGPL-/ },
  { family: 'lgpl', label: 'LGPL', ids: /^LGPL-/ },
  { family: 'gpl', label: 'GPL', ids: /^GPL-/ },
  { family: 'cc0', label: 'CC0', ids: /^CC0-/ },
  { family: 'cc-by-sa', label: 'CC BY-SA', ids: /^CC-BY-SA-/ },
  { family: 'cc-by', label: 'CC BY', ids: /^CC-BY-\d/ },
  { family: 'cc-by-nc', label: 'CC BY-NC', ids: /^CC-BY-NC/ },
  { family: 'cc', label: 'Creative Commons', ids: /^CC(?:0|-)/ },
  { family: 'odc', label: 'Open Data Commons', ids: /^(?:ODC-|ODbL|PDDL)/ },
  { family: 'cdla', label: 'CDLA', ids: /^CDLA-/ },
  { family: 'llama', label: 'Llama license', ids: /llama/i },
];

const spdxByLetters = new Map([...spdxIds].map((id) => [id.toLowerCase(), id]));

/** Id of SPDX that is written so, in whatever letters; null where it is none. */
export function spdxIdOf(text: string): string | null {
  return spdxByLetters.get(text.toLowerCase()) ?? null;
}

/** Licenses of data and texts that are open as those of the OSI are. */
const openFamilies = /^(?:CC0-|CC-BY-\d|CC-BY-SA-|ODC-By|ODbL-|PDDL-|CDLA-)/;

const rights = [
  { family: 'commercial', label: licenseRights.commercial, fact: 'commercial_use', is: true },
  { family: 'redistribution', label: licenseRights.redistribution, fact: 'redistribution', is: true },
  { family: 'training', label: licenseRights.training, fact: 'training', is: true },
  { family: 'share_alike', label: 'Share alike', fact: 'share_alike', is: true },
  { family: 'attribution', label: 'Attribution required', fact: 'attribution', is: true },
  { family: 'noncommercial', label: 'Non-commercial', fact: 'commercial_use', is: false },
] as const;

export type Right = (typeof rights)[number];

export function familyLabel(family: string): string {
  if (family === 'osi') return 'Open source';
  if (family === 'open') return 'Open license';
  if (family === 'permissive') return 'Permissive';
  if (family === 'copyleft') return 'Copyleft';
  return [...families, ...rights].find((one) => one.family === family)?.label ?? family;
}

/** Fact that a family asks for, which a shop's own licenses state; null where a family is its ids. */
export function rightOf(family: string): Right | null {
  return rights.find((one) => one.family === family) ?? null;
}

/** Families that a filter of a list offers, as far as products have them. */
export const offeredFamilies: readonly string[] = ['open', 'copyleft', ...families.map(({ family }) => family)].filter(
  (family) => family !== 'cc',
);

/**
 * Families of an expression's licenses, and the ids themselves in small letters: keys of the search, which finds more by them than
 * `createLicenseReader` lets through.
 */
export function familiesOf(expression: string): string[] {
  const found = new Set<string>();
  for (const { license_id: id } of alternativesOf(expression)?.flat() ?? [])
    for (const family of familiesOfId(id, knownFacts(id))) found.add(family);
  return [...found];
}

function familiesOfId(id: string, facts: LicenseFacts | null): string[] {
  const isOfOsi = list[id]?.osiApproved === true;
  return [
    id.toLowerCase(),
    ...families.flatMap(({ family, ids }) => (ids.test(id) ? [family] : [])),
    ...(isOfOsi ? ['osi'] : []),
    ...(isOfOsi || openFamilies.test(id) ? ['open'] : []),
    ...(isOfOsi && facts?.share_alike === false ? ['permissive'] : []),
    ...(facts?.share_alike === true ? ['copyleft'] : []),
    ...rights.flatMap(({ family, fact, is }) => (facts?.[fact] === is ? [family] : [])),
  ];
}

/** Families and rights of an expression. */
export type LicenseReader = (expression: string) => ReadonlySet<string>;

/**
 * Reads expressions, each once. `own`: facts of the licenses that the shop names itself. A right is there where the buyer can choose
 * licenses that all state it: what a license does not say, it does not allow.
 */
export function createLicenseReader(own: ReadonlyMap<string, LicenseFacts>): LicenseReader {
  const read = new Map<string, ReadonlySet<string>>();
  return (expression) => {
    const known = read.get(expression);
    if (known) return known;
    const found = readExpression(expression, (id) => own.get(id) ?? knownFacts(id));
    if (read.size >= MOST_REMEMBERED) read.clear();
    read.set(expression, found);
    return found;
  };
}

const MOST_REMEMBERED = 5_000;

function readExpression(expression: string, factsOf: (id: string) => LicenseFacts | null): Set<string> {
  const alternatives = expression === '' ? [] : (alternativesOf(expression) ?? []);
  const found = new Set(alternatives.flat().flatMap(({ license_id: id }) => familiesOfId(id, factsOf(id))));
  for (const { family, fact } of grantedRights) {
    const isGranted = alternatives.some((all) => all.every(({ license_id: id }) => factsOf(id)?.[fact] === true));
    if (!isGranted) found.delete(family);
  }
  return found;
}

const grantedRights = rights.filter(({ family }): boolean => family in licenseRights);

/** Rights that a filter of a list offers. */
export const offeredRights = Object.keys(licenseRights) as LicenseRight[];
