// The staff set up the endpoint of the operator's own products.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { listAudit } from '#platform/audit/audit-log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeGift } from '../../../../test/factories/entitlement.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Api;
let ada: Awaited<ReturnType<Api['signIn']>>;

const path = '/admin/provision-endpoint';
const seconds = () => Math.floor(Date.now() / 1_000);
const staff = (account: string, claims: object = {}) =>
  api.signIn({ email: addressOf(account), nickname: account }, { sub: account, auth_time: seconds(), ...claims });

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
afterAll(async () => {
  await api.close();
  await database.close();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeStaff(database, 'ada', 'admin');
  ada = await staff('ada');
});

/** A machine of the operator's, which answers with this status. */
async function machine(status: () => number) {
  const received: Array<{ headers: Record<string, string>; body: string }> = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString();
    received.push({ headers: incoming.headers as Record<string, string>, body });
    outgoing.writeHead(status()).end('heard');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { heard: received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/provision` };
}

test('[G-13] an administrator sets the endpoint, tries it, and reads whether it fails and since when', async () => {
  let status = 200;
  const { heard, url } = await machine(() => status);
  expect((await ada.get(path)).body).toEqual({ endpoint: null, waiting: 0, failed: 0 });
  expect((await ada.post(`${path}/test`, {})).status, 'there is none').toBe(404);
  const { body } = await ada.put(path, { url });
  expect(body.secret).toMatch(/^whsec_/);
  expect((await ada.put(path, { url })).body.secret, 'told once').toBeNull();

  expect((await ada.post(`${path}/test`, {})).body).toMatchObject({ ok: true, status: 200, answer: 'heard' });
  const [call] = heard;
  expect(new Webhook(body.secret).verify(call?.body ?? '', call?.headers ?? {})).toMatchObject({
    type: 'provision.test',
  });
  status = 500;
  expect((await ada.post(`${path}/test`, {})).body).toMatchObject({ ok: false, status: 500 });
  expect((await ada.get(path)).body.endpoint).toMatchObject({
    url,
    last_success_at: expect.any(String),
    failing_since: expect.any(String),
    last_failure: expect.stringContaining('500'),
  });
});

test('[G-13] a new secret signs beside the one before; removed, nothing is called; all of it is audited', async () => {
  const { heard, url } = await machine(() => 200);
  expect((await ada.post(`${path}/rotate`, {})).status, 'there is none').toBe(404);
  const before = (await ada.put(path, { url })).body.secret;
  const made = (await ada.post(`${path}/rotate`, {})).body;
  expect(made.previous_secret_until).toEqual(expect.any(String));
  await ada.post(`${path}/test`, {});
  for (const secret of [before, made.secret])
    expect(() => new Webhook(secret).verify(heard[0]?.body ?? '', heard[0]?.headers ?? {})).not.toThrow();
  expect((await ada.delete(path)).status).toBe(204);
  expect((await ada.delete(path)).status).toBe(404);
  expect((await ada.get(path)).body.endpoint).toBeNull();
  // Entries of other tests stay for good.
  const entries = await listAudit(database.kysely, { subject: 'operator', limit: 3 });
  expect(entries).toMatchObject([
    { action: 'seller.endpoint_set', actor_kind: 'customer', details: { by: 'ada' } },
    { action: 'seller.endpoint_secret_rotated', actor_kind: 'customer', details: { by: 'ada' } },
    { action: 'seller.endpoint_removed', actor_kind: 'customer', details: { by: 'ada' } },
  ]);
});

test('[G-13] an address that cannot be called is refused with why, and nothing is set', async () => {
  for (const url of ['https://10.0.0.1/provision', 'ftp://example.com/provision', 'provision', '']) {
    const { status, body } = await ada.put(path, { url });
    expect([status, body.message], url).toEqual([400, expect.stringMatching(/./)]);
  }
  expect((await ada.get(path)).body.endpoint).toBeNull();
});

test('[G-13] calls that wait are those of the own products alone, and the endpoint is no shop’s', async () => {
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { olga: 'owner' });
  const at = new Date();
  const add = async (sellerId: string, state: 'waiting' | 'failed', id: string) => {
    await storeGift(database.kysely, { id: `gift-${id}`, account: 'jane', goods: {}, at });
    const call = { id, seller_id: sellerId, type: 'access.grant' as const, session_id: null, body: '{}', state };
    await database.kysely
      .insertInto('api.provision_call')
      .values({ ...call, entitlement_id: `gift-${id}`, promised_at: null, give_up_at: at, finished_at: null })
      .execute();
  };
  await add('', 'waiting', 'p1');
  await add('ours', 'waiting', 'p2');
  expect((await ada.get(path)).body).toMatchObject({ waiting: 1 });
  await ada.put(path, { url: 'https://example.com/provision' });
  const olga = await staff('olga');
  expect((await olga.get('/seller/ours/provision-endpoint')).body.endpoint).toBeNull();
});

test('[B-03] setting, rotating and removing ask for a sign-in of the last 15 minutes; reading and trying do not', async () => {
  const { url } = await machine(() => 200);
  const stale = await staff('ada', { auth_time: seconds() - 16 * 60 });
  expect((await stale.put(path, { url })).body.refusal).toBe('sign_in_again');
  await ada.put(path, { url });
  expect((await stale.post(`${path}/rotate`, {})).body.refusal).toBe('sign_in_again');
  expect((await stale.delete(path)).body.refusal).toBe('sign_in_again');
  expect((await stale.get(path)).body.endpoint).toMatchObject({ url, previous_secret_until: null });
  expect((await stale.post(`${path}/test`, {})).body.ok).toBe(true);
});

test('[B-02] whoever is not an administrator finds nothing', async () => {
  await storeStaff(database, 'cat', 'catalogue');
  const cat = await staff('cat');
  expect((await cat.get(path)).status).toBe(403);
  expect((await cat.put(path, { url: 'https://example.com/provision' })).status).toBe(403);
  expect((await cat.post(`${path}/test`, {})).status).toBe(403);
});
