// npm test: everything that must hold, in the order of what is quickest to tell. Stops at the first failure.
import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { buildServer, buildStorefront, findNode, installPackages, root } from './bootstrap.mjs';
import { describePlan, keyOf, recordMinutes } from './test-plan.mjs';

installPackages('all');
const node = findNode();
const bin = join(root, 'node_modules/.bin');
// The tools then run on the same Node as the shop, whatever the system has.
const environment = { ...process.env, PATH: [join(node, '..'), bin, process.env.PATH].join(delimiter) };

/** `isBeside`: it begins in its turn, runs beside those that follow, and is waited for before the tests. */
const steps = [
  // Walls and types read this generated file, which is not in the repository.
  { title: 'Types of the API', minutes: 0.1, command: 'node', args: ['scripts/api-types.ts'] },
  {
    title: 'Types',
    minutes: 0.5,
    command: 'node',
    isBeside: true,
    // By its path: the TypeScript that generates clients brings a program of the same name. Each checker works out the same types
    // anew: four of them take twice the processors and the memory of one.
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'],
  },
  { title: 'Format and lint', minutes: 0.2, command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { title: 'Words', minutes: 0.1, command: 'node', args: ['scripts/words.ts', '--check'] },
  {
    title: 'Walls between the rooms',
    minutes: 0.4,
    command: 'depcruise',
    args: ['src', 'packages', 'scripts', 'test', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  },
  { title: 'The map of the rooms', minutes: 0.1, command: 'node', args: ['scripts/map.ts', '--check'] },
  { title: 'The rights', minutes: 0.1, command: 'node', args: ['scripts/rights.ts', '--check'] },
  { title: 'The states', minutes: 0.1, command: 'node', args: ['scripts/states.ts', '--check'] },
  { title: 'Unit and route tests', minutes: 8, command: 'vitest', args: ['run'] },
  { title: 'Browser tests', minutes: 12, command: 'playwright', args: ['test'] },
];

process.stdout.write(`${describePlan(steps)}\n`);
const running = [];
for (const step of steps) {
  if (step.isBeside) {
    running.push(startBeside(step));
    continue;
  }
  // From here on tests open the real shop.
  if (step.command === 'vitest') {
    buildStorefront(node);
    buildServer(node);
    for (const beside of running) await timed(beside.step, () => beside.end());
  }
  await timed(step, () => run(step));
}
process.stdout.write('\nEverything holds.\n');

/** Does a step and stops all where it fails. One that runs beside others counts for what it takes longer than they do. */
async function timed(step, does) {
  const begin = Date.now();
  process.stdout.write(`\n== ${step.title}\n`);
  if ((await does()) !== 0) {
    process.stdout.write(`\nFailed: ${step.title}. Run it alone with: npx ${step.command} ${step.args.join(' ')}\n`);
    for (const { stop } of running) stop();
    process.exit(1);
  }
  recordMinutes(keyOf(step), (Date.now() - begin) / 60_000);
}

function run(step) {
  return spawnSync(programOf(step), step.args, { ...optionsOf(), stdio: 'inherit' }).status;
}

/** Output is kept until its turn to be waited for: nobody reads two at a time. */
function startBeside(step) {
  const child = spawn(programOf(step), step.args, { ...optionsOf(), stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  child.stdout.on('data', (chunk) => printed.push(chunk));
  child.stderr.on('data', (chunk) => printed.push(chunk));
  const status = new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
  return {
    step,
    // The type check leaves what it is asked gently until it has come to its end.
    stop: () => child.kill('SIGKILL'),
    async end() {
      const ended = await status;
      process.stdout.write(Buffer.concat(printed));
      return ended;
    },
  };
}

function programOf({ command }) {
  return command === 'node' ? node : join(bin, command);
}

function optionsOf() {
  return { cwd: root, env: environment, shell: process.platform === 'win32' };
}
