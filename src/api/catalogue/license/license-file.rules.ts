// A file of named licenses: JSON Lines, one license in a line.
import type { z } from 'zod';
import { type NamedLicense, namedLicenseSchema } from '#contract/catalogue/named-license.schema.ts';

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
    const row = namedLicenseSchema.safeParse(parseJson(text));
    if (!row.success) return { ok: false, line: index + 1, reason: reasonOf(row.error) };
    licenses.push(row.data);
  }
  return { ok: true, licenses };
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
