// npm run faults:test -- [--rounds N] [--seed N] [--only kill,mail,disk,away]: the shop's process is killed again and again, and
// loses its mail server, its disk space and its database, while visitors are served. On an embedded database, and on the
// PostgreSQL of TEST_DATABASE_URL where one is given. Ends with 1 when something acknowledged was lost or done twice.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildStorefront } from '../../../scripts/bootstrap.mjs';
import { databaseAway } from './database-away.ts';
import { diskFull, fullDisks } from './disk-full.ts';
import { firstStart } from './first-start.ts';
import { mailServerAway } from './mail-server-away.ts';
import { makeDatabase, makePlace } from './place.ts';
import { createRandom } from './random.ts';
import { createEndings } from './rounds/endings.ts';
import { type Finding, holds, printFindings } from './rounds/finding.ts';
import { finishRounds } from './rounds/finish-rounds.ts';
import { type KilledShop, killRounds } from './rounds/kill-rounds.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomBytes(4).readUInt32BE()) },
    only: { type: 'string', default: 'kill,mail,disk,away' },
  },
});
const rounds = Number(values.rounds);
const random = createRandom(Number(values.seed));
const server = process.env.TEST_DATABASE_URL || null;
const wanted = new Set(values.only.split(','));
const started = performance.now();
const note = (text: string) =>
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`);

const endings = createEndings();
const findings: Finding[] = [];

async function run() {
  buildStorefront(process.execPath);
  note(`Seed ${values.seed}: the same moments again with --seed ${values.seed} --rounds ${rounds}`);
  const killed: KilledShop[] = [];
  if (wanted.has('kill')) for (const url of [...(server ? [server] : []), null]) await kill(url, killed);
  // Killed shops need some minutes until everything must have come to its end, and mails their time: meanwhile the other
  // faults are tried.
  const mail = wanted.has('mail') ? tryOut('mail server away and back', () => mailServerAway(endings)) : null;
  if (wanted.has('disk'))
    for (const kind of fullDisks) await tryOut(kind.what, () => diskFull(kind, { random, endings }));
  if (wanted.has('away')) await tryOut('database away and back', () => databaseAway({ random, endings }));
  await mail;
  await Promise.all(
    killed.map((each) => tryOut(`killed, ${each.place.name}: the end`, () => finishRounds(each, endings))),
  );
}

async function kill(url: string | null, killed: KilledShop[]) {
  const name = url ? 'PostgreSQL' : 'embedded database';
  await tryOut(`killed in its first start, ${name}`, () => firstStart({ server: url, random }, endings));
  await tryOut(`killed, ${name}`, async () => {
    const place = await makePlace({ name, databaseUrl: url && (await makeDatabase(url, endings)) }, endings);
    killed.push(await killRounds({ place, rounds, random, note, endings }));
    return [];
  });
}

/** A trial that cannot come to its end is a finding too. */
async function tryOut(what: string, trial: () => Promise<Finding | Finding[]>) {
  note(what);
  const failed = { what, rounds: 1, acknowledged: null, lost: null, doubled: null, faults: [] };
  try {
    findings.push(...[await trial()].flat());
  } catch (error) {
    findings.push({ ...failed, faults: [String((error as Error).stack)] });
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await endings.run();
    process.exit(130);
  });

try {
  await run();
} finally {
  await endings.run();
}
printFindings(findings);
process.exitCode = findings.every(holds) ? 0 : 1;
note('Done');
