import type { Kysely } from 'kysely';
import type { License, LicenseFacts, LicenseTerms } from '#contract/catalogue/license.ts';
import { plainWords } from '#contract/catalogue/plain-words.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findLicenseText, findNamedLicenses } from './license.store.ts';
import { alternativesOf } from './license-expression.rules.ts';
import { knownFacts, nameOfReference } from './license-facts.rules.ts';
import { findSpdxLicense } from './spdx-license.ts';

type Db = Kysely<ApiTables>;
type Found = Omit<License, 'may' | 'must' | 'may_not' | 'not_stated'> & { facts: LicenseFacts };

/** A license, or null; with `sha256` in the text that had this hash, as an order keeps it. */
export async function findLicense(db: Db, id: string, sha256: string | null): Promise<License | null> {
  const [found] = await findLicenses(db, [id]);
  if (!found || !isThere(found)) return null;
  const { facts, ...license } = found;
  if (sha256 === null || sha256 === license.sha256) return { ...license, ...plainWords([facts]) };
  const text = await findLicenseText(db, id, sha256);
  // Plain words are known of the text as it is now.
  return text === null ? null : { ...license, text, sha256, ...plainWords([{}]) };
}

/** Terms of an expression, or null where it is none. */
export async function findTerms(db: Db, expression: string): Promise<LicenseTerms | null> {
  const alternatives = alternativesOf(expression);
  if (!alternatives) return null;
  const uses = alternatives.flat();
  const found = new Map(
    (
      await findLicenses(
        db,
        uses.map(({ license_id }) => license_id),
      )
    ).map((it) => [it.license_id, it]),
  );
  return {
    license: expression,
    alternatives: alternatives.map((list) => ({
      licenses: list.map(({ license_id, note }) => ({
        license_id,
        name: found.get(license_id)?.name ?? nameOfReference(license_id),
        note,
      })),
      ...plainWords(list.map(({ license_id }) => found.get(license_id)?.facts ?? {})),
    })),
  };
}

/** Each id once. Of one that nobody has described, its name is all there is. */
export async function findLicenses(db: Db, ids: readonly string[]): Promise<Found[]> {
  const distinct = [...new Set(ids)];
  const references = distinct.filter((id) => id.startsWith('LicenseRef-'));
  const named = references.length > 0 ? await findNamedLicenses(db, references) : [];
  const byId = new Map(named.map((license) => [license.license_id, license]));
  return Promise.all(
    distinct.map(async (license_id) => {
      const own = byId.get(license_id);
      const facts = own?.facts ?? knownFacts(license_id) ?? {};
      const { name, text, sha256 } = own ?? (await findSpdxLicense(license_id)) ?? nothing(license_id);
      const url = own ? null : ((await findSpdxLicense(license_id))?.url ?? null);
      return { license_id, name, url, text, sha256, facts };
    }),
  );
}

function nothing(licenseId: string) {
  return { name: nameOfReference(licenseId), text: null, sha256: null };
}

function isThere({ license_id, text }: Found): boolean {
  return text !== null || knownFacts(license_id) !== null;
}
