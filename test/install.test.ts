// Installs by npm start and npm test, and when: scripts/bootstrap.mjs in a folder of its own, with an npm that only notes
// what it is asked for.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodePackages } from '../scripts/bootstrap.mjs';

const nodePackage = nodePackages[`${process.platform}-${process.arch}`];

/** `npm` is what the npm of this folder does after it has noted its arguments. */
async function makeClone(npm = '') {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-install-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'scripts'));
  await mkdir(join(folder, 'bin'));
  await copyFile(join(import.meta.dirname, '../scripts/bootstrap.mjs'), join(folder, 'scripts/bootstrap.mjs'));
  await writeFile(join(folder, 'package-lock.json'), '{}');
  const script = `#!/bin/sh\necho "$@" >> npm.log\nmkdir -p node_modules\n${npm}\n`;
  await writeFile(join(folder, 'bin/npm'), script, { mode: 0o755 });
  const program = `import { installPackages } from '${join(folder, 'scripts/bootstrap.mjs')}';`;
  return {
    folder,
    /** Calls of npm meanwhile, and the code that the process ended with. */
    async install(wanted: 'shop' | 'all') {
      await rm(join(folder, 'npm.log'), { force: true });
      const { status } = spawnSync(
        process.execPath,
        ['--input-type=module', '--eval', `${program} installPackages('${wanted}')`],
        { env: { ...process.env, PATH: `${folder}/bin:${process.env.PATH}` } },
      );
      const asked = await readFile(join(folder, 'npm.log'), 'utf8').catch(() => '');
      return { status, asked: asked.trim().replace(' --no-audit --no-fund --loglevel=error', '') };
    },
    changeLock: () => writeFile(join(folder, 'package-lock.json'), '{"changed": true}'),
  };
}

const nothing = { status: 0, asked: '' };

test('the shop installs what it needs, tests add the rest, and what is there is not installed again', async () => {
  const { install } = await makeClone();
  expect(await install('shop')).toEqual({ status: 0, asked: 'ci --omit=dev --include=optional' });
  expect(await install('shop')).toEqual(nothing);
  expect(await install('all')).toEqual({ status: 0, asked: 'install --no-save --include=dev --include=optional' });
  expect(await install('all')).toEqual(nothing);
  expect(await install('shop')).toEqual(nothing);
});

test('after an update of the lock file who had all packages goes on having them', async () => {
  const { install, changeLock } = await makeClone();
  expect(await install('all')).toEqual({ status: 0, asked: 'ci --include=dev --include=optional' });
  await changeLock();
  expect(await install('shop')).toEqual({ status: 0, asked: 'install --no-save --include=dev --include=optional' });
  expect(await install('all')).toEqual(nothing);
});

/** The list that npm leaves in node_modules is what it has installed of a lock file. */
async function installByNpm(folder: string, changed: Record<string, { version: string } | undefined> = {}) {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/shop': { version: '1.0.0' },
    'node_modules/of-the-workspace': { link: true },
    'node_modules/tests': { version: '1.0.0', dev: true },
    'node_modules/other-system': { version: '1.0.0', optional: true, os: ['none'] },
    'node_modules/this-system': { version: '1.0.0', optional: true, os: [process.platform] },
  };
  const { 'node_modules/other-system': _, '': __, ...there } = packages;
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  await writeFile(
    join(folder, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { ...there, ...changed } }),
  );
}

test('what npm install has installed is not installed again, for the shop or for tests', async () => {
  const { folder, install } = await makeClone();
  await installByNpm(folder);
  expect(await install('shop')).toEqual(nothing);
  expect(await install('all')).toEqual(nothing);
});

test('what npm has installed without the packages of tests is enough for the shop alone', async () => {
  const { folder, install } = await makeClone();
  await installByNpm(folder, { 'node_modules/tests': undefined });
  expect(await install('shop')).toEqual(nothing);
  expect(await install('all')).toEqual({ status: 0, asked: 'install --no-save --include=dev --include=optional' });
});

test.each([
  ['of another version', { 'node_modules/shop': { version: '0.9.0' } }],
  ['missing', { 'node_modules/shop': undefined }],
  ['missing, of the workspace', { 'node_modules/of-the-workspace': undefined }],
  ['left out because it was optional', { 'node_modules/this-system': undefined }],
])('a package that npm has installed and is %s is installed', async (_, changed) => {
  const { folder, install } = await makeClone();
  await installByNpm(folder, changed);
  expect((await install('shop')).asked).toBe('ci --omit=dev --include=optional');
});

test('an installation that failed is tried again', async () => {
  const { install } = await makeClone('exit 1');
  expect((await install('shop')).status).toBe(1);
  expect((await install('shop')).asked).toBe('ci --omit=dev --include=optional');
});

test('an image, which has no lock file, installs nothing', async () => {
  const { folder, install } = await makeClone();
  await rm(join(folder, 'package-lock.json'));
  expect(await install('all')).toEqual(nothing);
});

test('source maps of packages go, and what looks like one but is none stays', async () => {
  const { folder, install } = await makeClone(
    'mkdir -p node_modules/a/dist; cd node_modules/a; touch dist/a.js dist/a.js.map dist/a.d.mts.map dist/a.css.map world.map',
  );
  await install('shop');
  expect((await readdir(join(folder, 'node_modules/a/dist'))).sort()).toEqual(['a.js']);
  expect(existsSync(join(folder, 'node_modules/a/world.map'))).toBe(true);
});

test.runIf(nodePackage)(
  'of the packaged Node only the program stays, and one that does not run here goes',
  async () => {
    const place = `node_modules/${nodePackage}`;
    const made = (code: 0 | 1) =>
      `mkdir -p ${place}/bin ${place}/include node_modules/.bin; touch node_modules/.bin/node
     printf '#!/bin/sh\\nexit ${code}\\n' > ${place}/bin/node; chmod +x ${place}/bin/node`;
    const running = await makeClone(made(0));
    await running.install('shop');
    expect(existsSync(join(running.folder, place, 'bin/node'))).toBe(true);
    expect(existsSync(join(running.folder, place, 'include'))).toBe(false);
    const foreign = await makeClone(made(1));
    await foreign.install('shop');
    expect(existsSync(join(foreign.folder, place))).toBe(false);
    expect(existsSync(join(foreign.folder, 'node_modules/.bin/node'))).toBe(false);
  },
);
