// npm run limits:test: the shop's process under more than it can serve, beside pictures that are drawn, with thousands of
// idle connections, and with slow clients; beside strangers who ask in a loop for what is dear to make.
// On the PostgreSQL of TEST_DATABASE_URL, otherwise on an embedded database. Ends with 1 when a limit does not hold.
import { makeBenchDatabase } from '../bench/fill/bench-database.ts';
import { startMeasuredShop } from '../bench/measured-process.ts';
import { costlyRoutes } from './costly-routes.ts';
import type { Finding } from './finding.ts';
import { idleConnections } from './idle-connections.ts';
import { overload } from './overload.ts';
import { largestPictures, pictures } from './pictures.ts';
import { slowClients } from './slow-clients.ts';

const IDLE = 10_000;
const note = (text: string) => process.stderr.write(`${text}\n`);

const database = await makeBenchDatabase(1_000);
const findings: Finding[] = [];
try {
  note('Twice what it can serve');
  const uncached = await startMeasuredShop({ ...database.environment, CACHE_MB: '0' });
  const details = database.someIds.slice(0, 50).map((id) => `/products/id/${encodeURIComponent(id)}`);
  findings.push(...(await overload(uncached, details)));
  await uncached.stop();

  note('What is dear to make, in a loop');
  const large = await makeBenchDatabase(10_000);
  try {
    findings.push(...(await costlyRoutes(large)));
  } finally {
    await large.drop();
  }

  note('Link pictures');
  const drawing = await startMeasuredShop({ ...database.environment, CACHE_MB: '0' });
  findings.push(...(await pictures(drawing, database.someIds)));
  await drawing.stop();

  note('The largest pictures');
  findings.push(...(await largestPictures(database)));

  note(`${IDLE} idle connections`);
  const idle = await startMeasuredShop(database.environment);
  findings.push(...(await idleConnections(idle, IDLE)));
  await idle.stop();

  note('Slow clients');
  const slow = await startMeasuredShop(database.environment);
  findings.push(...(await slowClients(slow)));
  await slow.stop();
} finally {
  await database.drop();
}

console.log('\n| what | measured | holds |\n| --- | --- | --- |');
for (const { what, measured, holds } of findings)
  console.log(`| ${what} | ${measured} | ${holds ? 'yes' : '**no**'} |`);
process.exitCode = findings.every(({ holds }) => holds) ? 0 : 1;
