// npm run figures -- check: whether the figures are what the orders and customers come to.
import { parseArgs } from 'node:util';
import { checkShopFigures } from '#api/figures/check-shop-figures.ts';
import { foldShopFigures } from '#api/figures/fold-shop-figures.ts';
import { repairShopFigures } from '#api/figures/shop-figures.store.ts';
import { repairKeptForLists } from '#api/staff-list/kept-for-lists.store.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from './shop-database.ts';

const USAGE = `npm run figures -- check [--repair]

  check      compares the figures of the marketplace and of its sellers, and what lists find rows by, with the rows that they are of; exit code 1:
             something differs
  --repair   puts those of the marketplace and of the lists right before; both may be done while the shop is open`;

await runCommand(USAGE, async (args) => {
  const { repair } = readArguments(args);
  return withShop(async ({ kysely: db }) => {
    if (repair) {
      const { quarters, orders } = await repairShopFigures(db);
      await foldShopFigures({ db });
      const { lines, customers } = await repairKeptForLists(db);
      console.log(
        `Put right: ${quarters} quarters of an hour, the refunds of ${orders} orders; for the lists ${lines} lines and ${customers} customers.`,
      );
    }
    const faults = await checkShopFigures(db);
    for (const fault of faults) console.log(fault);
    console.log(faults.length === 0 ? 'Everything agrees.' : `${faults.length} differences.`);
    return faults.length === 0 ? 0 : 1;
  });
});

function readArguments(args: string[]): { repair: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { repair: { type: 'boolean', default: false } },
    });
    if (positionals.length !== 1 || positionals[0] !== 'check') throw new Error('There is one command: check');
    return { repair: values.repair };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}
