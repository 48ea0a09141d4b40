import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import packageJson from '../../package.json' with { type: 'json' };

const { devDependencies } = packageJson;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The path of a Chromium for the browser tests: BROWSER_PATH, the one that came with the packages, which draws no windows and so
 * takes two thirds of the time, one of this system, Playwright's own, or as root on Debian the system's package, installed now.
 * Throws when there is none.
 */
export function findBrowser(): string {
  const given = process.env.BROWSER_PATH;
  if (given) return given;
  const packaged = packagedBrowser();
  if (packaged) return packaged;
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [...onPath, ...places, chromium.executablePath()].find((file) => file && existsSync(file));
  return found ?? installedBrowser();
}

function packagedBrowser(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const file = unpackBrowser();
    execFileSync(file, ['--version', '--headless', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 });
    return file;
  } catch {
    // It cannot be unpacked, or lacks a library of the system: the next way may do better.
    return null;
  }
}

/**
 * The package unpacks into the system's temporary folder, where another version, or somebody else's file, may be already, and
 * changes the environment of its process: it is given a process and a folder, which gets its name when it is whole.
 */
function unpackBrowser(): string {
  const root = join(import.meta.dirname, '../..');
  const cache = join(root, 'node_modules/.cache');
  const folder = join(cache, `chromium-${devDependencies['@sparticuz/chromium']}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const unpacking = mkdtempSync(join(cache, 'unpacking-'));
    const program = "import('@sparticuz/chromium').then(({ default: packaged }) => packaged.executablePath())";
    const env = { ...process.env, TMPDIR: unpacking };
    execFileSync(process.execPath, ['-e', program], { cwd: root, env, stdio: 'ignore', timeout: 120_000 });
    renameSync(unpacking, folder);
  }
  return join(folder, 'chromium');
}

function installedBrowser(): string {
  const file = '/usr/bin/chromium';
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write("  Installing Debian's chromium for the browser tests\n");
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'ignore' });
    if (existsSync(file)) return file;
  }
  throw new Error(
    'No browser was found for the browser tests. Install Chromium or Chrome, or set BROWSER_PATH to one.',
  );
}
