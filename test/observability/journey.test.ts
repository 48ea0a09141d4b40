// A customer's whole way through a running shop that logs, traces and measures as much as it can: nothing of what belongs
// to the customer is in any of the three, and every metric that the alerts and the dashboard ask for is there.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readExposition, startCollector, startObservedShop } from './shop.ts';

const root = join(import.meta.dirname, '../..');
const customer = {
  email: 'ada.lovelace@private.example',
  nickname: 'Countess',
  password: 'Correct-Horse-1',
  wrongPassword: 'Wrong-Donkey-2',
  newPassword: 'Battery-Staple-3',
  phone: '+44 20 7946 0991',
  address: '12 Analytical Row',
  review: 'It weaves algebraical patterns',
  subject: 'About my looms',
  message: 'Where are the punched cards?',
};
const card = { number: '5555 5555 5555 4444', cvc: '731', holder: 'A. A. King', postcode: 'SW1Y4JH' };

let collector: Awaited<ReturnType<typeof startCollector>>;
let shop: Awaited<ReturnType<typeof startObservedShop>>;
let exposition = '';
/** Values that must be nowhere, by what they are. */
const secrets: Record<string, string> = {};

beforeAll(async () => {
  collector = await startCollector();
  shop = await startObservedShop({
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    STORE_PRESET: 'live',
  });
  await live();
  // A short life on a machine with much memory may pass without a garbage collection, which is what the last metric to
  // come tells of.
  await vi.waitFor(
    async () => {
      for (let visit = 0; visit < 50; visit++) await (await fetch(`${shop.address}/api/product`)).text();
      exposition = await (await fetch(shop.metricsAddress ?? '')).text();
      expect(exposition).toContain('v8js_gc_duration');
    },
    { timeout: 60_000, interval: 10 },
  );
  await shop.stop();
}, 180_000);
afterAll(() => {
  shop.kill();
  collector.close();
});

