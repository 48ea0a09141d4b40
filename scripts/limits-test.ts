// npm run limits:test: the shop's process under more than it can serve, thousands of idle connections and slow clients.
// On the PostgreSQL of TEST_DATABASE_URL, otherwise on an embedded database. Ends with 1 when a limit does not hold.
import { makeBenchDatabase } from './bench/bench-database.ts';
import { startShop } from './bench/server-process.ts';
import type { Finding } from './limits/finding.ts';
import { idleConnections } from './limits/idle-connections.ts';
import { overload } from './limits/overload.ts';
import { slowClients } from './limits/slow-clients.ts';

const IDLE = 10_000;
const note = (text: string) => process.stderr.write(`${text}\n`);

const database = await makeBenchDatabase(1_000);
const findings: Finding[] = [];
try {
  note('Twice what it can serve');
  const uncached = await startShop({ ...database.environment, CACHE_MB: '0' });
  const details = database.someIds.slice(0, 50).map((id) => `/products/id/${encodeURIComponent(id)}`);
  findings.push(...(await overload(uncached, details)));
  await uncached.stop();

  note(`${IDLE} idle connections`);
  const idle = await startShop(database.environment);
  findings.push(...(await idleConnections(idle, IDLE)));
  await idle.stop();

  note('Slow clients');
  const slow = await startShop(database.environment);
  findings.push(...(await slowClients(slow)));
  await slow.stop();
} finally {
  await database.drop();
}

console.log('\n| what | measured | holds |\n| --- | --- | --- |');
for (const { what, measured, holds } of findings)
  console.log(`| ${what} | ${measured} | ${holds ? 'yes' : '**no**'} |`);
process.exitCode = findings.every(({ holds }) => holds) ? 0 : 1;
