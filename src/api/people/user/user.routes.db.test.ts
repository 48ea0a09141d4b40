import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '#mail/mailer.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { type AccountService, anAccountService } from '../../../../test/factories/account-service.ts';
import { anOrder } from '../../../../test/factories/order.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { aReview } from '../../../../test/factories/review.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { newUser } from './user.rules.ts';
import { deleteCustomer, setUserType } from './user.store.ts';

const operator = { kind: 'operator', name: 'somebody' } as const;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let accounts: AccountService;
let jane: Awaited<ReturnType<typeof api.signIn>>;
let john: Awaited<ReturnType<typeof api.signIn>>;
let mails: Message[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  accounts = await anAccountService();
  api = await startApi(database, { accounts, sendMail: async (_transaction, message) => void mails.push(message) });
  jane = await api.signIn({ email: 'Jane@Example.com', nickname: 'Jane' });
  john = await api.signIn({ email: 'john@example.com', nickname: 'John' });
});
afterAll(async () => {
  api.version.close();
  await database.close();
});
beforeEach(async () => {
  mails = [];
  await emptyDatabase(database);
});

/** As the storefront sends it after the registration. */
const registration = {
  user_id: 'jane@example.com',
  username: 'jane_d',
  profile_pic: '',
  user_type: 'buyer',
  phone: '0000000000',
  addresses: [],
};

async function storedUsers() {
  return database.kysely.selectFrom('api.user').select(['user_id', 'username', 'user_type']).execute();
}

test('[E-05] [A-07] POST /user takes the named JSON and makes the record', async () => {
  const { status, body, headers } = await jane.post('/user', registration);
  expect(status).toBe(201);
  expect(body).toEqual(registration);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect((await jane.get('/user/jane@example.com')).body).toEqual(registration);
});

test('[E-05] a second POST /user changes what it names and keeps the rest', async () => {
  await jane.post('/user', { ...registration, addresses: ['1 Main Street\nSpringfield'], phone: '+1 (555) 010-99' });
  const { status, body } = await jane.post('/user', { user_id: 'JANE@example.com', username: '  Jane D.  ' });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...registration,
    username: 'Jane D.',
    addresses: ['1 Main Street\nSpringfield'],
    phone: '+1 (555) 010-99',
  });
});

test('[E-05] what a first POST /user leaves out gets its default, the name from the account', async () => {
  const { status, body } = await jane.post('/user', { user_id: 'jane@example.com', whatever: { else: 1 } });
  expect(status).toBe(201);
  expect(body).toEqual({ ...registration, username: 'Jane' });
});

test('[A-07] a role that the client claims is not believed; one that the shop gave stays', async () => {
  expect((await jane.post('/user', { ...registration, user_type: 'admin' })).body.user_type).toBe('buyer');
  await setUserType(
    database.kysely,
    operator,
    newUser({ email: 'Jane@example.com', nickname: '' }, null, null),
    'seller',
  );
  expect((await jane.post('/user', registration)).body.user_type).toBe('seller');
  expect((await jane.post('/user', { ...registration, user_type: 'admin' })).body.user_type).toBe('seller');
});

