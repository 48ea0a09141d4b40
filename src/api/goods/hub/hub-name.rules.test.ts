import { expect, test } from 'vitest';
import { idHash, ownNamespace, readRepoName, repoNameOf } from './hub-name.rules.ts';

/** As the Python client says which names it asks for (huggingface_hub, utils/_validators.py). */
const taken = (name: string) =>
  /^\b[\w\-.]{1,96}\b$/.test(name) && !name.includes('--') && !name.includes('..') && !name.endsWith('.git');

const odd = [
  'a',
  'voices',
  'h100-sxm-80gb',
  'GPU_1.5',
  'a--b',
  'a..b',
  'model.git',
  'Model.GIT',
  'notebook.ipynb',
  '-a',
  'a-',
  '.a',
  '_a',
  'a_',
  'id_a',
  'id_',
  'id_id_a',
  'sha_',
  `sha_${'a'.repeat(64)}`,
  'two words',
  'Übersetzer',
  '音声',
  'a+b',
  'a@b',
  '😀',
  '\ufeffmark',
  'x'.repeat(96),
  'x'.repeat(97),
  'x'.repeat(200),
  `${'x'.repeat(199)} `,
  '音'.repeat(200),
  "'; drop table",
];

/** Small and repeatable: the same ids at every run. */
function* drawn(count: number) {
  let state = 7;
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const letters = ['a', 'B', '0', '-', '-', '.', '_', '_', ' ', 'é', '語', '2', 'd', 'id_', 'sha_', '_2d', '.git'];
  for (let made = 0; made < count; made++)
    yield Array.from({ length: 1 + draw(30) }, () => letters[draw(letters.length)]).join('');
}

test('[G-09] every product has a name that the clients take, which leads back to it, and no other product has it', () => {
  const ids = [...new Set([...odd, ...drawn(3_000)])];
  const names = ids.map(repoNameOf);
  for (const [at, name] of names.entries()) {
    const id = ids[at] ?? '';
    expect(taken(name), `${id}: ${name}`).toBe(true);
    const read = readRepoName(name);
    expect(read, id).toEqual(read && 'idHash' in read ? { idHash: idHash(id) } : { productId: id });
    // As the database finds it again (migration 0068).
    if (read && 'idHash' in read)
      expect(Buffer.byteLength(id) > 96 || (Buffer.byteLength(id) > 31 && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toBe(
        true,
      );
  }
  expect(new Set(names).size).toBe(ids.length);
});

test.each(['', '.', '..', 'a/b', 'id_', 'id_a', 'id_voices', 'id_zz_', 'id__ff', 'id__c3_28', 'sha_12', 'a b', 'é'])(
  '[G-09] %j is the name of nothing',
  (name) => {
    expect(readRepoName(name)).toBeNull();
  },
);

test.each([
  ['Hearth', 'hearth'],
  ['Café Größe & Söhne', 'cafe-gro-e-sohne'],
  ['  ', 'shop'],
  ['音声', 'shop'],
  ['Products', 'products-shop'],
  ['Models', 'models-shop'],
  ['x'.repeat(60), 'x'.repeat(40)],
])('[G-09] the products of the shop %s are in the namespace %s', (name, namespace) => {
  expect(ownNamespace(name, (step) => step === 'products')).toBe(namespace);
});
