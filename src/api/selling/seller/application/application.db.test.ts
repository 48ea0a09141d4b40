import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../../../test/factories/seller.ts';
import { startSelling } from '../../../../../test/parts/selling.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let selling: Awaited<ReturnType<typeof startSelling>>;
type Client = Awaited<ReturnType<typeof selling.as>>;
let ada: Client;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await selling?.close();
  selling = await startSelling(database);
  ada = await selling.as('ada');
});
afterAll(async () => {
  await selling.close();
  await database.close();
});

const whole = {
  name: 'Alder Voice Labs',
  address: 'alder-voice-labs',
  country: 'DE',
  responsible: 'Alder Voice Labs GmbH\n1 Main Street, Leipzig',
  sells: 'Recordings of spoken German.',
  support_email: addressOf('ada'),
  terms_accepted: true,
};

async function begin(client: Client = ada): Promise<string> {
  const { status, body } = await client.post('/seller', {});
  expect(status).toBe(201);
  return body.seller_id;
}

const fieldsOf = ({ missing }: { missing: { field: string }[] }) => missing.map(({ field }) => field);

test('[S-01] an application is written in parts; every answer says exactly what is missing, and submitting refuses by the same', async () => {
  const id = await begin();
  const { body: empty } = await ada.get(`/seller/${id}`);
  expect(empty).toMatchObject({ state: 'draft', role: 'owner', name: '', terms_accepted: false });
  expect(fieldsOf(empty)).toEqual([
    'name',
    'address',
    'responsible',
    'country',
    'sells',
    'support_email',
    'terms_accepted',
  ]);
  const refused = await ada.post(`/seller/${id}/submit`, {});
  expect(refused.status).toBe(409);
  for (const { message } of empty.missing) expect(refused.body.message).toContain(message);

  let open = fieldsOf(empty);
  for (const [field, value] of Object.entries(whole)) {
    const { status, body } = await ada.put(`/seller/${id}`, { [field]: value });
    expect(status, JSON.stringify(body)).toBe(200);
    open = open.filter((name) => name !== field);
    expect(fieldsOf(body)).toEqual(open);
  }
  const { status, body } = await ada.post(`/seller/${id}/submit`, {});
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'submitted', missing: [] });
  const waiting = await database.kysely.selectFrom('api.approval').selectAll().execute();
  expect(waiting).toMatchObject([
    { kind: 'application', subject_id: id, title: whole.name, state: 'waiting', submitted_by: 'ada' },
  ]);
  expect(selling.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [addressOf('ada'), 'We have got the application of Alder Voice Labs'],
  ]);
});

test('[S-01] what is submitted is not changed before it is withdrawn', async () => {
  const id = await begin();
  await ada.put(`/seller/${id}`, whole);
  await ada.post(`/seller/${id}/submit`, {});
  expect((await ada.put(`/seller/${id}`, { sells: 'Something else.' })).status).toBe(409);
  expect((await ada.post(`/seller/${id}/submit`, {})).status).toBe(409);
  expect((await ada.delete(`/seller/${id}`)).status).toBe(409);
  expect((await ada.post(`/seller/${id}/withdraw`, {})).body).toMatchObject({ state: 'draft' });
  expect((await ada.post(`/seller/${id}/withdraw`, {})).status).toBe(409);
  const { state } = await database.kysely.selectFrom('api.approval').select('state').executeTakeFirstOrThrow();
  expect(state).toBe('withdrawn');
  expect((await ada.put(`/seller/${id}`, { sells: 'Something else.' })).status).toBe(200);
  expect((await ada.delete(`/seller/${id}`)).status).toBe(204);
  expect((await ada.get('/seller/mine')).body).toEqual({ items: [] });
});

test('[S-01] an approved shop keeps its name and address; what else it says can be changed', async () => {
  await storeSeller(database, { seller_id: 'a', address: 'ours' }, { ada: 'owner' });
  expect((await ada.put('/seller/a', { about: 'New.' })).body).toMatchObject({ about: 'New.' });
  expect((await ada.put('/seller/a', { name: 'Other' })).status).toBe(409);
  expect((await ada.put('/seller/a', { address: 'other' })).status).toBe(409);
});

test.each([
  ['Alder', 400, /lower case/],
  ['a', 400, /at least 3/],
  ['-alder', 400, /Hyphens/],
  ['аlder', 400, /letters a to z/],
  ['admin', 400, /kept for the marketplace/],
  ['adm1n', 400, /kept for the marketplace/],
  ['hearth-deals', 400, /looks as if it were of Hearth/],
  ['taken-shop', 409, /is taken/],
  ['takenshop', 409, /looks like that of another shop/],
  ['taken-sh0p', 409, /looks like that of another shop/],
])('[S-01] the address %s is refused', async (address, status, message) => {
  await storeSeller(database, { seller_id: 'b', address: 'taken-shop', address_skeleton: 'takenshop' }, {});
  const id = await begin();
  const { status: answered, body } = await ada.put(`/seller/${id}`, { address });
  expect([answered, body.message]).toEqual([status, expect.stringMatching(message)]);
  expect((await ada.get(`/seller/${id}`)).body.address).toBe('');
});

test.each([
  ['Alder Voiсe', 400, /mixes alphabets/],
  ['H E A R T H', 400, /is the marketplace itself/],
  ['!!!', 400, /two letters/],
  ['Bergson  Labs!', 409, /looks like this one/],
  ['Bergs0n Labs', 409, /looks like this one/],
])('[S-01] the name %s is refused', async (name, status, message) => {
  await storeSeller(
    database,
    { seller_id: 'b', address: 'b-b', name: 'Bergson Labs', name_skeleton: 'bergsonlabs' },
    {},
  );
  const id = await begin();
  const { status: answered, body } = await ada.put(`/seller/${id}`, { name });
  expect([answered, body.message]).toEqual([status, expect.stringMatching(message)]);
});

