// npm run goods -- keys-load, keys-show: keys of the operator's own products. Those of sellers are loaded by the sellers.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadKeys } from '#api/goods/product-key/load-keys.ts';
import { keyListsOf, readKeys } from '#api/goods/product-key/product-key.rules.ts';
import { countLists } from '#api/goods/product-key/product-key.store.ts';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import type { Goods } from '#contract/goods/goods.ts';
import type { Tables } from '#main/tables.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import type { Database } from '#platform/database/database.ts';
import { openSecrets } from '#platform/secrets.ts';
import { withShop } from '../database/shop-database.ts';

export const productKeysUsage = `npm run goods -- keys-load PRODUCT FILE [--edition EDITION] [--batch NAME] [--dry-run]
npm run goods -- keys-show PRODUCT

  keys-load   adds the keys of a text file, one on each line, to what can be bought; those that are known are left out. Who has paid and
              waits for one gets it within a minute from the running shop. --dry-run: says what would be added
  keys-show   how many are left, with the edition of each variant that has keys of its own`;

type Db = Database<Tables>['kysely'];

/** Answers the exit code. */
export async function goodsKeysLoad(args: string[]): Promise<number> {
  const { productId, file, edition, batch, dryRun } = readArguments(args);
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}.`);
  });
  const read = readKeys(text.split(/\r\n|\n|\r/), (number) => `Line ${number}`);
  if (!read.ok) throw new StartError(read.reason);
  const outcome = await withShop(async ({ kysely }, config) => {
    const list = (await listsOf(kysely, productId)).find((one) => one.edition === edition);
    if (!list && edition !== '')
      throw new StartError(`There is no such edition. Look at: npm run goods -- keys-show ${productId}`);
    return loadKeys(
      // The running shop hands out what is owed.
      { db: kysely as never, secrets: openSecrets(config), deliverGoods: async () => undefined },
      {
        productId,
        edition,
        selectedOptions: list?.selected_options ?? [],
        sellerId: null,
        actor: operator(),
        by: 'operator',
      },
      read.keys,
      { batch, dryRun },
    );
  });
  if ('refused' in outcome) throw new StartError(outcome.refused);
  const leftOut = outcome.duplicates + read.duplicates;
  console.log(
    `${outcome.loaded} keys ${dryRun ? 'would be' : 'are'} added${leftOut > 0 ? `; ${leftOut} were named twice or are known` : ''}.`,
  );
  return 0;
}

/** Answers the exit code. */
export async function goodsKeysShow([productId = '', ...more]: string[]): Promise<number> {
  if (productId === '' || more.length > 0) throw new StartError(`Usage: ${productKeysUsage}`);
  const lists = await withShop(async ({ kysely }) => {
    const declared = await listsOf(kysely, productId);
    const counted = await countLists(kysely as never, productId);
    return declared.map((list) => ({ ...list, ...counted.find(({ edition }) => edition === list.edition) }));
  });
  if (lists.length === 0) throw new StartError(`${productId} is not sold as keys from a list.`);
  console.table(
    lists.map(({ edition, selected_options, free = 0, given = 0, revoked = 0, waiting = 0 }) => ({
      edition,
      of: nameWithOptions(productId, selected_options),
      free,
      given,
      revoked,
      waiting,
    })),
  );
  return 0;
}

/** Key lists of a product of the operator's own. */
async function listsOf(db: Db, productId: string) {
  const product = await db
    .selectFrom('api.product')
    .select(['goods', 'seller_id'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  if (!product) throw new StartError(`There is no product ${JSON.stringify(productId)}.`);
  if (product.seller_id !== null) throw new StartError(`${productId} is a seller's: they load its keys themselves.`);
  return keyListsOf(product.goods as Goods);
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        edition: { type: 'string', default: '' },
        batch: { type: 'string', default: '' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [productId = '', file = '', ...more] = positionals;
    if (productId === '' || file === '' || more.length > 0) throw new Error('Name a product and a file');
    return { productId, file, edition: values.edition, batch: values.batch, dryRun: values['dry-run'] };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${productKeysUsage}`);
  }
}
