// npm run figures -- check: whether the figures are what the orders and customers come to.
import { parseArgs } from 'node:util';
import type { Looking, RepairedFigures } from '#api/operations/integrity-check/integrity-check.rules.ts';
import { checkByCommand } from '#api/operations/integrity-check/record-command.ts';
import { repairNoted } from '#api/operations/integrity-check/repair-noted.ts';
import { checkFigures } from '#api/selling/analytics/check-marketplace-analytics.ts';
import { repairFigures } from '#api/selling/analytics/repair-analytics.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from './database/shop-database.ts';

const USAGE = `npm run figures -- check [--repair]

  check      compares the figures of the marketplace and of its sellers, and what lists find rows by, with the rows that they are of; exit code 1:
             something differs
  --repair   puts those of the marketplace and of the lists right before; both may be done while the shop is open`;

await runCommand(USAGE, async (args) => {
  const { repair } = readArguments(args);
  return withShop(async ({ kysely: db }) => {
    if (repair) console.log(repairedText(await repairNoted(db, () => repairFigures(db), { actor: operator() })));
    const check = (looking: Looking) => checkFigures(db, looking);
    const onDifference = (fault: string) => console.log(fault);
    const { differences } = await checkByCommand(db, { name: 'figures', check, repairs: repair, onDifference });
    console.log(differences === 0 ? 'Everything agrees.' : `${differences} differences.`);
    return differences === 0 ? 0 : 1;
  });
});

function repairedText({ quarters, orders, lines, customers, products }: RepairedFigures): string {
  return `Put right: ${quarters} quarters of an hour, the refunds of ${orders} orders; for the lists ${lines} lines, ${customers} customers and the number of products of ${products} types.`;
}

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
