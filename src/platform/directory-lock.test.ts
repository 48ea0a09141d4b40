import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from './config.ts';
import { lockDirectory } from './directory-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a lock of a living process is never taken', () => {
  writeFileSync(join(folder, 'database.lock'), `${process.ppid}\n`);
  expect(() => lockDirectory(join(folder, 'database.lock'))).toThrow(StartError);
  expect(() => lockDirectory(join(folder, 'database.lock'))).toThrow(`process ${process.ppid}`);
});

test('a lock left by a dead process, or one that was never finished, is taken over', () => {
  for (const left of ['4194304999\n', '', 'garbage']) {
    writeFileSync(join(folder, 'database.lock'), left);
    lockDirectory(join(folder, 'database.lock')).release();
  }
});

test('a released lock can be taken again', () => {
  lockDirectory(join(folder, 'database.lock')).release();
  expect(() => lockDirectory(join(folder, 'database.lock')).release()).not.toThrow();
});
