// Both databases: a copy is made of each another way.
// A shop with something in every corner, brought back into an empty place: row by row the same, and able to go on.
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillEmptyCatalogue } from '#api/catalogue/catalogue-file/fill-empty-catalogue.ts';
import { migrateAll, schemas, type Tables } from '#main/tables.ts';
import { onPostgres, openTestDatabase } from '../../../test/database/test-database.ts';
import { startBuying } from '../../../test/parts/buying.ts';
import { password, startIdentity } from '../../../test/parts/identity.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createSecrets } from '../secrets.ts';
import { readBackupFile, writeBackupFile } from './backup-file.ts';
import { checkBackup, deleteTables, restoreBackup } from './restore-backup.ts';
import { listTables } from './tables-of.ts';
import { writeBackup } from './write-backup.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'hearth-backup-'));
const file = join(folder, 'shop.backup');
const secrets = createSecrets([Buffer.alloc(32, 7)]);
let shop: Database<Tables>;

const anyTables = ({ kysely }: Database<Tables>) => kysely as unknown as Kysely<unknown>;

beforeAll(async () => {
  shop = await openTestDatabase();
  await fillShop(shop);
  await writeBackupFile(file, (write) =>
    writeBackup(anyTables(shop), { schemas, now: new Date() }, write).then(() => {}),
  );
}, 120_000);
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

async function fillShop(database: Database<Tables>) {
  await fillEmptyCatalogue(database.kysely, join(root, 'catalogue/demo'));
  const identity = await startIdentity(database, {}, secrets);
  await identity.register('ada@example.com');
  await identity.close();
  const buying = await startBuying(database);
  const session = await buy(buying);
  await buying.pay(session);
  await buy(buying);
  await buying.close();
}

async function buy(buying: Awaited<ReturnType<typeof startBuying>>): Promise<string> {
  const response = await buying.api.fetch(
    new Request('http://shop.test/api/checkout-session', {
      method: 'POST',
      headers: {
        authorization: (await buying.customer('ada')).authorization,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ amount: 140, items: [{ product_id: 'lora-fine-tuning-kit', quantity: 1 }] }),
    }),
  );
  const { checkout_url } = (await response.json()) as { checkout_url: string };
  expect(response.status).toBe(200);
  return checkout_url;
}

/** Every row of every table as text, sorted. */
async function everyRow(database: Database<Tables>): Promise<Record<string, string[]>> {
  const db = anyTables(database);
  const all: Record<string, string[]> = {};
  for (const { schema, name } of await listTables(db, schemas)) {
    const { rows } = await sql<{ line: string }>`
      select to_jsonb(part)::text as line from ${sql.id(schema, name)} part order by 1`.execute(db);
    all[`${schema}.${name}`] = rows.map(({ line }) => line);
  }
  return all;
}

async function restore(into: Database<Tables>, from = file): Promise<number> {
  return restoreBackup(readBackupFile(from), {
    db: anyTables(into),
    schemas,
    migrate: async (upTo) => {
      await migrateAll(into, upTo);
    },
  });
}

async function emptyPlace(): Promise<Database<Tables>> {
  const place = await openTestDatabase();
  await deleteTables(anyTables(place), schemas);
  return place;
}

test('every row comes back, in an empty place of the same kind, and the shop goes on from there', async () => {
  const place = await emptyPlace();
  try {
    const rows = await everyRow(shop);
    const count = Object.values(rows).flat().length;
    expect(count).toBeGreaterThan(500);
    expect(Object.entries(rows).filter(([, lines]) => lines.length > 0).length).toBeGreaterThan(12);
    expect(await restore(place)).toBe(count);
    expect(await everyRow(place)).toEqual(rows);

    const identity = await startIdentity(place, {}, secrets);
    const { body } = await identity.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'ada@example.com', PASSWORD: password },
    });
    expect(body).toHaveProperty('AuthenticationResult.IdToken');
    await identity.close();
    const buying = await startBuying(place);
    expect(await buying.pay(await buy(buying))).toBe(303);
    await buying.close();
  } finally {
    await place.close();
  }
}, 60_000);

