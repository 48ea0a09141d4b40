import {
  type Freedom,
  freedomNames,
  freedoms,
  type Limit,
  limitNames,
  limits,
} from '#contract/catalogue/plain-words.ts';
import type { FactName, FieldChange, LicenseField } from './license-fields.ts';

type FactLabels = { label: string; yes: string; no: string };

const allowed = (name: Freedom): FactLabels => ({ label: freedoms[name].words, yes: 'Allowed', no: 'Forbidden' });
const limited = (name: Limit): FactLabels =>
  limits[name].list === 'must'
    ? { label: limits[name].words(0), yes: 'Asked for', no: 'Not asked for' }
    : { label: limits[name].words(0), yes: 'Forbidden', no: 'Allowed' };

/** How each question is asked where it is answered; the sentences that buyers read are contract/catalogue/plain-words.ts. */
export const factLabels = {
  ...Object.fromEntries(freedomNames.map((name) => [name, allowed(name)])),
  ...Object.fromEntries(limitNames.map((name) => [name, limited(name)])),
  user_cap: { label: 'Ask for a license of its own above a number of monthly users', yes: 'Asked for', no: 'No limit' },
  naming_duty: { label: 'Show certain names or words', yes: 'Asked for', no: 'Not asked for' },
} as Record<FactName, FactLabels>;

export const factGroups: ReadonlyArray<{ title: string; facts: readonly FactName[] }> = [
  { title: 'What it allows', facts: freedomNames },
  { title: 'What it asks for', facts: limitNames.filter((name) => limits[name].list === 'must') },
  { title: 'What it limits', facts: limitNames.filter((name) => limits[name].list === 'may_not') },
];

const others: Partial<Record<LicenseField, string>> = {
  license_id: 'Id',
  name: 'Name',
  text: 'Text',
  user_cap_most: 'Monthly users',
  naming_duty_words: 'What has to be shown',
};

/** Changes by somebody else, in a sentence; for a text, that it is another one. */
export function changeText({ name, before, after, isMine }: FieldChange): string {
  const words = factLabels[name as FactName] as FactLabels | undefined;
  const valueText = (value: string) =>
    words ? (value === 'yes' ? words.yes : value === 'no' ? words.no : 'Not stated') : value || 'nothing';
  const change = name === 'text' ? 'it is another one now' : `${valueText(before)}, now ${valueText(after)}`;
  return `${words?.label ?? others[name]}: ${change}.${isMine ? ' You changed it too: saving puts yours in its place.' : ''}`;
}
