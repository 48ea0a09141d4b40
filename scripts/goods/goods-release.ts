// npm run goods -- release: a folder becomes what buyers of a product of the operator's own get.
import { parseArgs } from 'node:util';
import { inspectFile } from '#api/goods/file-format/inspect-file.ts';
import { createSignRelease } from '#api/goods/manifest/sign-release.ts';
import { bytesText } from '#api/goods/release/goods-limits.rules.ts';
import { publishFolder } from '#api/goods/release/publish-folder.ts';
import { createHashStates } from '#api/goods/release/upload/hash-states.ts';
import { updateRules } from '#contract/goods/goods.schema.ts';
import type { UpdateRule } from '#contract/goods/goods.ts';
import { newReleaseSchema } from '#contract/goods/release.schema.ts';
import { StartError } from '#platform/config/start-error.ts';
import { createLog } from '#platform/observability/log.ts';
import { openSecrets } from '#platform/secrets.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { withShop } from '../database/shop-database.ts';

export const releaseUsage = `npm run goods -- release PRODUCT_ID FOLDER --version VERSION [--notes TEXT] [--updates free|year|none]

  The files of the folder, without those that begin with a dot, become a release of a product of your own: hashed, scanned where a scanner is
  configured, signed, and what buyers get from then on. Earlier buyers get it as --updates says: free, those of a year, or none.`;

/** Answers the exit code. */
export async function goodsRelease(args: string[]): Promise<number> {
  const given = readArguments(args);
  const published = await withShop(async (database, config) => {
    const { kysely: db } = database;
    const storage = await openStorage(config.storage);
    const { scanner } = config.goods;
    const signRelease = createSignRelease({
      secrets: openSecrets(config),
      shop: config.publicUrl ?? `http://localhost:${config.port}`,
      now: () => new Date(),
    });
    const completing = { db, storage, inspectFile, signRelease, isScanning: scanner !== null };
    const settling = { db, storage, hashes: createHashStates(), scanner, log: createLog(config.logLevel) };
    return publishFolder({ completing, settling }, given);
  });
  if ('refused' in published) throw new StartError(published.refused);
  const { files, bytes, releaseId } = published;
  console.log(
    `${files} ${files === 1 ? 'file' : 'files'} (${bytesText(bytes)}) are release ${given.version} of ${given.productId} (${releaseId}). Buyers get it from now on.`,
  );
  return 0;
}

function readArguments(args: string[]) {
  const options = {
    version: { type: 'string', default: '' },
    notes: { type: 'string', default: '' },
    updates: { type: 'string' },
  } as const;
  const { values, positionals } = parsed(() => parseArgs({ args, allowPositionals: true, options }));
  const [productId, folder, ...more] = positionals;
  const { version, notes, updates = null } = values;
  if (!productId || !folder || more.length > 0 || !isRule(updates)) throw new StartError(`Usage: ${releaseUsage}`);
  const read = newReleaseSchema.safeParse({ version, notes });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new StartError(`--${issue?.path.join('.')} ${issue?.message}.`);
  }
  return { productId, folder, version: read.data.version, notes: read.data.notes, updates };
}

function isRule(text: string | null): text is UpdateRule | null {
  return text === null || updateRules.includes(text as UpdateRule);
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${releaseUsage}`);
  }
}
