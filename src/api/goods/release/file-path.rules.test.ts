import { expect, test } from 'vitest';
import { foldPath, isFileAndFolder, readFilePath } from './file-path.rules.ts';

test.each([
  'README.md',
  'data/train-00000-of-00012.parquet',
  'data/.hidden/x',
  'über/Größe.csv',
  '数据/训练.jsonl',
  'a b/c d.txt',
  'console.log',
  'com10.txt',
  'null',
  'x..y/z',
  'v1.0.0',
  `${'x'.repeat(200)}/y`,
  `${'x/'.repeat(32)}y`,
])('[G-15] %j is a path', (path) => {
  expect(readFilePath(path)).toMatchObject({ ok: true, path });
});

test.each([
  ['', /is empty/],
  ['.gitattributes', /no signed manifest/],
  ['..', /leads elsewhere/],
  ['../x', /leads elsewhere/],
  ['a/../b', /leads elsewhere/],
  ['a/..', /leads elsewhere/],
  ['./a', /leads elsewhere/],
  ['/etc/passwd', /begins with \//],
  ['//host/share', /begins with \//],
  ['a//b', /empty step/],
  ['a/', /empty step/],
  ['a\\b', /backslash/],
  ['..\\x', /backslash/],
  ['\\\\host\\share', /backslash/],
  ['C:/x', /drive/],
  ['c:x', /drive/],
  ['file.txt:stream', /Windows/],
  ['what?.csv', /Windows/],
  ['CON', /device/],
  ['nul', /device/],
  ['NUL.txt', /device/],
  ['a/Aux.tar.gz', /device/],
  ['com1', /device/],
  ['LPT9.log', /device/],
  ['COM¹', /device/],
  ['CONIN$', /device/],
  ['nul .txt', /device/],
  ['a\0b', /cannot be seen/],
  ['a\nb', /cannot be seen/],
  ['a\u007fb', /cannot be seen/],
  ['a\u202egpj.exe', /cannot be seen/],
  ['a\u2066b', /cannot be seen/],
  ['a\u200bb', /cannot be seen/],
  ['a\u00adb', /cannot be seen/],
  ['\ufeffa', /cannot be seen/],
  ['a\u3164b', /cannot be seen/],
  ['a\ufe0fb', /cannot be seen/],
  ['a\u00a0b', /cannot be seen/],
  ['a\u2028b', /cannot be seen/],
  ['a\ud800b', /cannot be seen/],
  ['\u{e0041}', /cannot be seen/],
  ['a.', /dot at its end/],
  ['a./b', /dot at its end/],
  ['a /b', /space around/],
  [' a', /space around/],
  ['...', /dot at its end/],
  ['x'.repeat(201), /longer than 200/],
  ['字'.repeat(86), /255 bytes/],
  [`${'x/'.repeat(33)}y`, /33 folders inside one another. It may have 32/],
  [Array.from({ length: 6 }, () => 'x'.repeat(99)).join('/'), /longer than 500/],
])('[G-15] %j is none, in a sentence that says why', (path, why) => {
  const read = readFilePath(path);
  expect(read.ok).toBe(false);
  expect(read.ok ? '' : read.fault).toMatch(why);
});

test('[G-15] a path is kept in the composed form', () => {
  expect(readFilePath('u\u0308ber.txt')).toMatchObject({ ok: true, path: '\u00fcber.txt' });
});

test.each([
  ['Data/Train.csv', 'data/train.CSV'],
  ['\u00fcber', 'U\u0308BER'],
  ['stra\u00dfe', 'STRASSE'],
  ['\u03a3\u03a3', '\u03c3\u03c2'],
])('[G-15] %j and %j are one file on some disks', (one, other) => {
  expect(foldPath(one)).toBe(foldPath(other));
});

test('[G-15] a file is no folder', () => {
  expect(isFileAndFolder('a', 'a/b')).toBe(true);
  expect(isFileAndFolder('a/b/c', 'a/b')).toBe(true);
  expect(isFileAndFolder('a', 'ab')).toBe(false);
  expect(isFileAndFolder('a/b', 'a/c')).toBe(false);
});
