import type { z } from 'zod';
import { cutText } from '#contract/text/cut-text.ts';

type Issue = z.core.$ZodIssue;

/** Fields that a sentence names at most, and characters of each: they are the caller's. */
const MOST_NAMES = 5;
const LONGEST_NAME = 60;

/**
 * One sentence about a refused body: the first fault, or before it an unknown field, which may be the misspelt name of a missing
 * one.
 */
export function issueSentence(issues: readonly Issue[]): string {
  const all = issues.map(nearest);
  const issue = all.find(isUnknown) ?? all[0];
  if (issue && isUnknown(issue)) return unknownSentence(issue);
  return `${issue?.path.join('.') || 'The body'} ${lowerFirst(issue?.message ?? 'is not valid')}.`;
}

type Unknown = Extract<Issue, { code: 'unrecognized_keys' }>;

function isUnknown(issue: Issue): issue is Unknown {
  return issue.code === 'unrecognized_keys';
}

/** Fault of a union's closest branch: the one that fits except for unknown fields. */
function nearest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const branches = issue.errors.map((branch) => branch.map(nearest));
  const [inner] = branches.find((branch) => branch.length > 0 && branch.every(isUnknown)) ?? [];
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

function unknownSentence({ path, keys }: Unknown): string {
  const names = keys.slice(0, MOST_NAMES).map((key) => [...path, shown(key)].join('.'));
  const more = keys.length > names.length ? ` and ${keys.length - names.length} more` : '';
  return keys.length === 1
    ? `${names[0]} is not a field of this request.`
    : `${names.join(', ')}${more} are not fields of this request.`;
}

function shown(key: string): string {
  const name = cutText(key, LONGEST_NAME);
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
