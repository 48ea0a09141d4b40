// npm test: everything that must hold, in the order of what is quickest to tell. Stops at the first failure.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { buildStorefront, findNode, installPackages, root } from './bootstrap.mjs';

installPackages('all');
const node = findNode();
const bin = join(root, 'node_modules/.bin');
// The tools then run on the same Node as the shop, whatever the system has.
const environment = { ...process.env, PATH: [join(node, '..'), bin, process.env.PATH].join(delimiter) };

const steps = [
  ['Format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  [
    'Walls between the rooms',
    'depcruise',
    ['src', 'packages', 'scripts', 'test', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  ],
  ['The map of the rooms', 'node', ['scripts/map.ts', '--check']],
  // By its path: the TypeScript that generates clients brings a program of the same name.
  ['Types', 'node', ['node_modules/typescript/bin/tsc', '--noEmit']],
  ['Unit and route tests', 'vitest', ['run']],
  ['Browser tests', 'playwright', ['test']],
];

for (const [title, command, args] of steps) {
  process.stdout.write(`\n== ${title}\n`);
  // From here on tests open the real shop.
  if (command === 'vitest') buildStorefront(node);
  const program = command === 'node' ? node : join(bin, command);
  const done = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment,
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) {
    process.stdout.write(`\nFailed: ${title}. Run it alone with: npx ${command} ${args.join(' ')}\n`);
    process.exit(1);
  }
}
process.stdout.write('\nEverything holds.\n');
