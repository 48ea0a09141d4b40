import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The path of a Chromium for the browser tests: BROWSER_PATH, one of this system, Playwright's own, the one that came
 * with the packages, or as root on Debian the system's package, installed now. Throws when there is none.
 */
export async function findBrowser(): Promise<string> {
  const given = process.env.BROWSER_PATH;
  if (given) return given;
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [...onPath, ...places, chromium.executablePath()].find((file) => file && existsSync(file));
  if (found) return found;
  return (await packagedBrowser()) ?? installedBrowser();
}

async function packagedBrowser(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const { default: packaged } = await import('@sparticuz/chromium');
  const file = await packaged.executablePath();
  try {
    execFileSync(file, ['--version', '--headless', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 });
    return file;
  } catch {
    // It lacks a library of the system: the next way may do better.
    return null;
  }
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
