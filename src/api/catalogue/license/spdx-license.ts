// The licenses of SPDX: their names and texts are those of a package, read when one is asked for.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { spdxIds } from './license-expression.rules.ts';
import { sha256Of } from './license-text.rules.ts';

type SpdxLicense = { name: string; url: string | null; text: string; sha256: string };

const { resolve } = createRequire(import.meta.url);
const kept = new Map<string, Promise<SpdxLicense | null>>();

/** Null for what is not in the list, or has no text there. */
export function findSpdxLicense(id: string): Promise<SpdxLicense | null> {
  if (!spdxIds.has(id)) return Promise.resolve(null);
  const license = kept.get(id) ?? readLicenseFile(id);
  kept.set(id, license);
  return license;
}

async function readLicenseFile(id: string): Promise<SpdxLicense | null> {
  try {
    const file = await readFile(resolve(`spdx-license-list/licenses/${id}.json`), 'utf8');
    const { name, url, licenseText: text } = JSON.parse(file);
    return { name, url: /^https?:\/\//.test(url) ? url : null, text, sha256: sha256Of(text) };
  } catch {
    // The package lacks a few of the newest and the oldest.
    return null;
  }
}
