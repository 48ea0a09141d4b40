// npm run license -- COMMAND: the named licenses of products, with their texts.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { recordAudit } from '#api/audit.ts';
import { listNamedLicenses, storeNamedLicenses } from '#api/license/license.store.ts';
import { type NamedLicense, readLicenseFile } from '#api/license/license-file.rules.ts';
import type { ApiTables } from '#api/schema.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from './shop-database.ts';

const USAGE = `npm run license -- COMMAND

  list             every named license, and the hash of its text
  import FILE      takes licenses from JSON Lines: license_id, name, text and facts (docs/catalogue.md)`;

await runCommand(USAGE, async (args) => {
  const [command, file, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (command === 'list' && file === undefined) await withShop(({ kysely }) => list(kysely));
  else if (command === 'import' && file !== undefined && more.length === 0) console.log(await importFile(file));
  else throw new StartError(USAGE);
  return 0;
});

async function importFile(file: string): Promise<string> {
  const content = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}.`);
  });
  const read = readLicenseFile(content);
  if (!read.ok) throw new StartError(`${file}:${read.line}: ${read.reason}. Nothing was imported.`);
  await withShop(({ kysely }) => store(kysely, read.licenses));
  return `imported ${read.licenses.length} licenses`;
}

async function store(db: Kysely<ApiTables>, licenses: readonly NamedLicense[]) {
  await db.transaction().execute(async (transaction) => {
    await storeNamedLicenses(transaction, licenses);
    for (const { license_id } of licenses) {
      const subject = { kind: 'license' as const, id: license_id };
      await recordAudit(transaction, operator(), { action: 'license.imported', subject });
    }
  });
}

async function list(db: Kysely<ApiTables>) {
  const licenses = await listNamedLicenses(db);
  if (licenses.length === 0) return console.log('There are no named licenses.');
  console.table(licenses.map(({ license_id, name, sha256 }) => ({ license_id, name, sha256: sha256.slice(0, 12) })));
}