test('[E-06] nobody saves, reads or deletes the record of somebody else, and nobody learns whether there is one', async () => {
  await jane.post('/user', registration);
  const attempts = [
    await john.post('/user', registration),
    await john.get('/user/jane@example.com'),
    await john.delete('/user/jane@example.com'),
  ];
  const unknown = [
    await john.post('/user', { ...registration, user_id: 'nobody@example.com' }),
    await john.get('/user/nobody@example.com'),
    await john.delete('/user/nobody@example.com'),
  ];
  expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(unknown.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(unknown.map(({ body }) => body.message)).toEqual(attempts.map(({ body }) => body.message));
  expect(await storedUsers()).toEqual([{ user_id: 'jane@example.com', username: 'jane_d', user_type: 'buyer' }]);
});

test.each(['/user/JANE@EXAMPLE.COM', '/user/jane%40example.com', '/user/jane@example.com/'])(
  '[E-06] GET %s gives its owner the record',
  async (path) => {
    await jane.post('/user', registration);
    const { status, body, headers } = await jane.get(path);
    expect(status).toBe(200);
    expect(body).toEqual(registration);
    expect(headers.get('cache-control')).toBe('private, no-store');
  },
);

test.each(['/user/%00', '/user/%E0%A4%A', '/user/%20'])('[E-06] GET %s is nobody', async (path) => {
  expect((await jane.get(path)).status).toBe(404);
});

test('[E-06] a record that was never saved is made from the account at the first request', async () => {
  expect((await jane.get('/user/jane@example.com')).body).toEqual({ ...registration, username: 'Jane' });
  expect(await storedUsers()).toEqual([{ user_id: 'jane@example.com', username: 'Jane', user_type: 'buyer' }]);
});

test.each<[string, object, RegExp]>([
  ['no user_id', { user_id: undefined }, /^user_id /],
  ['a user_id that is no text', { user_id: 7 }, /^user_id /],
  ['an empty username', { username: '  ' }, /^username must not be empty/],
  ['a long username', { username: 'x'.repeat(81) }, /^username must be at most 80 characters/],
  ['a control character in the username', { username: 'a\0b' }, /^username must not hold control characters/],
  ['a username that turns the reading direction', { username: 'a\u202eb' }, /^username /],
  ['half a character in the username', { username: '\ud800' }, /^username /],
  ['a username that is none', { username: null }, /^username must be text/],
  ['letters in the phone number', { phone: 'call me' }, /^phone must be digits/],
  ['a long phone number', { phone: '1'.repeat(41) }, /^phone must be at most 40/],
  ['a picture of another scheme', { profile_pic: 'javascript:alert(1)' }, /^profile_pic must be empty or an http/],
  ['a picture without an address', { profile_pic: 'https://' }, /^profile_pic must be empty or an http/],
  ['a control character in the picture', { profile_pic: 'https://a.example/\0' }, /^profile_pic /],
  ['a long picture address', { profile_pic: `https://a.example/${'x'.repeat(2_000)}` }, /^profile_pic /],
  ['addresses that are no list', { addresses: 'Main Street' }, /^addresses must be a list/],
  ['too many addresses', { addresses: Array(21).fill('a') }, /^addresses must be at most 20/],
  ['a long address', { addresses: ['a', 'x'.repeat(501)] }, /^addresses\.1 must be at most 500 characters/],
  ['a control character in an address', { addresses: ['a\0'] }, /^addresses\.0 must not hold control/],
])('[E-05] %s is refused, and the message names the field', async (_, change, message) => {
  const { status, body } = await jane.post('/user', { ...registration, ...change });
  expect(status).toBe(400);
  expect(body.code).toBe('bad_request');
  expect(body.message).toMatch(message);
  expect(await storedUsers()).toEqual([]);
});

test('[E-05] the largest record that is allowed is stored as it is given', async () => {
  const largest = {
    ...registration,
    username: '名'.repeat(80),
    profile_pic: `https://a.example/${'x'.repeat(1_982)}`,
    phone: '1'.repeat(40),
    addresses: Array(20).fill('Ж'.repeat(500)),
  };
  expect((await jane.post('/user', largest)).body).toEqual(largest);
});

test('[E-06] without a token nothing of a user is read or written', async () => {
  const answers = [
    await api.get('/user/jane@example.com'),
    await api.post('/user', registration),
    await api.post('/user', 'not even an object'),
    await api.delete('/user/jane@example.com'),
  ];
  for (const { status, body, headers } of answers) {
    expect(status).toBe(401);
    expect(body.code).toBe('unauthenticated');
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('cache-control')).toBe('private, no-store');
  }
  expect(await storedUsers()).toEqual([]);
});

test('DELETE /user/{email} takes the record and the reviews along, once or twice, and leaves what others wrote', async () => {
  await jane.post('/user', registration);
  await john.get('/user/john@example.com');
  await database.kysely
    .insertInto('api.product')
    .values(['a', 'b'].map((product_id) => aProduct({ product_id })))
    .execute();
  await database.kysely
    .insertInto('api.review')
    .values([
      aReview({ product_id: 'a', user_email: 'jane@example.com' }),
      aReview({ product_id: 'b', user_email: 'jane@example.com', show: false }),
      aReview({ product_id: 'a', user_email: 'john@example.com' }),
    ])
    .execute();

  expect((await jane.delete('/user/JANE@example.com')).status).toBe(204);
  expect((await jane.delete('/user/jane@example.com')).status).toBe(204);
  expect((await storedUsers()).map(({ user_id }) => user_id)).toEqual(['john@example.com']);
  const reviews = await database.kysely.selectFrom('api.review').select('user_email').execute();
  expect(reviews).toEqual([{ user_email: 'john@example.com' }]);
});

test('[P-07] a record that its owner has deleted is not made again by a question of before', async () => {
  await jane.post('/user', registration);
  expect((await jane.delete('/user/jane@example.com')).status).toBe(204);
  expect((await jane.get('/user/jane@example.com')).status).toBe(401);
  expect((await jane.post('/user', registration)).status).toBe(401);
  expect(await storedUsers()).toEqual([]);
  // Where the account itself could not be deleted its owner signs in once more.
  const soon = Math.floor(Date.now() / 1_000) + 2;
  const again = await api.signIn({ email: 'jane@example.com', nickname: 'jane' }, { iat: soon, auth_time: soon });
  expect((await again.get('/user/jane@example.com')).status).toBe(200);
});

test('many first requests of one customer at once make one record', async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => jane.get('/user/jane@example.com')),
    ...Array.from({ length: 5 }, () => jane.post('/user', registration)),
  ]);
  expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
  expect(await storedUsers()).toHaveLength(1);
});

test('a new name is a change of what visitors see; a registration and a new phone number are not', async () => {
  await api.version.refresh();
  const before = api.version.current();
  await jane.post('/user', registration);
  await jane.post('/user', { ...registration, phone: '123' });
  expect(api.version.current()).toBe(before);
  await jane.post('/user', { ...registration, username: 'Jane D.' });
  expect(api.version.current()).not.toBe(before);
});

