// node test/rigs/bench/rest.ts [--minutes N]: what a trial takes that nobody uses, minute by minute: ticks of a processor and resident memory of
// its process (Linux). It rests from the second minute on.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildServer, buildStorefront } from '../../../scripts/bootstrap.mjs';
import { bundledShop, startShop } from '../../processes/shop-process.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '4' } } });
const TICKS_A_SECOND = 100;

buildStorefront(process.execPath);
buildServer(process.execPath);
const dataDir = await mkdtemp(join(tmpdir(), 'hearth-rest-'));
const shop = await startShop({ DATA_DIR: dataDir, DEMO_MARKETPLACE: 'on' }, bundledShop);
try {
  for (let minute = 1; minute <= Number(values.minutes); minute++) {
    const before = ticks();
    await setTimeout(60_000);
    const percent = ((ticks() - before) / TICKS_A_SECOND / 60) * 100;
    process.stdout.write(`minute ${minute}: ${percent.toFixed(2)} % of a processor, ${residentMb()} MB\n`);
  }
} finally {
  await shop.stop();
  await rm(dataDir, { recursive: true });
}

/** Ticks of user and system, of all threads. */
function ticks(): number {
  const fields = readFileSync(`/proc/${shop.pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function residentMb(): number {
  const [, kb = '0'] = readFileSync(`/proc/${shop.pid}/smaps_rollup`, 'utf8').match(/^Rss: +(\d+)/m) ?? [];
  return Math.round(Number(kb) / 1024);
}
