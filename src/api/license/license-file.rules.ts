// A file of named licenses: JSON Lines, one license in a line.
import { z } from 'zod';
import { licenseFactsSchema } from '#contract/license.schema.ts';
import { line } from '#contract/text.schema.ts';

const LONGEST_TEXT = 200_000;

const licenseRow = z.strictObject({
  license_id: z.string().regex(/^LicenseRef-[A-Za-z0-9.-]{1,100}$/, 'is not like LicenseRef-Our-Terms'),
  name: line().min(1).max(200),
  // As its author has written it, with carriage returns and form feeds: an order knows it by its hash.
  text: z.string().trim().min(1).max(LONGEST_TEXT).refine(isStorable, 'has a character that cannot be stored'),
  facts: licenseFactsSchema.default({}),
});

export type NamedLicense = z.infer<typeof licenseRow>;

/** All of them, or what is wrong in which line. */
export function readLicenseFile(
  content: string,
): { ok: true; licenses: NamedLicense[] } | { ok: false; line: number; reason: string } {
  const licenses: NamedLicense[] = [];
  for (const [index, text] of content
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (text.trim() === '') continue;
    const row = licenseRow.safeParse(parseJson(text));
    if (!row.success) return { ok: false, line: index + 1, reason: reasonOf(row.error) };
    licenses.push(row.data);
  }
  return { ok: true, licenses };
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf({ issues: [issue] }: z.ZodError): string {
  if (!issue || issue.path.length === 0) return 'is not an object with license_id, name, text and facts';
  return `${issue.path.join('.')} ${issue.message}`;
}
