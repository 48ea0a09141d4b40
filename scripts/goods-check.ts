// npm run goods -- check: whether the storage has the bytes that the database says it has.
import { parseArgs } from 'node:util';
import { checkStorage, type Finding } from '#api/release/check-storage.ts';
import { bytesText } from '#api/release/goods-limits.rules.ts';
import { StartError } from '#platform/config/start-error.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { withShop } from './shop-database.ts';

export const checkUsage = `npm run goods -- check [--hash] [--remove]

  Compares the files in the storage with what the database knows. Exit code 1: something is missing, or changed.

  --hash     reads all bytes, and compares their hashes too: as long as reading the whole storage takes
  --remove   removes what the database does not know, a day old or older; the shop does so once a day by itself`;

/** Answers the exit code. */
export async function goodsCheck(args: string[]): Promise<number> {
  const { hash, remove } = readOptions(args);
  return withShop(async ({ kysely: db }, config) => {
    const storage = await openStorage(config.storage);
    let checked = 0;
    let harmed = 0;
    for await (const finding of checkStorage({ db, storage }, { hash, onChecked: () => checked++ })) {
      if (finding.fault === 'unknown' && remove) await storage.delete(finding.key);
      if (finding.fault !== 'unknown') harmed++;
      console.log(sentence(finding, remove));
    }
    console.log(
      `${checked} objects were looked at${hash ? ', with all their bytes' : ''}: ${harmed || 'none'} missing or changed.`,
    );
    return harmed > 0 ? 1 : 0;
  });
}

function readOptions(args: string[]): { hash: boolean; remove: boolean } {
  try {
    const options = { hash: { type: 'boolean', default: false }, remove: { type: 'boolean', default: false } } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${checkUsage}`);
  }
}

function sentence(finding: Finding, remove: boolean): string {
  const { key } = finding;
  switch (finding.fault) {
    case 'missing':
      return `${key} is missing. Bring it back from a backup of the storage.`;
    case 'size':
      return `${key} has ${finding.size} bytes, and should have ${finding.expected}. Bring it back from a backup of the storage.`;
    case 'changed':
      return `${key} has other bytes than were sent. Bring it back from a backup of the storage.`;
    case 'unknown':
      return `${key} (${bytesText(finding.size)}) is known to nobody${remove ? ', and was removed' : ': --remove removes it'}.`;
  }
}