async function protocol(action: string, input: object) {
  const response = await fetch(`${shop.address}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify({ ClientId: 'hearthstorefront', ...input }),
  });
  return { status: response.status, body: await response.json() };
}

function signIn(password: string) {
  const AuthParameters = { USERNAME: customer.email, PASSWORD: password };
  return protocol('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
}

/** The code of the newest mail that has one, once there are more mails than before. */
async function newCode(mailsBefore: number): Promise<string> {
  const folder = join(shop.dataDir, 'outbox');
  const list = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  await vi.waitFor(async () => expect((await list()).length).toBeGreaterThan(mailsBefore), { timeout: 20_000 });
  const mail = await readFile(join(folder, (await list()).at(-1) ?? ''), 'utf8');
  return mail.match(/^Subject: (\d{6})/m)?.[1] ?? 'no code';
}

async function live() {
  const { email, password, wrongPassword, newPassword } = customer;
  const UserAttributes = [{ Name: 'nickname', Value: customer.nickname }];
  expect((await protocol('SignUp', { Username: email, Password: password, UserAttributes })).status).toBe(200);
  const signUpCode = await newCode(0);
  await protocol('ConfirmSignUp', { Username: email, ConfirmationCode: '000000' });
  expect((await protocol('ConfirmSignUp', { Username: email, ConfirmationCode: signUpCode })).status).toBe(200);
  for (let attempt = 0; attempt < 7; attempt++) await signIn(wrongPassword);
  await protocol('ForgotPassword', { Username: email });
  const resetCode = await newCode(1);
  const reset = { Username: email, ConfirmationCode: resetCode, Password: newPassword };
  expect((await protocol('ConfirmForgotPassword', reset)).status).toBe(200);
  const tokens = (await signIn(newPassword)).body.AuthenticationResult;
  expect(tokens).toBeDefined();
  await protocol('GetUser', { AccessToken: tokens.AccessToken });
  const { RefreshToken } = tokens;
  await protocol('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: RefreshToken } });

  const api = (method: string, path: string, body?: unknown, token = tokens.IdToken) =>
    fetch(`${shop.address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const record = { user_id: email, username: customer.nickname, phone: customer.phone, addresses: [customer.address] };
  expect((await api('POST', '/user', record)).status).toBe(201);
  const { products } = await (await fetch(`${shop.address}/api/product?on_sale=false`)).json();
  const product = products.find((each: { price: number; in_stock?: boolean }) => each.price >= 1);
  const { total } = await (
    await api('POST', '/cart/quote', { items: [{ product_id: product.product_id, quantity: 1 }] })
  ).json();
  const items = [{ product_id: product.product_id, quantity: 1 }];
  const placed = await api('POST', '/checkout-session', { items, amount: total });
  const order = await placed.json();
  expect(placed.status, JSON.stringify(order)).toBe(200);
  const form = {
    email,
    number: card.number,
    expiry: '12/40',
    cvc: card.cvc,
    name: card.holder,
    country: 'GB',
    postcode: card.postcode,
  };
  for (const number of ['4000 0000 0000 0002', card.number])
    await fetch(order.checkout_url, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: shop.address },
      body: new URLSearchParams({ ...form, number }),
    });
  const session = order.checkout_url.split('/').at(-1);
  const paid = async () => expect((await api('GET', `/success?session_id=${session}`)).status).toBe(200);
  await vi.waitFor(paid, { timeout: 20_000 });
  expect(
    (await api('POST', '/review', { product_id: product.product_id, rate: 5, review_text: customer.review })).status,
  ).toBe(201);
  await api('POST', '/contact', {
    senderEmail: email,
    senderSubject: customer.subject,
    senderMessage: customer.message,
  });
  await fetch(`${shop.address}/api/user/${encodeURIComponent(email)}`);
  await api('GET', `/user/${encodeURIComponent(email)}`);
  await fetch(`${shop.address}/profile?email=${encodeURIComponent(email)}`);

  // Requests that are not understood are not repeated either.
  await api('POST', '/checkout-session', `{"items": "${customer.address}", "card": "${card.number}"`);
  await api('POST', '/user', { ...record, username: 7 });
  await api('GET', `/user/${email}`, undefined, `${tokens.IdToken}x`);
  await protocol('SignUp', { Username: 7, Password: password });
  await fetch(`${shop.address}/identity/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: RefreshToken }),
  });
  await fetch(`${shop.address}/products/keyword/${encodeURIComponent(email)}`);

  Object.assign(secrets, {
    ...customer,
    address: 'lovelace',
    host: 'private.example',
    encoded: encodeURIComponent(email),
    signUpCode,
    resetCode,
    idToken: tokens.IdToken.slice(-40),
    accessToken: tokens.AccessToken.slice(-40),
    refreshToken: RefreshToken.slice(-40),
    cardNumber: '5555555555554444',
    cardWithSpaces: card.number,
    cvc: `"${card.cvc}"`,
    holder: card.holder,
    postcode: card.postcode,
    bearer: 'Bearer',
    session,
  });
}

test('every part has logged, with an id on each line', () => {
  const parts = new Set(shop.log().map(({ part }) => part));
  expect([...parts].sort()).toEqual(expect.arrayContaining(['api', 'identity', 'payments', 'storefront']));
  for (const line of shop.log()) expect(line.requestId, JSON.stringify(line)).toMatch(/^[\w.-]{8,64}$/);
});

/** Ids and times are long rows of digits, of which six are a code now and then: a number is told where it stands by itself. */
function isExposed(secret: string, text: string): boolean {
  return /^\d+$/.test(secret) ? new RegExp(`(?<![\\da-f])${secret}(?![\\da-f])`).test(text) : text.includes(secret);
}

test('a number is told where it stands by itself', () => {
  expect(isExposed('930722', '"code":"930722"')).toBe(true);
  expect(isExposed('930722', 'your code is 930722.')).toBe(true);
  expect(isExposed('930722', '"startTimeUnixNano":"1763893072212345678"')).toBe(false);
});

test('nothing of the customer is in the log, in a trace or in a metric', () => {
  expect(Object.keys(secrets).length).toBeGreaterThan(20);
  const outputs = { log: shop.out(), traces: collector.taken.join('\n'), metrics: exposition };
  for (const [where, text] of Object.entries(outputs)) {
    expect(text.length, where).toBeGreaterThan(5_000);
    for (const [what, secret] of Object.entries(secrets))
      expect(isExposed(secret, text), `${what} in the ${where}: ${secret}`).toBe(false);
  }
});

test('what happened is counted', () => {
  const lines = readExposition(exposition);
  const value = (name: string, wanted: Record<string, string>) =>
    lines.find((line) => line.name === name && Object.entries(wanted).every(([key, text]) => line.labels[key] === text))
      ?.value;
  expect(value('hearth_sign_ins_total', { outcome: 'success' })).toBe(1);
  expect(value('hearth_sign_ins_total', { outcome: 'wrong_password' })).toBeGreaterThanOrEqual(4);
  expect(value('hearth_sign_ins_total', { outcome: 'locked' })).toBeGreaterThanOrEqual(1);
  expect(value('hearth_orders_total', { event: 'paid' })).toBe(1);
  expect(value('hearth_money_total', { direction: 'paid' })).toBeGreaterThanOrEqual(100);
  expect(value('hearth_deliveries_total', { outbox: 'mail', outcome: 'sent' })).toBeGreaterThanOrEqual(3);
  expect(value('hearth_payment_provider_duration_count', { operation: 'createSession', outcome: 'ok' })).toBe(1);
  expect(value('hearth_ready', {})).toBe(1);
});

test('a mail that is delivered, a job and a call of the payment provider have their spans', () => {
  const names = new Set(collector.spans.map(({ name }) => name));
  for (const name of [
    'hand over from mail',
    'reconcile orders',
    'payment provider createSession',
    'POST /identity InitiateAuth',
  ])
    expect([...names]).toContain(name);
});

test('no metric has labels that grow with the shop', () => {
  const series = Map.groupBy(readExposition(exposition), ({ name }) => name);
  for (const [name, lines] of series) {
    if (name.endsWith('_bucket')) continue;
    expect(lines.length, name).toBeLessThan(60);
  }
});

/** Every metric in the expressions of PromQL, with the labels that are asked of it. */
function metricsIn(expression: string): Array<{ name: string; labels: string[] }> {
  const found = expression.matchAll(/\b((?:http|hearth|db|process|nodejs|v8js)_\w+)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}

test('the alerts and the dashboard ask for nothing that is not there', async () => {
  const folder = join(root, 'deploy/observability');
  const alerts = await readFile(join(folder, 'alerts.yml'), 'utf8');
  const { panels } = JSON.parse(await readFile(join(folder, 'grafana-dashboard.json'), 'utf8'));
  const asked = [
    // An expression goes on as long as its lines stand further in than its key.
    ...[...alerts.matchAll(/^ {8}expr: (\|\n(?: {10,}.*\n)+|.*\n)/gm)].map(([, expression = '']) => expression),
    ...panels.flatMap(({ targets }: { targets: Array<{ expr: string }> }) => targets.map(({ expr }) => expr)),
  ];
  expect(asked.length).toBeGreaterThan(50);
  const there = Map.groupBy(readExposition(exposition), ({ name }) => name);
  const byPrometheus = ['instance', 'job'];
  // These are there where there is a replica (DATABASE_READ_URL).
  const ofReplica = ['hearth_replica_up', 'hearth_replica_lag'];
  for (const { name, labels } of asked.flatMap(metricsIn).filter((metric) => !isLabel(metric.name))) {
    if (ofReplica.includes(name)) continue;
    expect([...there.keys()], 'the metrics that there are').toContain(name);
    const known = new Set(there.get(name)?.flatMap((line) => Object.keys(line.labels)));
    for (const label of labels) expect([...known, ...byPrometheus], `labels of ${name}`).toContain(label);
  }

  function isLabel(word: string): boolean {
    return [...there.values()].flat().some(({ labels }) => word in labels);
  }
});

test('docs/observability.md tells of every metric', async () => {
  const page = await readFile(join(root, 'docs/observability.md'), 'utf8');
  const names = new Set(readExposition(exposition).map(({ name }) => name));
  for (const name of names) {
    const histogram = name.replace(/_(bucket|count|sum)$/, '');
    const metric = names.has(`${histogram}_bucket`) ? histogram : name;
    expect(page, name).toContain(`\`${metric}\``);
  }
});
