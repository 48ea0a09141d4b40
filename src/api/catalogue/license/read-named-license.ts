import type { NamedLicenses, StaffLicense } from '#contract/catalogue/named-license.schema.ts';
import { plainWords } from '#contract/catalogue/plain-words.ts';
import { pageAudit } from '#platform/audit/audit-log.ts';
import { namesOf } from '../../access/staff-name.store.ts';
import type { Db } from '../../schema/db.ts';
import { countProductsByExpression, findNamedLicenses, listNamedLicenses, listTextsBefore } from './license.store.ts';
import { markOf, productsByLicense } from './named-license.rules.ts';

const HISTORY = 50;

/** Every named license, with how many products have it. */
export async function readNamedLicenses(db: Db): Promise<NamedLicenses> {
  const licenses = await listNamedLicenses(db);
  const products = productsByLicense(await countProductsByExpression(db));
  const items = licenses.map(({ updated_at, ...license }) => ({
    ...license,
    products: products.get(license.license_id) ?? 0,
    updated_at: updated_at.toISOString(),
  }));
  return { items };
}

/** One of them as it can be changed, with what buyers read of it; null when there is none of this id. */
export async function readNamedLicense(db: Db, id: string): Promise<StaffLicense | null> {
  const [license] = await findNamedLicenses(db, [id]);
  if (!license) return null;
  const products = productsByLicense(await countProductsByExpression(db));
  return {
    ...license,
    updated_at: license.updated_at.toISOString(),
    products: products.get(id) ?? 0,
    ...plainWords([license.facts]),
    mark: markOf(license),
    texts_before: await listTextsBefore(db, license),
    history: await readHistory(db, id),
  };
}

async function readHistory(db: Db, id: string): Promise<StaffLicense['history']> {
  const entries = (await pageAudit(db, { subject: id, limit: HISTORY })).filter(
    (one) => one.subject_kind === 'license',
  );
  const byOf = (details: object) => String((details as { by?: unknown }).by ?? '');
  const names = await namesOf(
    db,
    entries.flatMap(({ details }) => byOf(details) || []),
  );
  return entries.map(({ at, action, actor_name, details, changes }) => {
    const by = byOf(details);
    return { at: at.toISOString(), action, by: names.get(by) ?? (by || actor_name), changes };
  });
}
