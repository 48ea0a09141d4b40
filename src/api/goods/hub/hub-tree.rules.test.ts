import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HubFile, inTreeOrder, listTree, rowsOf } from './hub-tree.rules.ts';

const commit = { sha: 'c'.repeat(40), version: '1.0.0', date: new Date(0) };
const fileAt = (path: string): HubFile => ({ path, size: 1, sha256: 'a'.repeat(64) });

/** The files of a release, and how many of them were looked at. */
function counted(files: readonly HubFile[]) {
  const count = { looks: 0 };
  const seen = new Proxy(files, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) count.looks++;
      return Reflect.get(target, name, receiver);
    },
  });
  return { files: seen, count };
}

function* pages(files: readonly HubFile[], asked: { folder: string; recursive: boolean; limit: number }) {
  let after: string | null = null;
  do {
    const page: ReturnType<typeof listTree> = listTree(files, commit, { ...asked, expand: false, after });
    yield page?.rows ?? [];
    after = page?.next ?? null;
  } while (after !== null);
}

/** Every row that there is, from the paths alone. */
function rowsWithin(paths: readonly string[], folder: string, recursive: boolean): string[] {
  const start = folder === '' ? '' : `${folder}/`;
  const rows = new Set<string>();
  for (const path of paths.filter((one) => one.startsWith(start))) {
    const steps = path.slice(start.length).split('/');
    for (let depth = 1; depth <= (recursive ? steps.length : 1); depth++)
      rows.add(start + steps.slice(0, depth).join('/'));
  }
  return [...rows].sort();
}

const step = fc.constantFrom('a', 'b', 'a-b', 'a b', 'a.c', 'ab', '\u00fc');
const anyPaths = fc
  .array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 30 })
  // A file is no folder: files have a name of their own.
  .map((all) => [...new Set(all.map((steps) => `${steps.join('/')}/f`.replace(/^a\/f$/, 'f')))]);

test('pages of any size have every file and folder once, whatever there is in a release', () => {
  fc.assert(
    fc.property(anyPaths, fc.boolean(), fc.integer({ min: 1, max: 7 }), fc.nat(), (paths, recursive, limit, which) => {
      const files = inTreeOrder(paths.map(fileAt));
      const chosen = paths[which % paths.length]?.split('/') ?? [];
      const folder = chosen.slice(0, which % chosen.length).join('/');
      const got = [...pages(files, { folder, recursive, limit })];
      expect(got.every((rows) => rows.length <= limit)).toBe(true);
      expect(
        got
          .flat()
          .map(({ path }) => path)
          .sort(),
      ).toEqual(rowsWithin(paths, folder, recursive));
    }),
  );
});

test('a folder that is not there is none', () => {
  const files = inTreeOrder([fileAt('a/b'), fileAt('a-b/c')]);
  const asked = { recursive: true, expand: false, after: null, limit: 10 };
  expect(listTree(files, commit, { ...asked, folder: 'a-' })).toBeNull();
  expect(listTree(files, commit, { ...asked, folder: 'b' })).toBeNull();
});

test('a page of a large, deep release looks at its own files and at those that lead to it', () => {
  const deep = 'x/'.repeat(245);
  const { files, count } = counted(inTreeOrder(Array.from({ length: 5_000 }, (_, at) => fileAt(`${deep}${at}`))));
  for (const [recursive, limit, after] of [
    [true, 1, null],
    [true, 100, null],
    [true, 100, `${deep}4000`],
    [false, 100, null],
  ] as const) {
    count.looks = 0;
    listTree(files, commit, { folder: '', recursive, expand: false, after, limit });
    expect(count.looks, `${recursive} ${limit} ${after}`).toBeLessThan(limit + 60);
  }
  count.looks = 0;
  rowsOf(files, commit, { paths: Array.from({ length: 100 }, (_, at) => `x/${at}${'/'.repeat(500)}`), expand: false });
  expect(count.looks).toBeLessThan(100 * 60);
});
