// npm run peers: Hearth beside Vendure 3 and Medusa 2, their newest from npm, which are installed outside of the repository. Each shop has
// the same products in a PostgreSQL database of its own and is asked in turn, round by round. Needs TEST_DATABASE_URL; docs/peers.md.
//   --products N    size of the catalogue (1000)     --rounds N    rounds of each measurement (5)
//   --only A,B      of hearth, vendure, medusa       --json FILE   the results for machines
//   --folder DIR    for packages and files; what is installed there stays (hearth-peers in the folder for temporary files)
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCatalogue } from './catalogue.ts';
import {
  BUYERS,
  type Contestant,
  lookAtMemory,
  newContestant,
  open,
  orderInTurn,
  readInTurn,
  rush,
  startInTurn,
  stop,
} from './contest.ts';
import { hearth } from './hearth.ts';
import { medusa } from './medusa.ts';
import type { Peer } from './peer.ts';
import { within } from './processes.ts';
import { type Missing, renderReport, toJson } from './report.ts';
import { vendure } from './vendure.ts';

const INSTALL_AND_FILL_MS = 30 * 60_000;
const STARTS = 3;
const peers: Record<string, Peer[]> = { hearth, vendure: [vendure], medusa: [medusa] };

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: Object.keys(peers).join(',') },
    folder: { type: 'string', default: join(tmpdir(), 'hearth-peers') },
    json: { type: 'string' },
  },
});
const server = process.env.TEST_DATABASE_URL;
const chosen = values.only.split(',');
if (!server || chosen.some((name) => !peers[name])) {
  process.stderr.write(`Usage: TEST_DATABASE_URL=... npm run peers -- [--only ${Object.keys(peers).join(',')}]\n`);
  process.exit(1);
}
const note = (text: string) => process.stderr.write(`${text}\n`);

const folder = resolve(values.folder);
await mkdir(folder, { recursive: true });
const rounds = Number(values.rounds);
const catalogue = await makeCatalogue(Number(values.products), join(folder, 'catalogue'));
const contestants: Contestant[] = [];
const missing: Missing[] = [];

async function end(): Promise<void> {
  await Promise.all(contestants.map(stop));
  for (const { filled } of contestants) await filled.end();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end().finally(() => process.exit(1)));

try {
  for (const peer of chosen.flatMap((name) => peers[name] ?? [])) {
    note(`${peer.name}: installing, making a database and filling it`);
    try {
      const filled = await within(
        INSTALL_AND_FILL_MS,
        'installing and filling',
        peer.fill({ folder, server, catalogue, buyers: BUYERS }),
      );
      contestants.push(newContestant(peer.name, filled));
    } catch (error) {
      missing.push({ name: peer.name, failure: error instanceof Error ? error.message : String(error) });
      note(`  failed: ${missing.at(-1)?.failure}`);
    }
  }
  for (const contestant of contestants) {
    note(`${contestant.name}: starting`);
    await open(contestant);
  }
  note('Reading');
  await readInTurn(contestants, rounds);
  const sellers = contestants.filter(({ name }) => !name.includes('CACHE_MB=0'));
  note('Ordering');
  await orderInTurn(sellers, catalogue.bought, rounds);
  for (const contestant of contestants) lookAtMemory(contestant);
  note('Overselling');
  for (const contestant of sellers) await rush(contestant, catalogue.scarce.id);
  note('Starting');
  await Promise.all(contestants.map(stop));
  await startInTurn(contestants, STARTS);
  const head =
    `${catalogue.products.length} products, ${rounds} rounds, ${cpus().length} processors, ` +
    `Node ${process.versions.node}; searched for: ${catalogue.words.join(', ')}`;
  console.log(renderReport(contestants, missing, head));
  if (values.json) await writeFile(values.json, `${JSON.stringify(toJson(contestants, missing), null, 2)}\n`);
} finally {
  await end();
}
process.exit();
