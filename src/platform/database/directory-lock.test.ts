import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../config/start-error.ts';
import { lockDirectory } from './directory-lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-lock-'));
  file = join(folder, 'database.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeLock(owner: { pid: number; host?: string; started?: string | null }) {
  writeFileSync(file, JSON.stringify({ host: hostname(), started: null, ...owner }));
}

test('a lock of a living process is never taken, nor one of this very process', () => {
  writeLock({ pid: process.ppid });
  expect(() => lockDirectory(file)).toThrow(StartError);
  expect(() => lockDirectory(file)).toThrow(`process ${process.ppid}`);
  rmSync(file);
  lockDirectory(file);
  expect(() => lockDirectory(file)).toThrow(`process ${process.pid}`);
});

test('a lock of another host is never taken; the message says which file to delete', () => {
  writeLock({ pid: 1, host: 'another-host' });
  expect(() => lockDirectory(file)).toThrow(/another-host.*delete .*database\.lock/);
});

test('a lock left by a dead process, or one that was never finished, is taken over', () => {
  for (const left of [JSON.stringify({ pid: 4_194_304_999, host: hostname(), started: null }), '', 'garbage']) {
    writeFileSync(file, left);
    lockDirectory(file).release();
  }
});

test.runIf(process.platform === 'linux')(
  'a number that belongs to another process by now does not hold the lock',
  () => {
    writeLock({ pid: process.ppid, started: 'an earlier boot 1' });
    lockDirectory(file).release();
  },
);

test('a released lock can be taken again', () => {
  lockDirectory(file).release();
  expect(() => lockDirectory(file).release()).not.toThrow();
});
