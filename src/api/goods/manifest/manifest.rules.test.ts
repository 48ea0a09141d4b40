import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SignedFile, unsignedPaths } from '#contract/goods/manifest.ts';
import { compareFiles, type FoundFile } from './compare-files.rules.ts';
import { commitOf, preAuthentication, rootDigest, signManifest } from './manifest.rules.ts';
import { pathFault, shownPath } from './manifest-path.rules.ts';
import { type OpenedManifest, openManifest, toVerifyingKey } from './open-manifest.rules.ts';
import { keyIdOf, newKeyPair, toPublicPem } from './signing-key.rules.ts';

const pair = newKeyPair();
const signer = { key_id: pair.key_id, privateKey: createPrivateKey(pair.privatePem) };
const key = toVerifyingKey(pair.publicPem);
const facts = {
  release_id: 'r1',
  product_id: 'birds',
  version: '1.2.0',
  seller_id: 'ours',
  shop: 'https://shop.example',
  signed_at: new Date('2026-11-23T00:00:00Z'),
};

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const aFile = (path: string, content: Uint8Array): SignedFile & FoundFile => ({
  path,
  kind: 'file',
  size_bytes: content.length,
  sha256: hashOf(content),
});
const bytesOf = (manifest: unknown) => Buffer.from(JSON.stringify(manifest));

function opened(bytes: Uint8Array, keys = [key]): OpenedManifest {
  const read = openManifest(bytes, keys);
  if (!read.ok) throw new Error(read.problem);
  return read.manifest;
}

/** Every sentence about what is wrong; none when all is as it was signed. */
function problems(bytes: Uint8Array, found: FoundFile[], keys = [key]): string[] {
  const read = openManifest(bytes, keys);
  return read.ok ? compareFiles(read.manifest, found) : [read.problem];
}

/** Steps as hostile as a file system lets them be. */
const step = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      '__proto__',
      'constructor',
      'a b',
      '"',
      '\\',
      '\n',
      '..a',
      '.hidden',
      'Ünï',
      '模型',
      '😀',
      '\u202e',
      '\ufffd',
    ),
  )
  .filter((text) => !text.includes('/'));
const path = fc
  .array(step, { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join('/'))
  .filter((text) => pathFault(text) === null);
const release = fc
  .uniqueArray(fc.tuple(path, fc.uint8Array({ maxLength: 40 })), {
    minLength: 1,
    maxLength: 6,
    selector: ([name]) => name,
  })
  .map((files) => files.map(([name, content]) => ({ name, content, file: aFile(name, content) })));

describe('what was signed is verified', () => {
  test('[G-05] any files with any names come back as they were signed, and fit', () => {
    fc.assert(
      fc.property(release, (files) => {
        const signed = files.map(({ file }) => file);
        const bytes = bytesOf(signManifest(signed, facts, signer));
        expect(problems(bytes, signed)).toEqual([]);
        const back = opened(bytes).files;
        expect(new Map(back.map((file) => [file.path, file.sha256]))).toEqual(
          new Map(signed.map((file) => [file.path, file.sha256])),
        );
        expect(
          back.every(
            ({ path: name, size_bytes }) => signed.find((file) => file.path === name)?.size_bytes === size_bytes,
          ),
        ).toBe(true);
      }),
    );
  });

  test('[G-05] the order in which files are given changes neither what is signed nor the revision', () => {
    fc.assert(
      fc.property(release, (files) => {
        const signed = files.map(({ file }) => file);
        const payload = (order: SignedFile[]) => signManifest(order, facts, signer).dsseEnvelope.payload;
        expect(payload(signed.toReversed())).toBe(payload(signed));
        expect(commitOf(signed.toReversed(), 'r1')).toBe(commitOf(signed, 'r1'));
      }),
    );
  });

  test('[G-05] a byte that is another one in any file or name is found', () => {
    fc.assert(
      fc.property(release, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), (files, which, at, by) => {
        const signed = files.map(({ file }) => file);
        const bytes = bytesOf(signManifest(signed, facts, signer));
        const chosen = files[which % files.length];
        if (!chosen) return;
        const others = signed.filter((file) => file !== chosen.file);
        const content = Buffer.from(chosen.content);
        if (content.length > 0) {
          content[at % content.length] = (content[at % content.length] ?? 0) ^ by;
          expect(problems(bytes, [...others, aFile(chosen.name, content)])).toHaveLength(1);
        }
        const name = Buffer.from(chosen.name);
        name[at % name.length] = (name[at % name.length] ?? 0) ^ by;
        expect(problems(bytes, [...others, aFile(name.toString('latin1'), content)]).length).toBeGreaterThan(0);
      }),
    );
  });

  test('[G-05] a byte that is another one anywhere in the manifest is found', () => {
    const signed = [aFile('weights.bin', Buffer.from('weights')), aFile('a/config.json', Buffer.from('{}'))];
    const bytes = bytesOf(signManifest(signed, facts, signer));
    expect(problems(bytes, signed)).toEqual([]);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const other = Buffer.from(bytes);
        other[at] = (other[at] ?? 0) ^ by;
        expect(problems(other, signed)).toHaveLength(1);
      }),
      { numRuns: 1_000 },
    );
    // Every place once, with the smallest change there is.
    for (let at = 0; at < bytes.length; at++) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(problems(other, signed), `byte ${at}`).toHaveLength(1);
    }
  });

  test('[G-05] anything else in place of a manifest is a problem in words, and no failure', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.constant('')), (text) => {
        expect(openManifest(Buffer.from(text), [key])).toMatchObject({ ok: false, problem: expect.any(String) });
      }),
    );
  });
});

