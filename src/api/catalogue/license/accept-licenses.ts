import type { Kysely } from 'kysely';
import type { AcceptedLicense } from '#contract/catalogue/license.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findLicenses } from './find-license.ts';
import { saveTexts } from './license.store.ts';
import { alternativesOf } from './license-expression.rules.ts';

/** Licenses that ordering under these expressions accepts, each with the hash of its text, which is kept from now on. */
export async function acceptLicenses(
  db: Kysely<ApiTables>,
  expressions: readonly string[],
): Promise<Map<string, AcceptedLicense[]>> {
  const ids = new Map(
    [...new Set(expressions)]
      .filter((expression) => expression !== '')
      .map((expression) => [expression, idsOf(expression)] as const),
  );
  const licenses = await findLicenses(db, [...ids.values()].flat());
  // Those of named licenses are kept since they were imported.
  const texts = licenses.flatMap(({ license_id, text }) => (text === null ? [] : [{ license_id, text }]));
  await saveTexts(
    db,
    texts.filter(({ license_id }) => !license_id.startsWith('LicenseRef-')),
  );
  const byId = new Map(
    licenses.map(({ license_id, name, sha256 }) => [
      license_id,
      { license_id, name, sha256 } satisfies AcceptedLicense,
    ]),
  );
  return new Map([...ids].map(([expression, own]) => [expression, own.flatMap((id) => byId.get(id) ?? [])]));
}

function idsOf(expression: string): string[] {
  const uses = alternativesOf(expression)?.flat() ?? [];
  return [...new Set(uses.map(({ license_id }) => license_id))];
}
