// Well-known licenses, as answers to the questions of contract/catalogue/license.schema.ts. Read in the licenses themselves; what
// one leaves open is not here. This is no legal advice, and pages say so.

import type { LicenseFacts } from '#contract/catalogue/license.ts';
import { entryOf } from '#contract/text/entry-of.ts';

const open: LicenseFacts = {
  commercial_use: true,
  redistribution: true,
  derivatives: true,
  output_limits: false,
  use_restrictions: false,
  research_only: false,
  acceptance_needed: false,
  user_cap: false,
  naming_duty: false,
};
const notices: LicenseFacts = { ...open, attribution: true, share_alike: false, network_copyleft: false };
const noDuties: LicenseFacts = { ...notices, attribution: false };
const copyleft: LicenseFacts = { ...notices, share_alike: true };
const networkCopyleft: LicenseFacts = { ...copyleft, network_copyleft: true };
const noncommercial: LicenseFacts = { commercial_use: false };

/** Those of the RAIL family: free, but for a list of uses that goes with every copy. */
const rail: LicenseFacts = {
  commercial_use: true,
  redistribution: true,
  derivatives: true,
  attribution: true,
  share_alike: false,
  network_copyleft: false,
  use_restrictions: true,
  research_only: false,
  user_cap: false,
  naming_duty: false,
};
const llama: LicenseFacts = {
  commercial_use: true,
  redistribution: true,
  derivatives: true,
  attribution: true,
  share_alike: false,
  network_copyleft: false,
  use_restrictions: true,
  research_only: false,
  acceptance_needed: true,
  user_cap: 700_000_000,
};
const builtWithLlama: LicenseFacts = {
  ...llama,
  output_limits: false,
  naming_duty: 'Show "Built with Llama", and begin the names of models made with it or with its outputs with "Llama"',
};
const researchOnly: LicenseFacts = { commercial_use: false, research_only: true };

const facts: Record<string, LicenseFacts> = {
  '0BSD': noDuties,
  'AGPL-3.0-only': networkCopyleft,
  'AGPL-3.0-or-later': networkCopyleft,
  'Apache-2.0': notices,
  'BSD-2-Clause': notices,
  'BSD-3-Clause': notices,
  'BSL-1.0': notices,
  'C-UDA-1.0': {
    redistribution: true,
    training: true,
    attribution: true,
    use_restrictions: true,
    output_limits: false,
  },
  'CC-BY-3.0': notices,
  'CC-BY-4.0': notices,
  'CC-BY-NC-4.0': { ...notices, ...noncommercial },
  'CC-BY-NC-ND-4.0': { ...notices, ...noncommercial, derivatives: false },
  'CC-BY-NC-SA-4.0': { ...copyleft, ...noncommercial },
  'CC-BY-ND-4.0': { ...notices, derivatives: false },
  'CC-BY-SA-3.0': copyleft,
  'CC-BY-SA-4.0': copyleft,
  'CC0-1.0': noDuties,
  'CDLA-Permissive-1.0': { ...notices, training: true },
  'CDLA-Permissive-2.0': { ...notices, training: true },
  'CDLA-Sharing-1.0': { ...copyleft, training: true },
  'EUPL-1.2': networkCopyleft,
  'GPL-2.0-only': copyleft,
  'GPL-2.0-or-later': copyleft,
  'GPL-3.0-only': copyleft,
  'GPL-3.0-or-later': copyleft,
  ISC: notices,
  'LGPL-2.1-only': copyleft,
  'LGPL-2.1-or-later': copyleft,
  'LGPL-3.0-only': copyleft,
  'LGPL-3.0-or-later': copyleft,
  'LicenseRef-Apple-AMLR': researchOnly,
  'LicenseRef-BigCode-OpenRAIL-M': rail,
  'LicenseRef-BigScience-BLOOM-RAIL-1.0': rail,
  'LicenseRef-BigScience-OpenRAIL-M': rail,
  'LicenseRef-CreativeML-OpenRAIL-M': rail,
  'LicenseRef-CreativeML-OpenRAIL-PlusPlus-M': rail,
  'LicenseRef-FAIR-Noncommercial-Research': researchOnly,
  'LicenseRef-Gemma': {
    commercial_use: true,
    redistribution: true,
    derivatives: true,
    attribution: true,
    use_restrictions: true,
    research_only: false,
    acceptance_needed: true,
  },
  'LicenseRef-Intel-Research': researchOnly,
  'LicenseRef-Llama-2': { ...llama, output_limits: true, naming_duty: false },
  'LicenseRef-Llama-3': {
    ...llama,
    output_limits: true,
    naming_duty: 'Show "Built with Meta Llama 3", and begin the names of models made with it with "Llama 3"',
  },
  'LicenseRef-Llama-3.1': builtWithLlama,
  'LicenseRef-Llama-3.2': builtWithLlama,
  'LicenseRef-Llama-3.3': builtWithLlama,
  'LicenseRef-Llama-4': builtWithLlama,
  'LicenseRef-OpenRAIL': rail,
  MIT: notices,
  'MIT-0': noDuties,
  'MPL-2.0': copyleft,
  'O-UDA-1.0': { ...notices, training: true },
  'ODC-By-1.0': notices,
  'ODbL-1.0': copyleft,
  'OpenMDW-1.0': notices,
  'PDDL-1.0': noDuties,
  Unlicense: noDuties,
};

export function knownFacts(licenseId: string): LicenseFacts | null {
  return entryOf(facts, licenseId) ?? null;
}

/** 'LicenseRef-Llama-3.1' -> 'Llama 3.1': for one that has no name of its own here. */
export function nameOfReference(licenseId: string): string {
  return licenseId.replace(/^LicenseRef-/, '').replaceAll('-', ' ');
}