describe('what is said of differences', () => {
  const signed = [aFile('a.txt', Buffer.from('a')), aFile('b/c.txt', Buffer.from('c'))];
  const bytes = bytesOf(signManifest(signed, facts, signer));
  const [a, c] = signed as [FoundFile, FoundFile];

  test('[G-05] a file that is missing, one too many, and one that was changed, with both hashes', () => {
    expect(problems(bytes, [a])).toEqual(['b/c.txt is missing.']);
    expect(problems(bytes, [a, c, aFile('d', Buffer.from('d'))])).toEqual(['d is not in the manifest.']);
    expect(problems(bytes, [a, aFile('b/c.txt', Buffer.from('x'))])).toEqual([
      `b/c.txt was changed. SHA-256 ${hashOf('x')}, signed was ${hashOf('c')}.`,
    ]);
    expect(problems(bytes, [a, aFile('b/c.txt', Buffer.from('cc'))])).toEqual([
      `b/c.txt was changed. It has 2 bytes, signed were 1. SHA-256 ${hashOf('cc')}, signed was ${hashOf('c')}.`,
    ]);
    expect(problems(bytes, [a, { path: 'b/c.txt', kind: 'link' }])).toEqual([
      'b/c.txt is a link. Verify a folder that has the files themselves.',
    ]);
  });

  test('[G-05] the manifest itself and what tools leave beside the files are no files too many', () => {
    const beside = [...unsignedPaths, '.cache/huggingface/download/a.txt.metadata', '.git/HEAD'].map((name) =>
      aFile(name, Buffer.from('')),
    );
    expect(problems(bytes, [...signed, ...beside])).toEqual([]);
    expect(problems(bytes, [...signed, aFile('b/.gitignore', Buffer.from(''))])).toHaveLength(1);
  });

  test('[G-05] another key, and a key that was withdrawn or not in use', () => {
    const other = toVerifyingKey(newKeyPair().publicPem);
    const unknown = `The manifest is signed with the key ${pair.key_id}, which is not among the keys given.`;
    expect(problems(bytes, signed, [other])).toEqual([unknown]);
    // Somebody else's key under the name of ours.
    expect(problems(bytes, signed, [{ ...other, key_id: pair.key_id }])).toEqual([
      'The signature is wrong: the manifest is not as it was signed.',
    ]);
    const day = (date: string) => new Date(`2026-11-${date}T00:00:00Z`);
    expect(problems(bytes, signed, [{ ...key, valid_from: day('20'), valid_until: day('25') }])).toEqual([]);
    expect(problems(bytes, signed, [{ ...key, valid_from: day('24') }])[0]).toContain('when its key was not in use');
    expect(problems(bytes, signed, [{ ...key, valid_until: day('22') }])[0]).toContain('when its key was not in use');
    const minutes = (count: number) => new Date(facts.signed_at.getTime() + count * 60_000);
    expect(problems(bytes, signed, [{ ...key, valid_from: minutes(5) }]), 'clocks differ').toEqual([]);
    expect(problems(bytes, signed, [{ ...key, valid_until: minutes(-5) }]), 'clocks differ').toEqual([]);
    expect(problems(bytes, signed, [{ ...key, retired_at: day('24') }])[0]).toContain('has withdrawn the key');
  });

  test('[G-05] a name that would move the cursor or turn a line is written out', () => {
    expect(shownPath('plain/name-1.txt')).toBe('plain/name-1.txt');
    expect(shownPath('two words')).toBe('"two words"');
    expect(shownPath('a\u001b[2K\u202e"\n')).toBe('"a\\u{1b}[2K\\u{202e}\\"\\u{a}"');
  });
});

