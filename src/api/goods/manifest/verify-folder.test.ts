// Manifests that were signed rightly and mean harm all the same, or are as large as they may be, on a real folder.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifestFile, manifestMediaType } from '#contract/goods/manifest.ts';
import { releaseFilesMaximum } from '#contract/goods/release.ts';
import { payloadType, preAuthentication, predicateType, rootDigest, statementType } from './manifest.rules.ts';
import { toVerifyingKey } from './open-manifest.rules.ts';
import { newKeyPair } from './signing-key.rules.ts';
import { verifyFolder } from './verify-folder.ts';

const pair = newKeyPair();
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const secret = 'of somebody else';

let place: string;
let folder: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'hearth-verify-'));
  folder = join(place, 'folder');
  await mkdir(folder);
  await writeFile(join(place, 'secret'), secret);
});
afterEach(() => rm(place, { recursive: true }));

/** As a program that looks at no names would sign it. */
function signed(files: Array<{ name: string; digest: string }>): Buffer {
  const payload = Buffer.from(
    JSON.stringify({
      _type: statementType,
      subject: [{ name: 'x', digest: { sha256: rootDigest(files.map(({ digest }) => digest)) } }],
      predicateType,
      predicate: {
        serialization: { method: 'files', hash_type: 'sha256', allow_symlinks: false, ignore_paths: ['', '.', '..'] },
        resources: files.map((file) => ({ ...file, algorithm: 'sha256' })),
      },
    }),
  );
  const sig = sign('sha256', preAuthentication(payloadType, payload), createPrivateKey(pair.privatePem));
  return Buffer.from(
    JSON.stringify({
      mediaType: manifestMediaType,
      verificationMaterial: { publicKey: { hint: pair.key_id }, tlogEntries: [] },
      dsseEnvelope: {
        payload: payload.toString('base64'),
        payloadType,
        signatures: [{ sig: sig.toString('base64'), keyid: '' }],
      },
    }),
  );
}

const verify = (manifest: Uint8Array, publicPem = pair.publicPem) =>
  verifyFolder({
    folder,
    manifest,
    manifestFile: join(folder, manifestFile),
    keys: [toVerifyingKey(publicPem)],
    allowsExtra: false,
  });

test('[G-05] names that lead out of the folder are missing: nothing is read there', async () => {
  const names = ['../secret', join(place, 'secret'), 'a/../../secret', './/../secret', '..\\secret'];
  const { problems } = await verify(signed(names.map((name) => ({ name, digest: hashOf(secret) }))));
  expect(problems).toHaveLength(names.length);
  for (const problem of problems) expect(problem).toMatch(/ is missing\.$/);
});

test('[G-05] files behind a link to a folder are not those of the folder', async () => {
  await mkdir(join(place, 'elsewhere'));
  await writeFile(join(place, 'elsewhere/a.txt'), 'a');
  await symlink(join(place, 'elsewhere'), join(folder, 'data'));
  const { problems } = await verify(signed([{ name: 'data/a.txt', digest: hashOf('a') }]));
  expect(problems).toEqual(['data/a.txt is missing.', 'data is not in the manifest.']);
});

test('[G-05] another key than the one that is trusted', async () => {
  await writeFile(join(folder, 'a.txt'), 'a');
  const manifest = signed([{ name: 'a.txt', digest: hashOf('a') }]);
  expect((await verify(manifest)).problems).toEqual([]);
  expect((await verify(manifest, newKeyPair().publicPem)).problems).toEqual([
    expect.stringContaining('not among the keys given'),
  ]);
});

test('[G-05] as many files as a release may have: each that is not there is told', async () => {
  const names = Array.from({ length: releaseFilesMaximum }, (_, at) => `part-${String(at).padStart(5, '0')}.bin`);
  await writeFile(join(folder, 'part-04321.bin'), 'x');
  const { problems } = await verify(signed(names.map((name) => ({ name, digest: hashOf('x') }))));
  expect(problems).toEqual(names.filter((name) => name !== 'part-04321.bin').map((name) => `${name} is missing.`));
});