test('[S-01] of two who want the same address at once one gets it, and the other is told', async () => {
  const bob = await selling.as('bob');
  const [mine, theirs] = [await begin(), await begin(bob)];
  const answers = await Promise.all([
    ada.put(`/seller/${mine}`, { address: 'alder-labs' }),
    bob.put(`/seller/${theirs}`, { address: 'alder1abs' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('[S-01] somebody else’s support address counts once the link in its mail was opened by somebody of the shop', async () => {
  const id = await begin();
  await ada.put(`/seller/${id}`, { ...whole, support_email: 'Help@alder.example' });
  const { body } = await ada.get(`/seller/${id}`);
  expect(body).toMatchObject({ support_confirmed: false, missing: [{ message: 'Confirm the support address' }] });
  expect((await ada.post(`/seller/${id}/support-mail`, {})).body.support_mail_sent_at).toEqual(expect.any(String));
  const token = selling.tokenFor('Help@alder.example');
  expect(token).toHaveLength(43);
  const stored = await database.kysely.selectFrom('api.seller_support_mail').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(token);
  const eve = await selling.as('eve');
  expect((await eve.post('/seller/support-confirmation', { token })).status).toBe(404);
  expect((await ada.post('/seller/support-confirmation', { token: 'x' })).status).toBe(404);
  expect((await ada.post('/seller/support-confirmation', { token })).body).toMatchObject({
    email: 'Help@alder.example',
  });
  expect((await ada.post('/seller/support-confirmation', { token })).status).toBe(404);
  expect((await ada.get(`/seller/${id}`)).body).toMatchObject({ support_confirmed: true, missing: [] });
});

test('[S-01] a link for an address that was changed since, or that is older than two days, confirms nothing', async () => {
  const id = await begin();
  await ada.put(`/seller/${id}`, { ...whole, support_email: 'help@alder.example' });
  await ada.post(`/seller/${id}/support-mail`, {});
  const token = selling.tokenFor('help@alder.example');
  await ada.put(`/seller/${id}`, { support_email: 'other@alder.example' });
  expect((await ada.post('/seller/support-confirmation', { token })).status).toBe(404);
  await ada.post(`/seller/${id}/support-mail`, {});
  selling.wait(3 * 24 * 3_600);
  const later = { token: selling.tokenFor('other@alder.example') };
  expect((await ada.post('/seller/support-confirmation', later)).status).toBe(404);
});

test('[S-01] an account has at most three applications that are not decided', async () => {
  const begun = await Promise.all(Array.from({ length: 5 }, () => ada.post('/seller', {})));
  expect(begun.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
});

test('[S-01] what is written is bounded, holds no control characters and names a country', async () => {
  const id = await begin();
  for (const wrong of [
    { name: 'a\u0000b' },
    { name: 'x'.repeat(61) },
    { country: 'Atlantis' },
    { support_email: 'nobody' },
    { about: 'x'.repeat(5_001) },
    { terms_accepted: 'yes' },
    [],
  ])
    expect((await ada.put(`/seller/${id}`, wrong)).status, JSON.stringify(wrong)).toBe(400);
  expect((await ada.get('/seller/%00')).status).toBe(404);
});

test.each(['Claim your refund at evil-pay.example', 'Hearth Refunds'])('[S-01] no shop is called %s', async (name) => {
  const id = await begin();
  const { status, body } = await ada.put(`/seller/${id}`, { name });
  expect(status).toBe(400);
  expect(body.message).toContain(' looks ');
});

test('[S-01] a mail to a support address does not carry the name of a shop that nobody has approved', async () => {
  const id = await begin();
  await ada.put(`/seller/${id}`, { ...whole, support_email: 'stranger@example.com' });
  await ada.post(`/seller/${id}/support-mail`, {});
  const mail = selling.mails.findLast(({ to }) => to === 'stranger@example.com');
  expect(mail?.subject).toBe('Confirm this address for a shop at Hearth');
  expect(JSON.stringify(mail)).not.toContain(whole.name);
});

describe('[S-01] mails to a support address', () => {
  const toOf = (email: string) => selling.mails.filter(({ to }) => to === email).length;
  async function askFor(calls: Client, email: string, times: number) {
    const id = await begin(calls);
    await calls.put(`/seller/${id}`, { support_email: email });
    const asked = await Promise.all(Array.from({ length: times }, () => calls.post(`/seller/${id}/support-mail`, {})));
    return { id, refused: asked.filter(({ status }) => status === 429) };
  }

  test('are few for one address, from all shops and accounts together', async () => {
    const email = `Stranger-${randomUUID()}@example.com`;
    const { refused } = await askFor(ada, email, 4);
    expect([refused.length, toOf(email)]).toEqual([0, 4]);
    const others = await askFor(await selling.as('eve'), email.toLowerCase(), 8);
    expect([others.refused.length, toOf(email.toLowerCase())]).toEqual([7, 1]);
    expect(others.refused[0]?.body.message).toMatch(/^Shops have sent this address/);
  });

  test('are few for whoever has no shop yet, over all of their applications and addresses', async () => {
    const account = randomUUID();
    const calls = await selling.as(account);
    for (const at of [1, 2]) expect((await askFor(calls, `${at}-${account}@example.com`, 5)).refused).toEqual([]);
    const { refused } = await askFor(calls, `3-${account}@example.com`, 1);
    expect(refused[0]?.body.message).toMatch(/^You have sent many of these mails within a day/);
    expect(toOf(`3-${account}@example.com`)).toBe(0);
  });
});
