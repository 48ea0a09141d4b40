// Which keys for payments a shop opens with, and who then takes its cards.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from '#main/config/config.ts';
import { openPayments } from '#main/parts/payment-service.ts';
import { createLog } from '#platform/observability/log.ts';
import { newSecretsKey, openSecrets } from '#platform/secrets.ts';

const key = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;
const database = { DATABASE_URL: 'postgres://localhost/hearth' };

test('live keys are not taken with the embedded database, which can lose the latest orders', () => {
  const keys = { STRIPE_SECRET_KEY: key('sk_live'), STRIPE_WEBHOOK_SECRET: key('whsec') };
  expect(() => readConfig(keys)).toThrow(/live key: DATABASE_URL is needed/);
  expect(readConfig({ ...keys, ...database }).payments.secretKey).toBe(keys.STRIPE_SECRET_KEY);
});

test('no key is taken without the secret that the provider’s messages are known by', () => {
  expect(() => readConfig({ STRIPE_SECRET_KEY: key('sk_test') })).toThrow(/STRIPE_WEBHOOK_SECRET is needed/);
});

test('what is no key of the provider’s is told, without repeating it', () => {
  for (const given of [{ STRIPE_SECRET_KEY: 'hunter2' }, { STRIPE_PUBLIC_KEY: 'hunter2' }]) {
    expect(() => readConfig(given)).toThrow(/must start with/);
    expect(() => readConfig(given)).not.toThrow(/hunter2/);
  }
});

test('where there are keys there is no sandbox: nobody pays a real shop with a test card', () => {
  const stores = { database: {} as never, secrets: openSecrets({ dataDir: '', secretsKey: newSecretsKey() }) };
  const shop = { store: { name: 'Hearth' } as never, origin: 'https://shop.example', log: createLog('silent') };
  for (const kind of ['sk_live', 'sk_test']) {
    const payments = { secretKey: key(kind), webhookSecrets: [key('whsec')], publicKey: null, connect: false };
    const { sandbox } = openPayments({ ...shop, config: { payments } }, stores, () => new Response(null));
    expect(sandbox, kind).toBeNull();
  }
});
