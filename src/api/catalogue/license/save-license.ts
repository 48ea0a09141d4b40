// Named licenses are brought by an operator's file, or written by the staff on their screens. Texts that were accepted stay either way.
import type { NamedLicense } from '#contract/catalogue/named-license.schema.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { insertNamedLicense, lockNamedLicense, storeNamedLicenses } from './license.store.ts';
import { sha256Of } from './license-text.rules.ts';
import { licenseChanges, markOf } from './named-license.rules.ts';

/** All of them, in the place of those that had the same ids. */
export function importLicenses(db: Db, actor: Actor, licenses: readonly NamedLicense[]): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await storeNamedLicenses(transaction, licenses);
    for (const { license_id } of licenses) {
      const subject = { kind: 'license' as const, id: license_id };
      await recordAudit(transaction, actor, { action: 'license.imported', subject });
    }
  });
}

/** `exists`: there is one of this id already; `changed`: somebody else has changed it since it was read. */
type SavedLicense = 'done' | 'missing' | { refused: 'exists' | 'changed' };

/** `mark`: of the license that was read; null: it is a new one. `by` is the account that writes it. */
export function saveLicense(
  db: Db,
  { license, mark, by }: { license: NamedLicense; mark: string | null; by: string },
): Promise<SavedLicense> {
  return db.transaction().execute(async (transaction): Promise<SavedLicense> => {
    const before = (await lockNamedLicense(transaction, license.license_id)) ?? null;
    const after = { name: license.name, sha256: sha256Of(license.text), facts: license.facts };
    if (mark === null) {
      // A file may bring it at the same moment: then it is there by now.
      if (before || !(await insertNamedLicense(transaction, license))) return { refused: 'exists' };
    } else {
      if (!before) return 'missing';
      if (mark !== markOf(before)) return { refused: 'changed' };
      if (markOf(before) === markOf(after)) return 'done';
      await storeNamedLicenses(transaction, [license]);
    }
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: before ? 'license.changed' : 'license.created',
        subject: { kind: 'license', id: license.license_id },
        details: { by },
        changes: licenseChanges(before, after),
      },
    );
    return 'done';
  });
}
