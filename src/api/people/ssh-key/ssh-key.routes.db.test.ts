import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { longestSshKey, sshKeyFaults, sshKeyMaximum } from '#contract/people/ssh-key.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { newSshKey } from '../../../../test/factories/ssh-key.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { countOf } from '../customer/customer.store.ts';
import { exportTopics } from '../customer/customer-export.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  api = await startApi(database, { sendMail: async () => {} });
});
afterAll(() => database.close());

const signIn = (account: string) =>
  api.signIn({ email: `${account}@example.com`, nickname: account }, { sub: account });
type Client = Awaited<ReturnType<typeof signIn>>;
const listOf = async (client: Client) => (await client.get('/ssh-key')).body.items;

/** Keys that are there already, as writes of an account are limited. */
async function store(account: string, count: number) {
  const rows = Array.from({ length: count }, () => {
    const [type = '', base64 = ''] = newSshKey().split(' ');
    return { account_id: account, name: 'Stored', type: type as 'ssh-ed25519', base64, fingerprint: randomUUID() };
  });
  await database.kysely.insertInto('api.ssh_key').values(rows).execute();
}

describe('[G-19] SSH keys of an account', () => {
  test('are added, listed newest first, and removed', async () => {
    const ada = await signIn('ada');
    expect(await listOf(ada)).toEqual([]);
    const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIONtjRgnp9KMlTON43HU9Mn3oZNK3yMtkGjsx+t6mgwz';
    const { status, body: made } = await ada.post('/ssh-key', { public_key: `${line} ada@laptop\n` });
    expect(status).toBe(201);
    expect(made).toEqual({
      ssh_key_id: expect.any(String),
      name: 'ada@laptop',
      type: 'ssh-ed25519',
      fingerprint: 'SHA256:hxm04blZO14A4xUJHOPLQjJ0TnrR8klHIxGe3YrQYYo',
      public_key: line,
      created_at: expect.any(String),
    });
    await database.kysely
      .updateTable('api.ssh_key')
      .set({ created_at: new Date('2026-01-01T00:00:00Z') })
      .execute();
    const first = { ...made, created_at: '2026-01-01T00:00:00.000Z' };
    const { body: second } = await ada.post('/ssh-key', { public_key: newSshKey(), name: ' Desk ' });
    expect(second.name).toBe('Desk');
    expect(await listOf(ada)).toEqual([second, first]);
    expect((await ada.delete(`/ssh-key/${first.ssh_key_id}`)).status).toBe(204);
    expect((await ada.delete(`/ssh-key/${first.ssh_key_id}`)).status).toBe(404);
    expect(await listOf(ada)).toEqual([second]);
  });

  test('are its own: another account may have the same key, and removes its own alone', async () => {
    const [ada, eve] = await Promise.all([signIn('ada'), signIn('eve')]);
    const public_key = newSshKey();
    const { body: made } = await ada.post('/ssh-key', { public_key });
    expect(await listOf(eve)).toEqual([]);
    const refused = await eve.delete(`/ssh-key/${made.ssh_key_id}`);
    expect([refused.status, refused.body.message]).toEqual([404, 'You have no SSH key with this id.']);
    expect((await eve.post('/ssh-key', { public_key })).status).toBe(201);
    expect(await listOf(ada)).toEqual([made]);
  });

  test('are each there once, however often one is sent at the same time', async () => {
    const ada = await signIn('ada');
    const public_key = newSshKey();
    const answers = await Promise.all([1, 2, 3].map((at) => ada.post('/ssh-key', { public_key, name: `Name ${at}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await ada.post('/ssh-key', { public_key: `${public_key} other` })).body.message).toBe(
      'This key is in your account already.',
    );
    expect(await listOf(ada)).toHaveLength(1);
  });

  test('are at most 20, also of two that come at once', async () => {
    await store('ada', sshKeyMaximum - 1);
    const ada = await signIn('ada');
    const answers = await Promise.all([1, 2].map(() => ada.post('/ssh-key', { public_key: newSshKey() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'You have 20 SSH keys. Remove one to add another.',
    );
    expect(await listOf(ada)).toHaveLength(sshKeyMaximum);
  });

  test('are refused with a reason where they are none, and where they are too long', async () => {
    const ada = await signIn('ada');
    const messageOf = async (body: object) => {
      const { status, body: answer } = await ada.post('/ssh-key', body);
      expect(status).toBe(400);
      return answer.message;
    };
    expect(await messageOf({ public_key: '-----BEGIN OPENSSH PRIVATE KEY-----' })).toBe(sshKeyFaults.private);
    expect(await messageOf({ public_key: 'ssh-ed25519 AAAA' })).toBe(sshKeyFaults.damaged);
    expect(await messageOf({ public_key: 'x'.repeat(longestSshKey + 1) })).toContain('at most 8,192 characters');
    expect(await messageOf({ public_key: newSshKey(), name: '' })).toContain('name');
    expect(await messageOf({ public_key: newSshKey(), name: 'x'.repeat(101) })).toContain('name');
    expect(await messageOf({})).toContain('public_key');
    expect((await ada.delete('/ssh-key/one')).status).toBe(400);
    expect(await listOf(ada)).toEqual([]);
  });

  test('are added so often in a minute, and no more', async () => {
    const ada = await signIn('ada');
    const statuses: number[] = [];
    for (let at = 0; at < 100 && statuses.at(-1) !== 429; at += 1) {
      const { status, body } = await ada.post('/ssh-key', { public_key: newSshKey() });
      statuses.push(status);
      if (status === 201) await ada.delete(`/ssh-key/${body.ssh_key_id}`);
    }
    expect(statuses.length).toBeGreaterThan(5);
    expect(statuses.at(-1)).toBe(429);
  });

  test('are in the export of the account, and go with it', async () => {
    const ada = await signIn('ada');
    await ada.get('/user/ada@example.com');
    await ada.post('/ssh-key', { public_key: newSshKey(), name: 'Laptop' });
    await store('eve', 1);
    const topics = exportTopics(database.kysely, { account: 'ada', email: 'ada@example.com' });
    const exported = await topics.find(([name]) => name === 'ssh_keys')?.[1]();
    expect(exported).toEqual([expect.objectContaining({ name: 'Laptop', type: 'ssh-ed25519' })]);
    const who = { account_id: 'ada', user_id: 'ada@example.com' };
    expect((await countOf(database.kysely, who)).ssh_keys).toBe(1);
    expect((await ada.delete('/user/ada@example.com')).status).toBe(204);
    const left = await database.kysely.selectFrom('api.ssh_key').select('account_id').execute();
    expect(left).toEqual([{ account_id: 'eve' }]);
  });
});
