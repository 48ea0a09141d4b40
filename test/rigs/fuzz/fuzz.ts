// npm run fuzz -- [--seed N] [--count N]: sends hostile requests to every address of the shop, and ends with code 1 when an
// answer was not what it must be. On the embedded database, and on the PostgreSQL of TEST_DATABASE_URL where one is given.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PaymentsTables } from '@hearth/payment-sandbox';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';
import { openShop } from '../../security/open-shop.ts';
import { type FuzzReport, runFuzz } from './run-fuzz.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomBytes(4).readInt32BE()) },
    count: { type: 'string', default: '20000' },
  },
});
const seed = Number(values.seed);
const count = Number(values.count);
console.log(`Seed ${seed}: the same requests again with --seed=${seed} --count ${count}`);

const server = process.env.TEST_DATABASE_URL;
let failed = false;
for (const url of [null, ...(server ? [server] : [])]) {
  const started = Date.now();
  const report = await fuzzOn(url);
  console.log(
    `\n${url ? 'PostgreSQL' : 'Embedded database'}: ${report.requests} requests in ${Math.round((Date.now() - started) / 1_000)} s`,
  );
  console.table(byArea(report));
  if (process.env.ROUTES)
    for (const r of [...report.answers].sort((a, b) => (a.area + a.route).localeCompare(b.area + b.route)))
      console.log(r.area, r.route, r.status, r.times);
  for (const finding of report.findings) {
    console.log(`\n${finding.route}: ${finding.fault} (${finding.times} times)`);
    console.log(finding.request.slice(0, 2_000));
    console.log(`-> ${finding.answer}`);
    if (finding.logged) console.log(finding.logged);
  }
  console.log(
    report.findings.length === 0 ? 'Nothing was found.' : `\n${report.findings.length} kinds of faults were found.`,
  );
  failed ||= report.findings.length > 0;
}
process.exitCode = failed ? 1 : 0;

async function fuzzOn(url: string | null): Promise<FuzzReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-fuzz-'));
  const made = url ? await makeDatabaseOn(url, { purpose: 'fuzz' }) : null;
  const databaseUrl = made?.url ?? null;
  const shop = await openShop({ databaseUrl });
  const payments = await openDatabase<Tables>({ databaseUrl, dataDir });
  await migrateAll(payments);
  try {
    return await runFuzz(shop, {
      seed,
      count,
      payments: payments as unknown as typeof payments &
        import('#platform/database/database.ts').Database<PaymentsTables>,
      onProgress: (sent) => process.stderr.write(`  ${sent} of ${count}\r`),
    });
  } finally {
    await payments.close();
    await shop.stop();
    await rm(dataDir, { recursive: true });
    if (url && made) await dropDatabaseOn(url, made);
  }
}

/** How many answers of which status each part gave. */
function byArea({ answers }: FuzzReport): Record<string, Record<string, number>> {
  const table: Record<string, Record<string, number>> = {};
  for (const { area, status, times } of answers) {
    const row = table[area] ?? {};
    table[area] = { ...row, [status]: (row[status] ?? 0) + times };
  }
  return table;
}
