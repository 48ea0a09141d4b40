// A named license as fields of a form, and back. Pure.
import type { LicenseFacts } from '#contract/catalogue/license.ts';
import type { StaffLicense } from '#contract/catalogue/named-license.schema.ts';
import {
  licenseIdPattern,
  licenseNameMaximum,
  licenseTextMaximum,
  namingDutyMaximum,
} from '#contract/catalogue/named-license.ts';
import { type Freedom, freedomNames, type Limit, limitNames } from '#contract/catalogue/plain-words.ts';

export type FactName = Freedom | Limit;
/** `user_cap_most` and `naming_duty_words` say how many, and which words. */
export type LicenseField = 'license_id' | 'name' | 'text' | FactName | 'user_cap_most' | 'naming_duty_words';
export type LicenseFields = Record<LicenseField, string>;

const factNames: readonly FactName[] = [...freedomNames, ...limitNames];

const answers = (value: unknown) => (value === undefined ? '' : value === false ? 'no' : 'yes');

/** A fact is `yes`, `no`, or empty where the license does not state it. */
export function toFields(of: Pick<StaffLicense, 'license_id' | 'name' | 'text' | 'facts'>): LicenseFields {
  const facts = Object.fromEntries(factNames.map((name) => [name, answers(of.facts[name])]));
  return {
    ...(facts as Record<FactName, string>),
    license_id: of.license_id,
    name: of.name,
    text: shownText(of.text),
    user_cap_most: of.facts.user_cap ? String(of.facts.user_cap) : '',
    naming_duty_words: of.facts.naming_duty || '',
  };
}

/** True if a field differs from what is saved. */
export function isWritten(typed: LicenseFields, kept: LicenseFields): boolean {
  return (Object.keys(kept) as LicenseField[]).some((name) => typed[name] !== kept[name]);
}

export const noFields = toFields({ license_id: 'LicenseRef-', name: '', text: '', facts: {} });

export function toFacts(fields: LicenseFields): LicenseFacts {
  const stated = factNames.filter((name) => fields[name] !== '');
  const value = (name: FactName) => {
    if (fields[name] === 'no') return false;
    if (name === 'user_cap') return Number(fields.user_cap_most);
    return name === 'naming_duty' ? fields.naming_duty_words.trim() : true;
  };
  return Object.fromEntries(stated.map((name) => [name, value(name)])) as LicenseFacts;
}

/** As a field of several lines holds it: a browser writes every end of a line as a line feed. */
export function shownText(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Text to send for a field: the one that filled it, byte for byte, while nobody has changed it. */
export function textOf(typed: string, ...filledWith: string[]): string {
  return filledWith.find((text) => shownText(text) === shownText(typed)) ?? typed;
}

export function checkFields(fields: LicenseFields): Partial<LicenseFields> {
  const most = Number(fields.user_cap_most);
  const isCount = /^\d{1,15}$/.test(fields.user_cap_most.trim()) && most > 0;
  const words = fields.naming_duty_words.trim().length;
  const length = fields.text.trim().length;
  return {
    ...(!licenseIdPattern.test(fields.license_id.trim()) && {
      license_id: 'Write LicenseRef- and a name of letters, digits, dots and hyphens, such as LicenseRef-Our-Terms.',
    }),
    ...atMost('name', fields.name.trim().length, licenseNameMaximum, 'Give it a name.'),
    ...atMost('text', length, licenseTextMaximum, 'Write its text, or choose a file that has it.'),
    ...(fields.user_cap === 'yes' && !isCount && { user_cap_most: 'Write a number of users, such as 1000000.' }),
    ...(fields.naming_duty === 'yes' &&
      atMost('naming_duty_words', words, namingDutyMaximum, 'Write what has to be shown.')),
  };
}

function atMost(name: LicenseField, length: number, most: number, missing: string): Partial<LicenseFields> {
  if (length === 0) return { [name]: missing };
  return length > most ? { [name]: `Write at most ${most.toLocaleString('en-US')} characters.` } : {};
}

export type FieldChange = { name: LicenseField; before: string; after: string; isMine: boolean };

/** Changes by somebody else since the form was filled: what was typed here stays, what was not touched follows. */
export function mergeFields(
  typed: LicenseFields,
  before: LicenseFields,
  now: LicenseFields,
): { fields: LicenseFields; changes: FieldChange[] } {
  const names = (Object.keys(now) as LicenseField[]).filter((name) => before[name] !== now[name]);
  const changes = names.map((name) => ({
    name,
    before: before[name],
    after: now[name],
    isMine: typed[name] !== before[name] && typed[name] !== now[name],
  }));
  const untouched = names.filter((name) => typed[name] === before[name]);
  return { fields: { ...typed, ...Object.fromEntries(untouched.map((name) => [name, now[name]])) }, changes };
}
