// npm run goods -- check: whether the storage has the bytes that the database says it has.
import { parseArgs } from 'node:util';
import { checkGoods, type Unknown } from '#api/goods/release/check-goods.ts';
import { bytesText } from '#api/goods/release/goods-limits.rules.ts';
import { checkByCommand } from '#api/operations/integrity-check/record-command.ts';
import { StartError } from '#platform/config/start-error.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { withShop } from '../database/shop-database.ts';

export const checkUsage = `npm run goods -- check [--hash] [--remove]

  Compares the files in the storage with what the database knows. Exit code 1: something is missing, or changed.

  --hash     reads all bytes, and compares their hashes too: as long as reading the whole storage takes
  --remove   removes what the database does not know, a day old or older; the shop does so once a day by itself`;

/** Answers the exit code. */
export async function goodsCheck(args: string[]): Promise<number> {
  const { hash, remove } = readOptions(args);
  return withShop(async ({ kysely: db }, config) => {
    const storage = await openStorage(config.storage);
    const onUnknown = async ({ key, size }: Unknown) => {
      if (remove) await storage.delete(key);
      const end = remove ? ', and was removed.' : ': --remove removes it.';
      console.log(`${key} (${bytesText(size)}) is known to nobody${end}`);
    };
    const { differences, message } = await checkByCommand(db, {
      name: 'goods',
      check: (looking) => checkGoods({ db, storage }, looking, { hash, onUnknown }),
      onDifference: (difference) => console.log(difference),
    });
    console.log(`Looked at were ${message.slice(0, -1)}: ${differences || 'none'} missing or changed.`);
    return differences > 0 ? 1 : 0;
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
