// Every variable of .env.example with a value that somebody may try once, and what has to be set with it.
import type { ShopEnvironment } from '../../processes/shop-process.ts';

export type Once = {
  value: string;
  /** Other variables that the value needs. */
  with?: Record<string, string>;
  /** The start refuses it, in a sentence. */
  refused?: true;
  /** Data made with it opens with nothing else: another start is refused, in a sentence. */
  seals?: true;
};

const s3 = {
  STORAGE: 's3',
  STORAGE_ENDPOINT: 'http://127.0.0.1:1',
  STORAGE_BUCKET: 'goods',
  STORAGE_KEY_ID: 'key',
  STORAGE_SECRET_KEY: 'secret',
};
const embeddings = { EMBEDDINGS_URL: 'http://127.0.0.1:1/v1', EMBEDDINGS_MODEL: 'model' };
const card = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

/** `folder`: where a value may point to; it goes with the rig. `null`: the rig itself needs it, or it has a test of its own. */
export function settingsOfAStart(folder: string): Record<string, Once | null> {
  return {
    PORT: null,
    HOST: { value: '0.0.0.0' },
    PUBLIC_URL: { value: 'https://shop.example' },
    // Another database; the cluster's rig has the workers and the replica.
    DATABASE_URL: { value: 'postgres://hearth:secret@127.0.0.1:1/hearth', refused: true },
    DATABASE_DIRECT_URL: { value: 'postgres://hearth:secret@127.0.0.1:1/hearth', refused: true },
    DATABASE_READ_URL: { value: 'postgres://hearth:secret@127.0.0.1:1/hearth', refused: true },
    DATA_DIR: { value: `${folder}/elsewhere` },
    STORAGE: { value: 's3', with: s3 },
    STORAGE_DIR: { value: `${folder}/storage` },
    STORAGE_ENDPOINT: { value: 'http://127.0.0.1:1', with: s3 },
    STORAGE_REGION: { value: 'eu-central-1', with: s3 },
    STORAGE_BUCKET: { value: 'other', with: s3 },
    STORAGE_KEY_ID: { value: 'other', with: s3 },
    STORAGE_SECRET_KEY: { value: 'other', with: s3 },
    GOODS_ACCEL: { value: '/goods-files/', with: { TRUSTED_PROXIES: '1' } },
    GOODS_S3_DIRECT: { value: 'on', with: s3 },
    WORKERS: { value: '2', refused: true },
    ROLE: { value: 'web', refused: true },
    MIGRATIONS: { value: 'wait', refused: true },
    STORE_FILE: { value: 'store.json' },
    PAGES_DIR: { value: 'pages' },
    RECEIPT_FONT: { value: 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf' },
    DEMO_CATALOGUE: { value: 'off' },
    DEMO_MARKETPLACE: { value: 'off' },
    CACHE_MB: { value: '0' },
    LOG_LEVEL: { value: 'silent' },
    MAX_CONNECTIONS: { value: '100' },
    WORK_PERCENT_PER_NETWORK: { value: '80' },
    PAYOUT_WAIT_DAYS: { value: '5' },
    SHUTDOWN_DELAY: { value: '1' },
    METRICS_PORT: { value: '0' },
    METRICS_HOST: { value: '127.0.0.1', with: { METRICS_PORT: '0' } },
    OTEL_EXPORTER_OTLP_ENDPOINT: { value: 'http://127.0.0.1:1' },
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { value: 'http://127.0.0.1:1' },
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: { value: 'http://127.0.0.1:1' },
    OTEL_EXPORTER_OTLP_HEADERS: { value: 'authorization=Bearer%20secret' },
    OTEL_SERVICE_NAME: { value: 'shop' },
    OTEL_RESOURCE_ATTRIBUTES: { value: 'deployment.environment.name=production' },
    OTEL_TRACES_SAMPLER: { value: 'always_off' },
    OTEL_TRACES_SAMPLER_ARG: { value: '0.5' },
    OTEL_SDK_DISABLED: { value: 'true' },
    TRUSTED_PROXIES: { value: '1' },
    SECRETS_KEY: { value: Buffer.alloc(32, 7).toString('base64'), seals: true },
    SMTP_URL: { value: 'smtp://127.0.0.1:1' },
    MAIL_FROM: { value: 'Hearth <shop@example.com>' },
    STRIPE_SECRET_KEY: { value: card.STRIPE_SECRET_KEY, with: card },
    STRIPE_WEBHOOK_SECRET: { value: 'whsec_1,whsec_2', with: card },
    STRIPE_PUBLIC_KEY: { value: 'pk_test_1', with: card },
    STRIPE_CONNECT: { value: 'on', with: card },
    ORDERS_OPEN_PER_ACCOUNT: { value: '1' },
    ORDERS_PLACED_PER_ACCOUNT: { value: '1' },
    ORDERS_PLACED_PER_NETWORK: { value: '1' },
    ORDERS_HELD_PERCENT: { value: '1' },
    ORDERS_HELD_PERCENT_BILLED: { value: '1' },
    ORDERS_BILLED_DAYS: { value: '1' },
    SELLER_PRICE_WAIT_PERCENT: { value: '10' },
    LEDGER_ALONE_DOLLARS: { value: '1' },
    DISPUTE_DAYS: { value: '1' },
    DISPUTE_UNDELIVERED_FROM_DAYS: { value: '1' },
    DISPUTE_UNDELIVERED_UNTIL_DAYS: { value: '10' },
    DISPUTE_ANSWER_DAYS: { value: '1' },
    GOODS_FILE_GB: { value: '1' },
    GOODS_SHOP_GB: { value: '1' },
    GOODS_OPEN_UPLOADS: { value: '1' },
    GOODS_SCAN_COMMAND: { value: 'true {file}' },
    GOODS_SCAN_SECONDS: { value: '1' },
    EMBEDDINGS_URL: { value: embeddings.EMBEDDINGS_URL, with: embeddings },
    EMBEDDINGS_MODEL: { value: 'other', with: embeddings },
    EMBEDDINGS_KEY: { value: 'other', with: embeddings },
    EMBEDDINGS_LEAST: { value: '0.5', with: embeddings },
    STORE_PRESET: { value: 'live' },
    STORE_OVERALL_RATING: { value: 'average' },
    STORE_CART: { value: 'account' },
    STORE_CONTACT_FORM: { value: 'deliver' },
    STORE_BILLING_FORM: { value: 'order' },
    STORE_UNVERIFIED_PAYMENT: { value: 'unconfirmed' },
    STORE_PROFILE_SIDEBAR: { value: 'actual' },
    STORE_STAFF_SECOND_FACTOR: { value: 'required' },
    STORE_BUYER_WALLET: { value: 'off' },
    STORE_INVOICES: { value: 'seller' },
    ACCOUNTS_POOL_ID: { value: 'eu_other' },
    ACCOUNTS_CLIENT_ID: { value: 'anotherclient' },
    ACCOUNTS_ENDPOINT: { value: 'http://127.0.0.1:1' },
    ACCOUNTS_ISSUER: { value: 'https://issuer.example' },
    ACCOUNTS_IDENTITY_POOL_ID: { value: 'local:6ea7c0de-0000-4000-8000-000000000002' },
    ACCOUNTS_GUEST_ACCESS: { value: 'on' },
    ACCOUNTS_PASSWORD_POLICY: { value: '12 uppercase symbol' },
    ACCOUNTS_SECOND_FACTOR: { value: 'required' },
    ACCOUNTS_MAILS_PER_NETWORK: { value: '1' },
    ACCOUNTS_LOGIN_DOMAIN: { value: 'login.example' },
    ACCOUNTS_REDIRECT_URIS: { value: 'https://app.example/in' },
    ACCOUNTS_LOGOUT_URIS: { value: 'https://app.example/out' },
  };
}

export function environmentOf(name: string, { value, with: besides }: Once): Omit<ShopEnvironment, 'DATA_DIR'> {
  return { ...besides, [name]: value };
}
