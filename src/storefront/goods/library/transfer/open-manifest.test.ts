// The page reads what the shop signs: with the signing part's own functions on the other side.
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PublishedKeys } from '#contract/goods/signing-key.schema.ts';
import { signManifest } from '../../../../api/goods/manifest/manifest.rules.ts';
import { newKeyPair, toPublicJwk } from '../../../../api/goods/manifest/signing-key.rules.ts';
import { verdictOf } from './check-files.ts';
import { fromDer, openManifest } from './open-manifest.ts';

const pair = newKeyPair();
const files = [
  { path: 'data/träin.csv', size_bytes: 4, sha256: 'a'.repeat(64) },
  { path: 'README.md', size_bytes: 9, sha256: 'b'.repeat(64) },
];
const facts = {
  release_id: 'r',
  product_id: 'p',
  version: '1.0.0',
  seller_id: null,
  shop: 'https://shop.example',
  signed_at: new Date('2026-11-01T10:00:00Z'),
};
const sign = () => signManifest(files, facts, { key_id: pair.key_id, privateKey: createPrivateKey(pair.privatePem) });
const keysWith = (given: Partial<PublishedKeys['keys'][number]> = {}): PublishedKeys => ({
  keys: [
    {
      ...toPublicJwk(pair.publicPem),
      ...{ kid: pair.key_id, alg: 'ES256', use: 'sig', purpose: 'manifest', pem: pair.publicPem },
      ...{ valid_from: '2026-01-01T00:00:00.000Z', valid_until: null, retired_at: null },
      ...given,
    },
  ],
});

test('[G-05] a signature of a published key holds, however its numbers fall', async () => {
  // One number in two has a zero before it, and one in 256 is shorter.
  for (let index = 0; index < 300; index++) {
    const opened = await openManifest(sign(), keysWith());
    expect(opened?.isVerified).toBe(true);
    expect(opened?.files.find(({ path }) => path === 'README.md')).toEqual({
      path: 'README.md',
      sha256: 'b'.repeat(64),
    });
  }
});

test('[G-05] none of another key, of one that was withdrawn or is for something else, nor over other files', async () => {
  const other = toPublicJwk(newKeyPair().publicPem);
  for (const keys of [
    { keys: [] },
    keysWith(other),
    keysWith({ kid: 'f'.repeat(64) }),
    keysWith({ purpose: 'token' }),
    keysWith({ retired_at: '2026-11-02T00:00:00.000Z' }),
  ])
    expect((await openManifest(sign(), keys))?.isVerified).toBe(false);
  const changed = sign();
  const payload = Buffer.from(changed.dsseEnvelope.payload, 'base64').toString().replace(/a{64}/, 'c'.repeat(64));
  changed.dsseEnvelope.payload = Buffer.from(payload).toString('base64');
  expect((await openManifest(changed, keysWith()))?.isVerified).toBe(false);
  const cut = sign();
  cut.dsseEnvelope.signatures = [{ sig: '', keyid: '' }];
  expect((await openManifest(cut, keysWith()))?.isVerified).toBe(false);
  expect(fromDer(new Uint8Array([0x30, 0x04, 0x02, 0x7f, 0x01, 0x01]))).toBeNull();
});

test('[G-08] a file is known by its bytes first, and by its name where they are others', () => {
  const signed = files.map(({ path, sha256 }) => ({ path, sha256 }));
  expect(verdictOf('anything', 'a'.repeat(64), signed)).toEqual({ as: 'matches', path: 'data/träin.csv' });
  expect(verdictOf('README (2).md', 'f'.repeat(64), signed)).toEqual({ as: 'differs', path: 'README.md' });
  expect(verdictOf('README.md', 'f'.repeat(64), signed)).toEqual({ as: 'differs', path: 'README.md' });
  expect(verdictOf('other.md', 'f'.repeat(64), signed)).toEqual({ as: 'stranger' });
});
