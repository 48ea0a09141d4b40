import { createPublicKey } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit, operator } from '#platform/audit/audit-log.ts';
import { createSecrets, SealError } from '#platform/secrets.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { startApi } from '../../../../test/parts/api.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { compareFiles } from './compare-files.rules.ts';
import { openManifest, toVerifyingKey, type VerifyingKey } from './open-manifest.rules.ts';
import { pairwiseAccount, productTokenType } from './product-token.rules.ts';
import { reEncryptSigningKeys, signingKeysNeedOlderKey } from './re-encrypt-signing-keys.ts';
import { createSignProductToken } from './sign-product-token.ts';
import { createSignRelease } from './sign-release.ts';
import { listSigningKeys } from './signing-key.store.ts';
import { keyThatSigns, rotateSigningKey, withdrawSigningKey } from './signing-keys.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let clock: Date;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  clock = new Date('2026-11-23T00:00:00Z');
});
afterAll(() => database.close());

const first = new Uint8Array(32).fill(5);
const now = () => clock;
const keeping = { secrets: createSecrets([first]), now };
const shop = 'https://shop.example';
const signRelease = createSignRelease({ ...keeping, shop });
const signToken = createSignProductToken({ ...keeping, shop });
const actor = operator();
const file = {
  path: 'a.txt',
  size_bytes: 1,
  sha256: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
};
const release = { release_id: 'r1', product_id: 'birds', version: '1.0.0', sellerId: 'ours', files: [file] };
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};

async function publishedKeys(): Promise<VerifyingKey[]> {
  const keys = await listSigningKeys(database.kysely);
  return keys.map((key) => ({ ...key, ...toVerifyingKey(key.public_pem), ...dates(key) }));
}
const dates = ({ valid_from, valid_until, retired_at }: Omit<VerifyingKey, 'pem' | 'key_id'>) => ({
  valid_from,
  valid_until,
  retired_at,
});
const open = async (manifest: object) => openManifest(Buffer.from(JSON.stringify(manifest)), await publishedKeys());

