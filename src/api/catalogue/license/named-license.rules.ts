// Facts worked out of named licenses: which products have them, and whether one has changed since it was read.
import { createHash } from 'node:crypto';
import type { LicenseFacts } from '#contract/catalogue/license.ts';
import { stableText } from '#contract/text/stable-text.ts';
import { alternativesOf } from './license-expression.rules.ts';

type Content = { name: string; sha256: string; facts: LicenseFacts };

/** By which a change knows whether somebody else has changed the license since. */
export function markOf({ name, sha256, facts }: Content): string {
  return createHash('sha256').update(stableText({ name, sha256, facts })).digest('base64url').slice(0, 16);
}

/** How many products have each license; one that an expression names twice is counted once. */
export function productsByLicense(counted: ReadonlyArray<{ license: string; products: number }>): Map<string, number> {
  const found = new Map<string, number>();
  for (const { license, products } of counted) {
    const ids = new Set((alternativesOf(license) ?? []).flat().map(({ license_id }) => license_id));
    for (const id of ids) found.set(id, (found.get(id) ?? 0) + products);
  }
  return found;
}

type Changes = Record<string, { before: string | number | boolean | null; after: string | number | boolean | null }>;

/** Field by field, for the audit log; a text is told by its hash. */
export function licenseChanges(before: Content | null, after: Content): Changes {
  const [then, now] = [before ? plain(before) : {}, plain(after)];
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  const changes = names.map((name) => [name, { before: then[name] ?? null, after: now[name] ?? null }] as const);
  return Object.fromEntries(changes.filter(([, { before: one, after: other }]) => one !== other));
}

function plain({ name, sha256, facts }: Content): Record<string, string | number | boolean> {
  return { name, sha256, ...facts };
}
