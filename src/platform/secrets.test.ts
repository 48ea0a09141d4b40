import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyFile, openSecrets } from './secrets.ts';

const PROCESSES = 4;
const STARTS = 30;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Says which key it has for each of the data directories. All the processes come to a directory at the same moment. */
const program = `
  import { openSecrets } from ${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)};
  import { existsSync, readdirSync, writeFileSync } from 'node:fs';
  const [folder, name] = process.argv.slice(1);
  for (let start = 0; start < ${STARTS}; start++) {
    writeFileSync(folder + '/ready-' + start + '-' + name, '');
    while (readdirSync(folder).filter((file) => file.startsWith('ready-' + start + '-')).length < ${PROCESSES});
    const secrets = openSecrets({ secretsKey: null, dataDir: folder + '/data-' + start });
    console.log(secrets.hmac('which key', 'test').toString('hex'));
  }
`;

async function startProcess(name: string): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await text(child.stdout)).trim().split('\n');
}

test('processes that start for the first time at once have one key, which is the one that stays', async () => {
  const keys = await Promise.all(Array.from({ length: PROCESSES }, (_, number) => startProcess(String(number))));
  for (let start = 0; start < STARTS; start++) {
    const dataDir = join(folder, `data-${start}`);
    const kept = openSecrets({ secretsKey: null, dataDir }).hmac('which key', 'test').toString('hex');
    expect(keys.map((ofProcess) => ofProcess[start])).toEqual(Array(PROCESSES).fill(kept));
    expect(readdirSync(dataDir), 'nothing else is left').toEqual(['secrets.key']);
  }
});

test('only the owner of the process may read the keys', () => {
  const dataDir = join(folder, 'data');
  openSecrets({ secretsKey: null, dataDir });
  expect([statSync(dataDir).mode & 0o777, statSync(keyFile(dataDir)).mode & 0o777]).toEqual([0o700, 0o600]);
});
