import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { StartError } from '#platform/config/start-error.ts';
import { readConfig } from './config.ts';

const DATABASE_URL = 'postgres://hearth@localhost/hearth';

/** The configuration as the process with this number, from 0, of several reads it. */
function readAsWorker(slot: number, environment: Record<string, string>) {
  Object.assign(cluster, { isWorker: true });
  try {
    const own = { HEARTH_WORKER: String(slot), HEARTH_ADDRESS: 'http://localhost:3000' };
    return readConfig({ DATABASE_URL, ...own, ...environment });
  } finally {
    Object.assign(cluster, { isWorker: false });
  }
}

test('several workers need a database that takes several processes; auto is one of them without it', () => {
  expect(() => readConfig({ WORKERS: '2' })).toThrow(
    new StartError('WORKERS is 2: DATABASE_URL is needed, because the embedded database belongs to one process.'),
  );
  expect(readConfig({ WORKERS: 'auto' }).workers).toBe(1);
  expect(readConfig({ WORKERS: 'auto', DATABASE_URL }).workers).toBe(availableParallelism());
  expect(readConfig({ WORKERS: '3', DATABASE_URL }).workers).toBe(3);
  expect(readConfig({ WORKERS: '', DATABASE_URL }).workers).toBe(1);
});

test('a replica and a way past a pooler are of a PostgreSQL that is said too', () => {
  const others = { DATABASE_READ_URL: 'postgres://replica/hearth', DATABASE_DIRECT_URL: 'postgres://primary/hearth' };
  expect(readConfig({ DATABASE_URL, ...others })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseReadUrl: 'postgres://replica/hearth',
    databaseDirectUrl: 'postgres://primary/hearth',
  });
  expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL: '' }).databaseDirectUrl).toBeNull();
  for (const [name, value] of Object.entries(others))
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is set: DATABASE_URL is needed too`));
});

test('a process does all the work of the embedded database, and as much as it is told with PostgreSQL', () => {
  expect(readConfig({})).toMatchObject({ role: 'all', waitsForMigrations: false });
  expect(readConfig({ ROLE: '', MIGRATIONS: 'run' }).role).toBe('all');
  const apart = { ROLE: 'jobs', MIGRATIONS: 'wait', DATABASE_URL };
  expect(readConfig(apart)).toMatchObject({ role: 'jobs', waitsForMigrations: true });
  expect(readConfig({ ...apart, WORKERS: '3' })).toMatchObject({ role: 'jobs', workers: 3 });
  expect(() => readConfig({ ROLE: 'web' })).toThrow(/^ROLE is web: DATABASE_URL is needed/);
  expect(() => readConfig({ MIGRATIONS: 'wait' })).toThrow(/^MIGRATIONS is wait: DATABASE_URL is needed/);
  expect(() => readConfig({ ROLE: 'worker', DATABASE_URL })).toThrow(/ROLE Invalid option.*"web"\|"jobs"\|"all"/);
});

test.each(['0', '-1', '1.5', '100', 'all'])('WORKERS=%s is refused', (WORKERS) => {
  expect(() => readConfig({ WORKERS, DATABASE_URL })).toThrow(/WORKERS must be auto, or a number from 1 to 99/);
});

test('connections are counted over all workers, those to the database too', () => {
  const given = { WORKERS: '3', MAX_CONNECTIONS: '1000' };
  expect(readAsWorker(0, given)).toMatchObject({ maxConnections: 334, databaseConnections: 10 });
  expect(readAsWorker(0, { WORKERS: '12' }).databaseConnections).toBe(6);
  expect(readAsWorker(0, { WORKERS: '99' }).databaseConnections).toBe(4);
  expect(readConfig({ MAX_CONNECTIONS: '1000' })).toMatchObject({ maxConnections: 1000, databaseConnections: 10 });
});

test('each worker serves its metrics at a port of its own', () => {
  const given = { WORKERS: '2', METRICS_PORT: '9464' };
  expect([0, 1].map((slot) => readAsWorker(slot, given).telemetry.metrics?.port)).toEqual([9464, 9465]);
  expect(readAsWorker(1, { WORKERS: '2', METRICS_PORT: '0' }).telemetry.metrics?.port).toBe(0);
});

test('what a supervisor says counts for its workers alone', () => {
  expect(readConfig({ HEARTH_WORKER: '1', HEARTH_ADDRESS: 'http://localhost:1' }).worker).toBeNull();
  expect(readAsWorker(1, { WORKERS: '2' }).worker).toEqual({ slot: 1, address: 'http://localhost:3000' });
  const socket = { LISTEN_FDS: '1', LISTEN_PID: String(process.ppid) };
  expect(readConfig(socket).inheritedSocket).toBeNull();
  expect(readAsWorker(1, { WORKERS: '2', ...socket }).inheritedSocket).toBe(3);
});

test('bytes lie in a folder of the data directory, in another one, or in a store that speaks S3', () => {
  expect(readConfig({ DATA_DIR: '/data' }).storage).toEqual({ kind: 'folder', folder: '/data/storage' });
  expect(readConfig({ STORAGE_DIR: '/shared' }).storage).toEqual({ kind: 'folder', folder: '/shared' });
  const s3 = {
    STORAGE: 's3',
    STORAGE_ENDPOINT: 'http://localhost:3900',
    STORAGE_BUCKET: 'shop',
    STORAGE_KEY_ID: 'id',
    STORAGE_SECRET_KEY: 'key',
  };
  expect(readConfig(s3).storage).toEqual({
    kind: 's3',
    s3: {
      endpoint: 'http://localhost:3900',
      region: 'us-east-1',
      bucket: 'shop',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    },
  });
  expect(() => readConfig({ STORAGE: 's3', STORAGE_BUCKET: 'shop', STORAGE_KEY_ID: 'id' })).toThrow(
    new StartError('STORAGE is s3: STORAGE_ENDPOINT, STORAGE_SECRET_KEY are needed too.'),
  );
  expect(() => readConfig({ ...s3, STORAGE_BUCKET: 'No Bucket' })).toThrow(
    /STORAGE_BUCKET must be the name of a bucket/,
  );
});

test('[Q-20] search by meaning is off, and asks for an address and a model together', () => {
  const url = { EMBEDDINGS_URL: 'https://models.example/v1' };
  expect(readConfig({}).embeddings).toBeNull();
  expect(readConfig({ EMBEDDINGS_LEAST: '0.6' }).embeddings).toBeNull();
  expect(readConfig({ ...url, EMBEDDINGS_MODEL: 'small' }).embeddings).toEqual({
    ...{ url: 'https://models.example/v1', model: 'small', key: null, least: 0.35 },
  });
  expect(() => readConfig(url)).toThrow(/EMBEDDINGS_MODEL is needed too/);
  expect(() => readConfig({ EMBEDDINGS_KEY: 'sk-1' })).toThrow(/EMBEDDINGS_URL is needed too/);
});

test.each([
  ['EMBEDDINGS_URL', 'models.example', /must be an http or https address/],
  ['EMBEDDINGS_URL', 'https://me:secret@models.example/v1', /without a user/],
  ['EMBEDDINGS_URL', 'https://models.example/v1?version=2', /without a user, a query/],
  ['EMBEDDINGS_KEY', 'sk secret', /EMBEDDINGS_KEY must be a key/],
  ['EMBEDDINGS_LEAST', '1.5', /EMBEDDINGS_LEAST must be at most 1/],
  ['EMBEDDINGS_LEAST', 'much', /EMBEDDINGS_LEAST must be a number/],
])('[Q-20] %s=%s is refused, in words that do not repeat it', (name, value, words) => {
  const given = { EMBEDDINGS_URL: 'https://models.example/v1', EMBEDDINGS_MODEL: 'small', [name]: value };
  expect(() => readConfig(given)).toThrow(words);
  expect(() => readConfig(given)).not.toThrow(/secret/);
});
