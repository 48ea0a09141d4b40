// npm run test:repeat -- FILE 20: runs one test file so many times, without a second try, and says how many runs failed. A test
// that fails now and then has a fault, of its own or of the shop, which one run seldom shows.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildServer, buildStorefront, fail, findNode, installPackages, root } from './bootstrap.mjs';

const [wanted, count = '20'] = process.argv.slice(2);
const runs = Number(count);
if (!wanted || !Number.isInteger(runs) || runs < 1)
  fail('Say which file, by a part of its name, and how often: npm run test:repeat -- list.e2e.ts 20');

const all = ['src', 'packages', 'test']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(test|e2e)\.tsx?$/.test(name));
const exact = all.filter((file) => file === wanted || file.endsWith(`/${wanted}`));
const found = exact.length > 0 ? exact : all.filter((file) => file.includes(wanted));
if (found.length === 0) fail(`No test file has "${wanted}" in its name.`);
if (found.length > 1) fail(`"${wanted}" is in the names of ${found.length} files, say which:\n  ${found.join('\n  ')}`);
const [file] = found;

installPackages('all');
const node = findNode();
const bin = join(root, 'node_modules/.bin');
const environment = { ...process.env, PATH: [join(node, '..'), bin, process.env.PATH].join(delimiter) };
buildStorefront(node);
buildServer(node);
// Playwright takes a pattern, in which a point is any character.
const pattern = `/${file.replaceAll(/[.+()[\]]/g, '\\$&')}$`;
const [command, args] = file.includes('.e2e.')
  ? ['playwright', ['test', pattern, '--retries=0', '--reporter=dot']]
  : ['vitest', ['run', file, '--retry=0', '--reporter=dot']];

let failed = 0;
for (let run = 1; run <= runs; run++) {
  process.stdout.write(`\n== Run ${run} of ${runs}: ${file}\n`);
  const { status, signal } = spawnSync(join(bin, command), args, {
    cwd: root,
    stdio: 'inherit',
    env: environment,
    shell: process.platform === 'win32',
  });
  if (signal === 'SIGINT') process.exit(130);
  if (status !== 0) failed++;
}
process.stdout.write(`\n${failed} of ${runs} runs failed: ${file}\n`);
process.exit(failed > 0 ? 1 : 0);
