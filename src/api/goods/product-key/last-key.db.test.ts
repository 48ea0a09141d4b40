// More buyers than keys, in two processes at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import type { FreeOrders, FreeOrdersProcess } from '../../../../test/processes/free-orders-process.ts';
import { loadKeys } from './load-keys.ts';

const script = join(import.meta.dirname, '../../../../test/processes/free-orders-process.ts');
const KEYS = 11;
const BUYERS = 12;

test('[G-11] two processes, and more buyers than keys: each key goes to one, nobody waits, and the others are told', async () => {
  const place = await makeLastingDatabase();
  onTestFinished(place.drop);
  const first = await openDatabase<Tables>(place);
  const goods = JSON.stringify({ keys: { source: 'list' } });
  await first.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'pen', price_micros: 0, goods }))
    .execute();
  await loadKeys(
    {
      db: first.kysely as never,
      secrets: createSecrets([new Uint8Array(32).fill(5)]),
      deliverGoods: async () => undefined,
    },
    { productId: 'pen', edition: '', selectedOptions: [], sellerId: null, actor: { kind: 'job' }, by: 'test' },
    Array.from({ length: KEYS }, (_, index) => `QK-${index}`),
    { batch: '', dryRun: false },
  );
  await first.close();

  // The embedded database belongs to one process at a time.
  const names = place.databaseUrl === null ? ['ann'] : ['ann', 'ben'];
  const { databaseUrl, dataDir } = place;
  const racers = names.map((name) => start({ databaseUrl, dataDir, name, buyers: BUYERS }));
  await Promise.all(racers.map(({ isReady }) => isReady));
  const outcomes = (await Promise.all(racers.map(({ go }) => go()))).flat();

  const refused = outcomes.flatMap((one) => ('refused' in one ? [one.refused] : []));
  expect(outcomes.length - refused.length).toBe(KEYS);
  expect([...new Set(refused)]).toEqual(['out_of_stock']);
  const database = await openDatabase<Tables>(place);
  onTestFinished(() => database.close());
  const { rows } = await sql`select
    (select count(*)::int from api.product_key where state = 'given') as given,
    (select count(distinct entitlement_id)::int from api.product_key) as owners,
    (select count(*)::int from api.product_key_wait) as waiting,
    (select count(*)::int from api."order" where status = 'fulfilled') as orders,
    (select stock::int from api.product) as stock, (select held::int from api.product) as held`.execute(
    database.kysely,
  );
  expect(rows).toEqual([{ given: KEYS, owners: KEYS, waiting: 0, orders: KEYS, stock: 0, held: 0 }]);
}, 120_000);

function start(given: FreeOrdersProcess) {
  const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  const isReady = new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString('utf8');
      if (out.includes('ready\n')) resolve();
    });
  });
  const ended = once(child, 'close');
  return {
    isReady: Promise.race([
      isReady,
      ended.then(() => {
        throw new Error('it has ended before it was ready');
      }),
    ]),
    async go(): Promise<FreeOrders> {
      child.stdin.end('go\n');
      const [code] = await ended;
      expect(code).toBe(0);
      return JSON.parse(out.split('\n')[1] ?? '');
    },
  };
}