onPostgres(
  'a shop moves between PostgreSQL and the embedded database',
  async () => {
    const embedded = await openDatabase<Tables>({ databaseUrl: null, dataDir: join(folder, 'embedded') });
    const place = await emptyPlace();
    try {
      const rows = await everyRow(shop);
      await restore(embedded);
      expect(await everyRow(embedded)).toEqual(rows);
      const there = join(folder, 'embedded.backup');
      await writeBackupFile(there, (write) =>
        writeBackup(anyTables(embedded), { schemas, now: new Date() }, write).then(() => {}),
      );
      await restore(place, there);
      expect(await everyRow(place)).toEqual(rows);
    } finally {
      await embedded.close();
      await place.close();
    }
  },
  120_000,
);

test('a place that has tables already is left as it is', async () => {
  await expect(restore(shop)).rejects.toThrow(/has tables of the shop already .* --replace/);
});

test('a backup is for its owner alone, and never takes the place of another file', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(writeBackupFile(file, async (write) => write('{}'))).rejects.toThrow(/There is a file .* already/);
  await expect(writeBackupFile(join(folder, 'none', 'shop.backup'), async (write) => write('{}'))).rejects.toThrow(
    /ENOENT/,
  );
});

test('a backup that failed half-way leaves no file', async () => {
  const path = join(folder, 'half.backup');
  await expect(
    writeBackupFile(path, async (write) => {
      await write('{}');
      throw new Error('the database went away');
    }),
  ).rejects.toThrow('the database went away');
  expect(() => statSync(path)).toThrow(/ENOENT/);
  expect(() => statSync(`${path}.part`)).toThrow(/ENOENT/);
});

test('what is no backup, damaged, cut short or of a later version is refused before anything is touched', async () => {
  const bytes = readFileSync(file);
  const cut = join(folder, 'cut.backup');
  writeFileSync(cut, bytes);
  truncateSync(cut, Math.floor(bytes.length / 2));
  const flipped = join(folder, 'flipped.backup');
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(damaged.readUInt8(bytes.length >> 1) ^ 0xff, bytes.length >> 1);
  writeFileSync(flipped, damaged);
  const text = join(folder, 'text.backup');
  writeFileSync(text, 'hello');
  const other = join(folder, 'other.backup');
  await writeBackupFile(other, async (write) => write('{"format":"another"}'));
  const short = join(folder, 'short.backup');
  const [head] = await Array.fromAsync(readBackupFile(file));
  await writeBackupFile(short, async (write) => {
    await write(String(head));
    await write('{"end":true,"rows":1}');
  });
  for (const path of [cut, flipped, text, other, short])
    await expect(checkBackup(readBackupFile(path)), path).rejects.toThrow(/backup/);
  await checkBackup(readBackupFile(file));

  const later = join(folder, 'later.backup');
  await writeBackupFile(later, async (write) => {
    const { migrations, ...rest } = JSON.parse(String(head));
    await write(JSON.stringify({ ...rest, migrations: { ...migrations, api: [...migrations.api, '9999-later.sql'] } }));
    await write('{"end":true,"rows":0}');
  });
  const place = await emptyPlace();
  await expect(restore(place, later)).rejects.toThrow(/of a later version \(api\/9999-later\.sql\)/);
  await place.close();
}, 60_000);

test('a backup of an older version is brought up to date', async () => {
  const older = join(folder, 'older.backup');
  const place = await emptyPlace();
  const before = Object.fromEntries(schemas.map((schema) => [schema, schema === 'api' ? ['0001-catalogue.sql'] : []]));
  await migrateAll(place, before);
  await sql`insert into api."user" (user_id, username) values ('ada', 'Ada')`.execute(place.kysely);
  await writeBackupFile(older, (write) =>
    writeBackup(anyTables(place), { schemas, now: new Date() }, write).then(() => {}),
  );
  await deleteTables(anyTables(place), schemas);
  await restore(place, older);
  const { rows } = await sql<{ name: string }>`select name from api.migration order by name`.execute(place.kysely);
  expect(rows.length).toBeGreaterThan(4);
  const { rows: users } = await sql`select username, phone from api."user"`.execute(place.kysely);
  expect(users).toEqual([{ username: 'Ada', phone: '' }]);
  await place.close();
}, 60_000);
