// Families of licenses, as people ask for them: 'apache', 'open source', 'commercial use'.
import spdx from 'spdx-license-list/spdx.json' with { type: 'json' };
import { alternativesOf, spdxIds } from '../../license/license-expression.rules.ts';
import { knownFacts } from '../../license/license-facts.rules.ts';

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
  { family: 'commercial', label: 'Commercial use', fact: 'commercial_use', is: true },
  { family: 'redistribution', label: 'May be redistributed', fact: 'redistribution', is: true },
  { family: 'training', label: 'Training allowed', fact: 'training', is: true },
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

/** Families of an expression's licenses, and the ids themselves in small letters. */
export function familiesOf(expression: string): string[] {
  if (expression === '') return [];
  const found = new Set<string>();
  for (const { license_id: id } of alternativesOf(expression)?.flat() ?? []) {
    found.add(id.toLowerCase());
    for (const { family, ids } of families) if (ids.test(id)) found.add(family);
    if (list[id]?.osiApproved) found.add('osi');
    const facts = knownFacts(id);
    if (list[id]?.osiApproved || openFamilies.test(id)) found.add('open');
    if (list[id]?.osiApproved && facts?.share_alike === false) found.add('permissive');
    if (facts?.share_alike === true) found.add('copyleft');
    for (const { family, fact, is } of rights) if (facts?.[fact] === is) found.add(family);
  }
  return [...found];
}
