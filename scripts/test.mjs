// npm test: everything that must hold, in the order of what is quickest to tell. Stops at the first failure.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { buildStorefront, findNode, installPackages, root } from './bootstrap.mjs';
import { describePlan, keyOf, recordMinutes } from './test-plan.mjs';

installPackages('all');
const node = findNode();
const bin = join(root, 'node_modules/.bin');
// The tools then run on the same Node as the shop, whatever the system has.
const environment = { ...process.env, PATH: [join(node, '..'), bin, process.env.PATH].join(delimiter) };

const steps = [
  { title: 'Format and lint', minutes: 0.2, command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { title: 'Words', minutes: 0.1, command: 'node', args: ['scripts/words.ts', '--check'] },
  // Walls and types read this generated file, which is not in the repository.
  { title: 'Types of the API', minutes: 0.2, command: 'node', args: ['scripts/api-types.ts'] },
  {
    title: 'Walls between the rooms',
    minutes: 0.4,
    command: 'depcruise',
    args: ['src', 'packages', 'scripts', 'test', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  },
  { title: 'The map of the rooms', minutes: 0.1, command: 'node', args: ['scripts/map.ts', '--check'] },
  { title: 'The rights', minutes: 0.1, command: 'node', args: ['scripts/rights.ts', '--check'] },
  { title: 'The states', minutes: 0.1, command: 'node', args: ['scripts/states.ts', '--check'] },
  // By its path: the TypeScript that generates clients brings a program of the same name.
  { title: 'Types', minutes: 0.3, command: 'node', args: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  { title: 'Unit and route tests', minutes: 8, command: 'vitest', args: ['run'] },
  { title: 'Browser tests', minutes: 12, command: 'playwright', args: ['test'] },
];

process.stdout.write(`${describePlan(steps)}\n`);
for (const step of steps) {
  const { title, command, args } = step;
  const begin = Date.now();
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
  recordMinutes(keyOf(step), (Date.now() - begin) / 60_000);
}
process.stdout.write('\nEverything holds.\n');
