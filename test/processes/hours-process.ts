// Counts the minutes of machines in a process of its own, step by step along a clock that is told.
import { pino } from 'pino';
import type { ApiTables } from '#api/schema/schema.ts';
import { openDatabase } from '#platform/database/database.ts';
import { meterMachines } from '../../src/api/goods/hours/run-hours.ts';

/** Handed over as the JSON of the first argument. */
export type HoursProcess = {
  databaseUrl: string | null;
  dataDir: string;
  from: string;
  steps: number;
  stepSeconds: number;
};

const given = JSON.parse(process.argv[2] ?? '') as HoursProcess;
const database = await openDatabase<ApiTables>(given);
for (let step = 0; step <= given.steps; step++) {
  const now = new Date(new Date(given.from).getTime() + step * given.stepSeconds * 1_000);
  await meterMachines({ db: database.kysely, log: pino({ level: 'silent' }), now: () => now });
  process.stdout.write(`${step}\n`);
}
await database.close();
