import { type Kysely, sql } from 'kysely';
import type { LicenseFacts } from '#contract/catalogue/license.ts';
import type { NamedLicense } from '#contract/catalogue/named-license.schema.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { sha256Of } from './license-text.rules.ts';

type Db = Kysely<ApiTables>;

/** The named licenses of these ids that there are, with their texts. */
export function findNamedLicenses(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('api.license as license')
    .innerJoin('api.license_text as kept', (join) =>
      join.onRef('kept.license_id', '=', 'license.license_id').onRef('kept.sha256', '=', 'license.sha256'),
    )
    .select(['license.license_id', 'name', 'facts', 'text', 'license.sha256', 'license.updated_at'])
    .where('license.license_id', 'in', ids)
    .execute();
}

/** The same of one, as it stays until the transaction ends; of one that there is not, nobody else of the staff makes it meanwhile. */
export async function lockNamedLicense(transaction: Db, id: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`license ${id}`}, 0))`.execute(transaction);
  return transaction
    .selectFrom('api.license as license')
    .select(['license_id', 'name', 'facts', 'sha256'])
    .where('license_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The hashes of the texts that it has had, without the one that it has. */
export async function listTextsBefore(db: Db, { license_id: id, sha256 }: { license_id: string; sha256: string }) {
  const rows = await db
    .selectFrom('api.license_text')
    .select('sha256')
    .where('license_id', '=', id)
    .where('sha256', '<>', sha256)
    .orderBy('sha256')
    .execute();
  return rows.map((row) => row.sha256);
}

/** The expressions that name licenses of one's own, and how many products have each. */
export function countProductsByExpression(db: Db): Promise<Array<{ license: string; products: number }>> {
  return (
    db
      .selectFrom('api.product')
      .select(['license', sql<number>`count(*)::int`.as('products')])
      // As the index has it (migrations/0118-products-by-named-license.sql).
      .where(sql<boolean>`license like '%LicenseRef-%'`)
      .groupBy('license')
      .execute()
  );
}

/** A text that a license has had, by its hash. */
export async function findLicenseText(db: Db, licenseId: string, sha256: string): Promise<string | null> {
  const row = await db
    .selectFrom('api.license_text')
    .select('text')
    .where('license_id', '=', licenseId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.text ?? null;
}

/**
 * Texts stay: what is there already is the same, and is not sent again. The order of ids keeps two transactions from waiting
 * for each other.
 */
export async function saveTexts(db: Db, licenses: ReadonlyArray<{ license_id: string; text: string }>): Promise<void> {
  if (licenses.length === 0) return;
  const hashed = licenses.map(({ license_id, text }) => ({ license_id, sha256: sha256Of(text), text }));
  const kept = await db
    .selectFrom('api.license_text')
    .select(['license_id', 'sha256'])
    .where(
      'sha256',
      'in',
      hashed.map(({ sha256 }) => sha256),
    )
    .execute();
  const missing = hashed.filter(
    ({ license_id, sha256 }) => !kept.some((text) => text.license_id === license_id && text.sha256 === sha256),
  );
  if (missing.length === 0) return;
  await db
    .insertInto('api.license_text')
    .values(missing.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function keyOf({ license_id, sha256 }: { license_id: string; sha256: string }): string {
  return `${license_id} ${sha256}`;
}

/** Puts them in the place of those that had the same ids. */
export async function storeNamedLicenses(db: Db, licenses: readonly NamedLicense[]): Promise<void> {
  await saveTexts(db, licenses);
  for (const license of licenses) {
    const { license_id: _id, ...values } = toRow(license);
    await db
      .insertInto('api.license')
      .values(toRow(license))
      .onConflict((conflict) => conflict.column('license_id').doUpdateSet({ ...values, updated_at: new Date() }))
      .execute();
  }
}

/** False where there is one of this id already. */
export async function insertNamedLicense(transaction: Db, license: NamedLicense): Promise<boolean> {
  await saveTexts(transaction, [license]);
  const made = await transaction
    .insertInto('api.license')
    .values(toRow(license))
    .onConflict((conflict) => conflict.column('license_id').doNothing())
    .returning('license_id')
    .executeTakeFirst();
  return made !== undefined;
}

function toRow({ license_id, name, facts, text }: NamedLicense) {
  return { license_id, name, facts: JSON.stringify(facts), sha256: sha256Of(text) };
}

/** Own licenses whose facts filters know. */
const MOST_OWN = 2_000;

/** Facts of the licenses that the shop names itself, by their ids. */
export async function findOwnFacts(db: Db): Promise<Map<string, LicenseFacts>> {
  const rows = await db
    .selectFrom('api.license')
    .select(['license_id', 'facts'])
    .orderBy('license_id')
    .limit(MOST_OWN)
    .execute();
  return new Map(rows.map(({ license_id, facts }) => [license_id, facts]));
}

/** Expressions of products that filters by license know, where a catalogue is too large to be held. */
const MOST_EXPRESSIONS = 2_000;

/** The distinct expressions of the catalogue: each is one look into the index, however many products have it. */
export async function findExpressions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ license: string }>`
    with recursive expression (license, n) as (
      (select license collate "C", 1 from api.product where listed and license collate "C" > ''
        order by license collate "C" limit 1)
      union all
      select next.license, n + 1 from expression cross join lateral (
        select product.license collate "C" as license from api.product as product
        where product.listed and product.license collate "C" > expression.license
        order by product.license collate "C" limit 1) as next
      where n < ${MOST_EXPRESSIONS})
    select license from expression`.execute(db);
  return rows.map(({ license }) => license);
}

export function listNamedLicenses(db: Db) {
  return db
    .selectFrom('api.license')
    .select(['license_id', 'name', 'sha256', 'updated_at'])
    .orderBy('license_id')
    .execute();
}