describe('signing a release', () => {
  test('[G-05] makes the first key, and the manifest holds with what is published', async () => {
    const { manifest, commitSha } = await signRelease(release, database.kysely);
    expect(commitSha).toMatch(/^[0-9a-f]{40}$/);
    // As it comes back from where releases are kept.
    const opened = await open(JSON.parse(JSON.stringify(manifest)));
    expect(opened.ok && compareFiles(opened.manifest, [{ ...file, kind: 'file' }])).toEqual([]);
    expect(opened.ok && opened.manifest.facts).toEqual({
      release_id: 'r1',
      product_id: 'birds',
      version: '1.0.0',
      seller_id: 'ours',
      shop,
      signed_by: 'shop on behalf of the seller',
      signed_at: clock.toISOString(),
    });
    expect(await publishedKeys()).toHaveLength(1);
    const again = await signRelease(release, database.kysely);
    expect(again.commitSha).toBe(commitSha);
    expect(await publishedKeys()).toHaveLength(1);
  });

  test('[G-05] of the operator says that the shop itself has signed', async () => {
    const { manifest } = await signRelease({ ...release, sellerId: null }, database.kysely);
    const opened = await open(manifest);
    expect(opened.ok && opened.manifest.facts).toMatchObject({ seller_id: null, signed_by: 'shop' });
  });

  test('[G-05] within the transaction that completes it leaves no key when that fails', async () => {
    const db: Kysely<ApiTables> = database.kysely;
    const work = db.transaction().execute(async (transaction) => {
      await signRelease(release, transaction);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await publishedKeys()).toEqual([]);
  });

  test('[G-15] a path that no manifest can hold is refused before a key is made', async () => {
    const hostile = { ...release, files: [{ ...file, path: '../a.txt' }] };
    await expect(signRelease(hostile, database.kysely)).rejects.toThrow('step');
    expect(await publishedKeys()).toEqual([]);
  });

  onPostgres('[G-05] many at once make one key', async () => {
    const signed = await Promise.all(Array.from({ length: 8 }, () => signRelease(release, database.kysely)));
    expect(new Set(signed.map(({ manifest }) => manifest.verificationMaterial.publicKey.hint)).size).toBe(1);
    expect(await publishedKeys()).toHaveLength(1);
  });
});

describe('a rotation', () => {
  test('[G-05] lets a new key sign, and what was signed before stays good', async () => {
    const before = await signRelease(release, database.kysely);
    later(60);
    const { key_id, replaced } = await rotateSigningKey(database.kysely, 'manifest', { ...keeping, actor });
    expect(replaced).toBe(before.manifest.verificationMaterial.publicKey.hint);
    later(60);
    const after = await signRelease(release, database.kysely);
    expect(after.manifest.verificationMaterial.publicKey.hint).toBe(key_id);
    expect(await open(before.manifest)).toMatchObject({ ok: true });
    expect(await open(after.manifest)).toMatchObject({ ok: true });
    const rows = await database.kysely.selectFrom('api.signing_key').selectAll().orderBy('valid_from').execute();
    expect(rows.map(({ private_sealed }) => private_sealed === null)).toEqual([true, false]);
  });

  test('[G-05] before there is a key makes the first one; manifests and tokens have keys of their own', async () => {
    await rotateSigningKey(database.kysely, 'manifest', { ...keeping, actor });
    await signRelease(release, database.kysely);
    await signToken(claims, database.kysely);
    expect((await listSigningKeys(database.kysely)).map(({ purpose }) => purpose).toSorted()).toEqual([
      'manifest',
      'token',
    ]);
  });

  test('[G-05] signs again where the private half of the key cannot be opened any more', async () => {
    await signRelease(release, database.kysely);
    const lost = { secrets: createSecrets([new Uint8Array(32).fill(9)]), now };
    await expect(keyThatSigns(database.kysely, 'manifest', lost)).rejects.toThrow(SealError);
    const { key_id } = await rotateSigningKey(database.kysely, 'manifest', { ...lost, actor });
    expect((await keyThatSigns(database.kysely, 'manifest', lost)).key_id).toBe(key_id);
  });

  test('[G-05] a withdrawn key vouches for nothing, and the next signature makes another', async () => {
    const { manifest } = await signRelease(release, database.kysely);
    const { hint } = manifest.verificationMaterial.publicKey;
    expect(await withdrawSigningKey(database.kysely, hint, { now, actor })).toBe(true);
    expect(await withdrawSigningKey(database.kysely, hint, { now, actor })).toBe(false);
    expect(await withdrawSigningKey(database.kysely, 'other', { now, actor })).toBe(false);
    expect(await open(manifest)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('has withdrawn the key'),
    });
    const again = await signRelease(release, database.kysely);
    expect(again.manifest.verificationMaterial.publicKey.hint).not.toBe(hint);
    expect(await open(again.manifest)).toMatchObject({ ok: true });
  });

  test('each change of keys stands in the audit log', async () => {
    const before = (await listAudit(database.kysely, { limit: 1 }))[0]?.id ?? 0;
    const { manifest } = await signRelease(release, database.kysely);
    const { hint } = manifest.verificationMaterial.publicKey;
    const { key_id } = await rotateSigningKey(database.kysely, 'manifest', { ...keeping, actor });
    await withdrawSigningKey(database.kysely, key_id, { now, actor });
    const entries = (await listAudit(database.kysely, { limit: 100 })).filter(({ id }) => id > before);
    expect(entries.map(({ subject_id }) => subject_id)).toEqual([hint, key_id, key_id]);
    expect(entries.map(({ action }) => action)).toEqual([
      'goods.signing_key_made',
      'goods.signing_key_rotated',
      'goods.signing_key_withdrawn',
    ]);
  });

  test('[G-05] the private half is sealed, for its own row alone, and sealed again under a new key', async () => {
    const { manifest } = await signRelease(release, database.kysely);
    await signToken(claims, database.kysely);
    const rows = await database.kysely.selectFrom('api.signing_key').selectAll().execute();
    for (const { private_sealed } of rows)
      expect(Buffer.from(private_sealed ?? []).toString('latin1')).not.toContain('BEGIN');
    const newer = createSecrets([new Uint8Array(32).fill(6), first]);
    expect(await signingKeysNeedOlderKey(database.kysely, newer)).toBe(true);
    expect(await reEncryptSigningKeys(database.kysely, newer)).toBe(2);
    expect(await signingKeysNeedOlderKey(database.kysely, newer)).toBe(false);
    expect(await reEncryptSigningKeys(database.kysely, newer)).toBe(0);
    const alone = createSecrets([new Uint8Array(32).fill(6)]);
    const { key_id } = await keyThatSigns(database.kysely, 'manifest', { secrets: alone, now });
    expect(key_id).toBe(manifest.verificationMaterial.publicKey.hint);
    const [one, other] = await database.kysely.selectFrom('api.signing_key').selectAll().orderBy('purpose').execute();
    await database.kysely
      .updateTable('api.signing_key')
      .set({ private_sealed: other?.private_sealed ?? null })
      .where('key_id', '=', one?.key_id ?? '')
      .execute();
    await expect(keyThatSigns(database.kysely, 'manifest', { secrets: alone, now })).rejects.toThrow(SealError);
  });
});

