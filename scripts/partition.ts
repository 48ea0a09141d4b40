// npm run partition -- TABLE: divides a table that has grown by months, while the shop goes on selling.
import { dividedTables } from '#main/divided-tables.ts';
import { operator, recordAudit } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { addMonthsAhead, divideTable } from '#platform/partitions/divide-table.ts';
import { readNow } from '#platform/partitions/partition.store.ts';
import { runCommand, withShop } from './database/shop-database.ts';

const names = Object.keys(dividedTables);
const USAGE = `npm run partition -- ${names.join(' | ')}, which divides that table by months; the shop may go on working`;

await runCommand(USAGE, async (args) => {
  const [name = ''] = args;
  if (args.length !== 1 || !Object.hasOwn(dividedTables, name)) throw new StartError(`Usage: ${USAGE}`);
  const table = dividedTables[name as keyof typeof dividedTables];
  return withShop(async (database) => {
    const now = await readNow(database.kysely);
    const id = `${table.schema}.${table.name}`;
    const isNew = await divideTable(database, table, { now, progress: console.log });
    if (isNew) {
      await recordAudit(database.kysely, operator(), { action: 'table.divided', subject: { kind: 'table', id } });
      console.log(`${id} is divided by months. The job "Create monthly partitions" makes the next ones.`);
    } else {
      const { made } = await addMonthsAhead(database, table, now);
      console.log(made > 0 ? `${id}: ${made} months made.` : `${id} is divided already, and has its months.`);
    }
    return 0;
  });
});
