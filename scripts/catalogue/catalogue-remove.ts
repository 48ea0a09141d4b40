// npm run catalogue:remove -- ID...: takes products out of the catalogue.
import { parseArgs } from 'node:util';
import {
  previewRemoval,
  type Removal,
  removeProducts,
} from '#api/catalogue/catalogue-file/import/product-removal.store.ts';
import { printable } from '#api/text/printable-text.rules.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { confirm } from '../database/confirm.ts';
import { runCommand, withShop } from '../database/shop-database.ts';

const USAGE = `npm run catalogue:remove -- ID... [--yes]

  takes products out of the catalogue, with their reviews, out of carts and of what customers have saved; orders keep what
  they name

  --yes   does not ask`;

await runCommand(USAGE, async (args) => {
  const { ids, yes } = readArguments(args);
  const removed = await withShop(async ({ kysely: db }) => {
    const found = await previewRemoval(db, ids);
    const missing = ids.filter((id) => !found.some(({ product_id }) => product_id === id));
    if (missing.length > 0)
      throw new StartError(
        `There is no product ${missing.map((id) => printable(id)).join(', ')}. Nothing was removed.`,
      );
    for (const product of found) console.log(sentence(product));
    if (!yes) await confirm(`Remove ${found.length === 1 ? 'it' : `these ${found.length}`}?`, 'Nothing was removed.');
    return removeProducts(db, operator(), ids);
  });
  console.log(`${removed.length} ${removed.length === 1 ? 'product is' : 'products are'} removed.`);
  return 0;
});

function sentence({ product_id, product_name, reviews, carts, saved, alerts, waiting, seller }: Removal): string {
  const count = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;
  const orders = `${count(waiting, 'order waits', 'orders wait')} for payment and can still be paid`;
  const goes = `${count(reviews, 'review', 'reviews')} and ${count(carts, 'place', 'places')} in carts go with it`;
  const lists = `${count(saved, 'customer has', 'customers have')} saved it, ${alerts} with alerts, which end`;
  const of = seller === null ? '' : ` of the shop ${printable(seller)}`;
  return `${printable(product_name)} (${printable(product_id)})${of}: ${goes}; ${lists}; ${orders}.`;
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { yes: { type: 'boolean', default: false } },
    });
    if (positionals.length === 0) throw new Error('Name at least one product by its id');
    return { ids: [...new Set(positionals)], yes: values.yes };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}