describe('what can be signed', () => {
  test.each([
    '',
    '/a',
    'a/',
    'a//b',
    './a',
    'a/../b',
    '..',
    'a\0',
    '\ud800',
    'model.sig',
    '.git/HEAD',
    '.gitattributes',
  ])('[G-15] no manifest has the name %j', (name) => {
    expect(pathFault(name)).not.toBeNull();
    expect(() => signManifest([{ ...aFile('a', Buffer.from('')), path: name }], facts, signer)).toThrow('manifest');
  });

  test('[G-05] neither no files nor one twice', () => {
    const file = aFile('a', Buffer.from(''));
    expect(() => signManifest([], facts, signer)).toThrow('no files');
    expect(() => signManifest([file, file], facts, signer)).toThrow('twice');
  });

  test('[G-05] names stand in the order of code points, as the format demands', () => {
    const names = ['\u{10000}', '\uffee', 'b', 'a/b', 'a-b', 'B'];
    const files = names.map((name) => aFile(name, Buffer.from(name)));
    const manifest = signManifest(files, facts, signer);
    expect(opened(bytesOf(manifest)).files.map((file) => file.path)).toEqual([
      'B',
      'a-b',
      'a/b',
      'b',
      '\uffee',
      '\u{10000}',
    ]);
  });

  test('[G-05] the statement is of the form that the public tools read, with sizes and who has signed in its annotations', () => {
    const file = aFile('a.txt', Buffer.from('a'));
    const { verificationMaterial, dsseEnvelope, mediaType } = signManifest([file], facts, signer);
    expect(mediaType).toBe('application/vnd.dev.sigstore.bundle.v0.3+json');
    expect(verificationMaterial).toEqual({ publicKey: { hint: hashOf(pair.publicPem) }, tlogEntries: [] });
    expect(dsseEnvelope.payloadType).toBe('application/vnd.in-toto+json');
    expect(JSON.parse(Buffer.from(dsseEnvelope.payload, 'base64').toString())).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        {
          name: 'birds',
          digest: { sha256: hashOf(Buffer.from(file.sha256 ?? '', 'hex')) },
          annotations: {
            release_id: 'r1',
            product_id: 'birds',
            version: '1.2.0',
            shop: 'https://shop.example',
            seller_id: 'ours',
            signed_by: 'shop on behalf of the seller',
            signed_at: '2026-11-23T00:00:00.000Z',
          },
        },
      ],
      predicateType: 'https://model_signing/signature/v1.0',
      predicate: {
        serialization: {
          method: 'files',
          hash_type: 'sha256',
          allow_symlinks: false,
          ignore_paths: [...unsignedPaths],
        },
        resources: [{ name: 'a.txt', algorithm: 'sha256', digest: file.sha256, annotations: { size_bytes: 1 } }],
      },
    });
  });

  test('[G-05] the envelope counts bytes, not characters', () => {
    expect(preAuthentication('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    );
    expect(preAuthentication('ä', Buffer.from('模')).toString()).toBe('DSSEv1 2 ä 3 模');
  });

  test('[G-09] a revision is 40 hexadecimal digits, of the files with their names, and of one release alone', () => {
    const [file, renamed] = [aFile('a', Buffer.from('x')), aFile('b', Buffer.from('x'))];
    const commits = [commitOf([file], 'r1'), commitOf([renamed], 'r1'), commitOf([file], 'r2')];
    for (const commit of commits) expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(new Set(commits).size).toBe(3);
    expect(commitOf([file], 'r1')).toBe(commits[0]);
  });
});

describe('what other programs have signed', () => {
  type Vector = {
    name: string;
    verifies: boolean;
    bundle: string;
    files: Array<{ path: string; text?: string; byte?: number; times?: number }>;
  };
  const { publicKey, vectors } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../test/fixtures/model-signing/vectors.json'), 'utf8'),
  ) as { publicKey: string; vectors: Vector[] };
  const theirs = toVerifyingKey(publicKey);
  const filesOf = ({ files }: Vector) =>
    files.map(({ path: name, text, byte, times }) =>
      aFile(name, text === undefined ? Buffer.alloc(times ?? 0, byte) : Buffer.from(text)),
    );

  test('[G-05] a key is known by the name that they give it', () => {
    expect(theirs.key_id).toBe('e8450dec4eb99dae995da9af1bc2cc9f76ed669ee2e744f57abba763df3e3f8e');
    expect(keyIdOf(toPublicPem(createPublicKey(publicKey.replaceAll('\n', '\r\n'))))).toBe(theirs.key_id);
  });

  test.each(vectors.map((vector) => [vector.name, vector] as const))('[G-05] %s', (_, vector) => {
    const found = problems(Buffer.from(vector.bundle), filesOf(vector), [theirs]);
    if (!vector.verifies) return expect(found).toEqual([expect.stringContaining('no manifest of files')]);
    expect(found).toEqual([]);
    // The same root hash as theirs: it is compared when a manifest is opened.
    const { files } = opened(Buffer.from(vector.bundle), [theirs]);
    expect(rootDigest(files.map(({ sha256 }) => sha256))).toMatch(/^(92745110|f80be214)/);
    const [first, ...rest] = filesOf(vector);
    expect(problems(Buffer.from(vector.bundle), rest, [theirs])).toEqual([`${first?.path} is missing.`]);
  });
});
