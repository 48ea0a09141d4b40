// Runs on any Node from 18 on, before anything is installed: finds or installs what the rest needs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const NEEDED_NODE = 24;

/**
 * What the shop's Node is told about memory. Left alone it takes three to five times what is in use and keeps it; with these a
 * quarter to a third less, at some hundredths of the speed (docs/performance.md). The units of deploy/ and the image say the same.
 */
export const shopFlags = ['--max-semi-space-size=24', '--heap-growing-percent=70'];

export const progress = (step) => process.stderr.write(`  ${step}\n`);

export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Installs the packages of package-lock.json, unless they are there already. Not `npm ci`: that refuses a lock file
 * which does not list the compiled parts for every system there is, and a mirror may not have them all.
 */
export function installPackages() {
  const wanted = hashOf([join(root, 'package-lock.json')]);
  const mark = join(root, 'node_modules/.installed');
  if (readIfThere(mark) === wanted) return;
  progress('Installing packages (the first time takes a minute)');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync(npm, flags, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0)
    fail('The packages could not be installed: see the messages of npm above, then run the command again.');
  writeFileSync(mark, wanted);
}

/** The Node that runs the shop: this one where it is new enough, otherwise the one that came with the packages. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return fail(
      `Node ${NEEDED_NODE} or newer is needed here; this is ${process.version}, and there is no package of it for ${process.platform} on ${process.arch}. Install it from nodejs.org and run the command again.`,
    );
  }
}

/** Builds the storefront when its sources have changed since the last build. */
export function buildStorefront(node) {
  const sources = ['src/storefront', 'src/contract', 'vite.config.ts', 'package-lock.json'].map((name) =>
    join(root, name),
  );
  const wanted = hashOf(sources);
  const mark = join(root, 'build/stamp');
  if (readIfThere(mark) === wanted) return;
  progress('Building the storefront');
  const done = spawnSync(node, [join(root, 'scripts/build.ts')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (done.status !== 0) fail('The storefront could not be built: see the messages above.');
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, wanted);
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex');
}

function addTo(hash, path) {
  let names;
  try {
    names = readdirSync(path).sort();
  } catch {
    hash.update(path.slice(root.length)).update(readFileSync(path));
    return;
  }
  for (const name of names) addTo(hash, join(path, name));
}