test('one customer changes the name ten times a minute at most', async () => {
  const ann = await api.signIn({ email: 'ann@example.com', nickname: 'Ann' });
  const rename = (username: string) => ann.post('/user', { user_id: 'ann@example.com', username });
  const statuses = [];
  for (let count = 0; count < 12; count++) statuses.push((await rename(`Ann ${count}`)).status);
  expect(statuses).toEqual([201, ...Array(10).fill(200), 429]);
  expect((await rename('Ann 10')).status).toBe(200);
  expect((await ann.get('/user/ann@example.com')).body.username).toBe('Ann 10');
});

describe('an address that has passed to somebody else', () => {
  const bearer = async (sub: string) => ({
    authorization: `Bearer ${await accounts.idToken({ email: 'jane@example.com', nickname: sub }, { sub })}`,
  });
  const details = { profile_pic: 'https://pictures.example/jane.png', phone: '+1 555', addresses: ['1 Main Street'] };
  const anew = (username: string) => ({ ...registration, username });

  beforeEach(async () => {
    await api.post('/user', { ...registration, ...details }, await bearer('former'));
    await setUserType(
      database.kysely,
      operator,
      newUser({ email: 'jane@example.com', nickname: '' }, null, null),
      'admin',
    );
  });

  test('takes nothing along: neither role, name, picture, phone nor addresses', async () => {
    expect((await api.get('/user/jane@example.com', await bearer('former'))).body).toMatchObject({
      ...details,
      user_type: 'admin',
    });
    expect((await api.get('/user/jane@example.com', await bearer('later'))).body).toEqual(anew('later'));
    expect((await api.get('/user/jane@example.com', await bearer('later'))).body).toEqual(anew('later'));
  });

  test('takes nothing along either when the record is saved first', async () => {
    const { body } = await api.post('/user', { user_id: 'jane@example.com', phone: '123' }, await bearer('later'));
    expect(body).toEqual({ ...anew('later'), phone: '123' });
  });

  test('keeps a role that was given to the account that has it now', async () => {
    const later = { userId: 'later', since: new Date() };
    await setUserType(
      database.kysely,
      operator,
      newUser({ email: 'jane@example.com', nickname: '' }, later, null),
      'seller',
    );
    expect((await api.get('/user/jane@example.com', await bearer('later'))).body).toEqual({
      ...anew('Customer'),
      user_type: 'seller',
    });
  });
});

test('a role can be given before its owner has ever come, and is then theirs', async () => {
  expect(
    await setUserType(
      database.kysely,
      operator,
      newUser({ email: 'Jane@Example.com', nickname: '' }, null, null),
      'admin',
    ),
  ).toMatchObject({
    user_id: 'jane@example.com',
    user_type: 'admin',
    phone: '0000000000',
  });
  expect((await jane.get('/user/jane@example.com')).body.user_type).toBe('admin');
});

test('a customer who is deleted by address is gone, whatever the case of the address', async () => {
  await database.kysely
    .insertInto('api.user')
    .values(aUser({ user_id: 'jane@example.com' }))
    .execute();
  await deleteCustomer(database.kysely, operator, 'Jane@Example.com');
  await deleteCustomer(database.kysely, operator, 'nobody@example.com');
  expect(await storedUsers()).toEqual([]);
});

test.each(['Pay at evil-pay.example', 'me@evil-pay.com', 'Hearth Support'])(
  'nobody is called %s: the name would stand in mails to others',
  async (username) => {
    const { status, body } = await jane.post('/user', { ...registration, username });
    expect(status).toBe(400);
    expect(body.message).toContain(' looks ');
  },
);

test('[P-07] the deletion is told by mail where another service keeps the accounts, once', async () => {
  await jane.post('/user', registration);
  await jane.delete('/user/jane@example.com');
  await jane.delete('/user/jane@example.com');
  expect(mails.map(({ to, heading }) => ({ to, heading }))).toEqual([
    { to: 'jane@example.com', heading: 'Your account is deleted' },
  ]);
});

test('[P-07] what ends with the account is said before it is deleted, to nobody but its owner', async () => {
  await jane.post('/user', registration);
  expect(await jane.get('/user/jane@example.com/deletion')).toMatchObject({
    status: 200,
    body: { obstacles: [], consequences: [] },
  });
  expect((await john.get('/user/jane@example.com/deletion')).status).toBe(404);
  const {
    lines: _lines,
    refunds: _refunds,
    ...order
  } = anOrder({
    account_id: await accountOf('jane@example.com'),
    user_id: 'jane@example.com',
  });
  await database.kysely
    .insertInto('api.order')
    .values({ ...order, updated_at: order.created_at, billing: null, invoice_to: null })
    .execute();
  expect((await jane.get('/user/jane@example.com/deletion')).body.consequences).toEqual([
    {
      message: expect.stringMatching(/^1 order not delivered yet: /),
      action: { label: 'See your orders', path: '/profile/order' },
    },
  ]);
});

async function accountOf(userId: string): Promise<string | null> {
  const { account_id } = await database.kysely
    .selectFrom('api.user')
    .select('account_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return account_id;
}
