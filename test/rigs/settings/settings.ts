// npm run settings:test -- [--only NAME,...] [--first]: a trial is opened, started once with each variable of .env.example set, and once more
// without it, on a copy of its data each. With --first the setting is there when the trial is opened for the first time. Ends with 1 when
// a start fails, or when the demo is not whole afterwards.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStorefront } from '../../../scripts/bootstrap.mjs';
import { launchShop } from '../../processes/shop-process.ts';
import { faultsOfATrial } from './faults-of-a-trial.ts';
import { environmentOf, type Once, settingsOfAStart } from './settings-of-a-start.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, first: { type: 'boolean', default: false } } });
const trial = { DEMO_MARKETPLACE: 'on', LOG_LEVEL: 'warn' };

buildStorefront(process.execPath);
const folder = await mkdtemp(join(tmpdir(), 'hearth-settings-'));
const whole = join(folder, 'whole');
const only = values.only?.split(',');
let failed = 0;

try {
  if (!values.first) await openAndClose({ DATA_DIR: whole });
  for (const [name, once] of Object.entries(settingsOfAStart(folder))) {
    if (!once || (only && !only.includes(name))) continue;
    const dataDir = join(folder, 'data');
    if (!values.first) await cp(whole, dataDir, { recursive: true });
    const faults = await tryOut(dataDir, environmentOf(name, once), once);
    await rm(dataDir, { recursive: true, force: true });
    if (faults.length > 0) failed++;
    process.stdout.write(`${faults.length > 0 ? 'FAULT' : 'ok   '}  ${name}=${once.value}\n`);
    for (const fault of faults) process.stdout.write(`         ${fault}\n`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);

async function tryOut(dataDir: string, setting: Record<string, string>, { refused, seals }: Once): Promise<string[]> {
  const opensOnce = !(refused || (seals && !values.first));
  const faults = faultsOf(await openAndClose({ DATA_DIR: dataDir, ...setting }), opensOnce).map(
    (of) => `with it: ${of}`,
  );
  if (seals && values.first)
    return [...faults, ...faultsOf(await openAndClose({ DATA_DIR: dataDir }), false).map((of) => `without it: ${of}`)];
  const after = launchShop({ ...trial, DATA_DIR: dataDir });
  try {
    faults.push(...(await faultsOfATrial(await after.opened)));
  } catch (error) {
    faults.push(`without it: ${(error as Error).message}`);
  }
  await (await after.opened.catch(() => after)).stop();
  return faults;
}

/** The fault in how a start has ended: it opens, or it says why not, never with a stack. */
function faultsOf({ code, err }: Awaited<ReturnType<typeof openAndClose>>, opens: boolean): string[] {
  return (code === 0) === opens && !/\n\s+at /.test(err) ? [] : [err.trim().slice(-300) || `it ends with ${code}`];
}

async function openAndClose(environment: { DATA_DIR: string; [name: string]: string }) {
  const shop = launchShop({ ...trial, ...environment });
  await shop.opened.then(
    (open) => open.stop(),
    () => {},
  );
  return shop.ended;
}