const claims = {
  jti: 'k1',
  product_id: 'birds',
  version: '1.0.0',
  edition: '',
  account: pairwiseAccount('ada', 'ours'),
  seats: 3,
  issued_at: new Date('2026-11-23T00:00:00.700Z'),
  expires_at: new Date('2027-11-23T00:00:00Z'),
};

describe('a license token', () => {
  test('[G-11] is verified by any library with the published keys, and says what was bought', async () => {
    const token = await signToken(claims, database.kysely);
    const api = await startApi(database);
    const { body } = await api.get('/goods/keys');
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(body), {
      issuer: shop,
      typ: productTokenType,
      algorithms: ['ES256'],
      currentDate: clock,
    });
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'license+jwt', kid: body.keys[0].kid });
    expect(payload).toEqual({
      iss: shop,
      sub: claims.account,
      jti: 'k1',
      product_id: 'birds',
      version: '1.0.0',
      edition: '',
      account: claims.account,
      seats: 3,
      iat: 1_795_392_000,
      exp: 1_826_928_000,
    });
  });

  test('[G-11] that does not expire says nothing of an end, and claims that are none are refused', async () => {
    const token = await signToken({ ...claims, expires_at: null }, database.kysely);
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).not.toHaveProperty('exp');
    await expect(signToken({ ...claims, seats: 0 }, database.kysely)).rejects.toThrow();
  });

  test('[G-11] an account is the same for one seller, and another one for the next', () => {
    const accounts = [pairwiseAccount('ada', 'ours'), pairwiseAccount('ada', 'theirs'), pairwiseAccount('ada', null)];
    accounts.push(pairwiseAccount('grace', 'ours'));
    for (const account of accounts) expect(account).toMatch(/^[\w-]{22}$/);
    expect(new Set(accounts).size).toBe(4);
    expect(pairwiseAccount('ada', 'ours')).toBe(accounts[0]);
  });
});

describe('the published keys', () => {
  test('[G-05] are there for everybody, with their validity, the newest first, and as PEM', async () => {
    const api = await startApi(database);
    expect((await api.get('/goods/keys')).body).toEqual({ keys: [] });
    const { manifest } = await signRelease(release, database.kysely);
    later(60);
    const { key_id } = await rotateSigningKey(database.kysely, 'manifest', { ...keeping, actor });
    const { body } = await api.get('/goods/keys');
    expect(body.keys).toMatchObject([
      { kid: key_id, purpose: 'manifest', valid_from: clock.toISOString(), valid_until: null, retired_at: null },
      { kid: manifest.verificationMaterial.publicKey.hint, valid_until: clock.toISOString(), retired_at: null },
    ]);
    const { kty, crv, x, y, pem } = body.keys[0];
    expect(createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }).export({ type: 'spki', format: 'pem' })).toBe(
      pem,
    );
    const one = await api.get(`/goods/keys/${key_id}.pem`);
    expect(one).toMatchObject({ status: 200, body: pem });
    expect(one.headers.get('content-type')).toBe('application/x-pem-file');
    expect(JSON.stringify(body)).not.toContain('PRIVATE');
  });

  test.each(['nothing', 'nothing.pem', `${'a'.repeat(64)}.pem`, 'a%00.pem'])(
    '[G-05] there is no key %s',
    async (name) => {
      const api = await startApi(database);
      expect(await api.get(`/goods/keys/${name}`)).toMatchObject({ status: 404 });
    },
  );
});
