import { expect, test } from 'vitest';
import type { FileSample } from '#contract/goods/release.ts';
import { compareFiles } from './file-difference.rules.ts';

const file = (path: string, content: string, size_bytes = 10, sample: FileSample = 'none') => ({
  path,
  size_bytes,
  sha256: content.repeat(64),
  sample,
});

test('[S-08] files of a change are told beside those of now, what differs first', () => {
  const before = [file('a.csv', 'a'), file('b.csv', 'b'), file('gone.csv', 'c')];
  const after = [file('a.csv', 'a'), file('b.csv', 'd', 20), file('new.csv', 'e')];
  expect(compareFiles(before, after)).toEqual({
    files_left_out: 0,
    files: [
      {
        ...file('b.csv', 'd', 20),
        kind: 'changed',
        before: { size_bytes: 10, sha256: 'b'.repeat(64), sample: 'none' },
      },
      { ...file('gone.csv', 'c'), kind: 'removed', before: null },
      { ...file('new.csv', 'e'), kind: 'added', before: null },
      { ...file('a.csv', 'a'), kind: 'same', before: null },
    ],
  });
});

test('[G-07] [S-08] a file that everybody may have now is a change, though its bytes are the same', () => {
  const difference = compareFiles(
    [file('a.csv', 'a'), file('b.csv', 'b')],
    [file('a.csv', 'a', 10, 'file'), file('b.csv', 'b')],
  );
  expect(difference.files.map(({ path, kind, sample, before }) => [path, kind, sample, before?.sample])).toEqual([
    ['a.csv', 'changed', 'file', 'none'],
    ['b.csv', 'same', 'none', undefined],
  ]);
});

test('[S-08] of very many files those that differ are told, and how many more there are', () => {
  const same = Array.from({ length: 600 }, (_, index) => file(`part-${index}`, 'a'));
  const difference = compareFiles(same, [...same, file('new', 'b')]);
  expect(difference.files).toHaveLength(500);
  expect(difference.files[0]).toMatchObject({ path: 'new', kind: 'added' });
  expect(difference.files_left_out).toBe(101);
});
