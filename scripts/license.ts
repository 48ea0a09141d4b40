// npm run license -- COMMAND: the named licenses of products, with their texts.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { listNamedLicenses } from '#api/catalogue/license/license.store.ts';
import { readLicenseFile } from '#api/catalogue/license/license-file.rules.ts';
import { importLicenses } from '#api/catalogue/license/save-license.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from './database/shop-database.ts';

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
  await withShop(({ kysely }) => importLicenses(kysely, operator(), read.licenses));
  return `imported ${read.licenses.length} licenses`;
}

async function list(db: Kysely<ApiTables>) {
  const licenses = await listNamedLicenses(db);
  if (licenses.length === 0) return console.log('There are no named licenses.');
  console.table(licenses.map(({ license_id, name, sha256 }) => ({ license_id, name, sha256: sha256.slice(0, 12) })));
}
