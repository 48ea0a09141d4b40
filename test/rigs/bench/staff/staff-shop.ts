// A shop on a PostgreSQL whose lists of the staff are so long, and somebody of the staff.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { newSecretsKey } from '#platform/secrets.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../../database/postgres.ts';
import { fillStaffLists } from '../../../staff-lists/fill-staff-lists.ts';
import { type MeasuredProcess, startMeasuredShop } from '../measured-process.ts';
import { signInBuyers } from '../orders.ts';
import { benchPassword, benchPool, makeAccounts } from '../sign-ins.ts';

export type StaffShop = {
  shop: MeasuredProcess;
  /** With which an administrator asks the API. */
  headers: Record<string, string>;
  /** With which the same person signs in by the form. */
  staff: { email: string; password: string };
};

/** Opens it on the PostgreSQL of TEST_DATABASE_URL, and removes it when `work` is done. */
export async function withStaffShop(rows: number, work: (opened: StaffShop) => Promise<void>): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('Give TEST_DATABASE_URL: the address of a PostgreSQL');
  const made = await makeDatabaseOn(server, { purpose: 'bench' });
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  let shop: MeasuredProcess | null = null;
  try {
    const environment = {
      DATABASE_URL: made.url,
      DATA_DIR: folder,
      SECRETS_KEY: newSecretsKey(),
      STORE_STAFF_SECOND_FACTOR: 'optional',
    };
    await fill(made.url, rows);
    const accounts = await makeAccounts(environment, 1);
    const { email = '', userId = '' } = accounts[0] ?? {};
    shop = await startMeasuredShop({ ...environment, ...benchPool });
    const [token = ''] = await signInBuyers(shop.address, accounts);
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${shop.address}/api/user/${email}`, { headers });
    await makeStaff(made.url, userId);
    await work({ shop, headers, staff: { email, password: benchPassword } });
  } finally {
    await shop?.stop();
    await dropDatabaseOn(server, made);
    await rm(folder, { recursive: true });
  }
}

async function fill(url: string, rows: number) {
  const database = await openDatabase<Tables>({ databaseUrl: url, dataDir: '' });
  await migrateAll(database);
  await fillStaffLists(database.kysely as never, rows);
  await database.close();
}

async function makeStaff(url: string, account: string) {
  const database = await openDatabase<Tables>({ databaseUrl: url, dataDir: '' });
  await sql`update api."user" set staff_role = 'admin', user_type = 'admin' where account_id = ${account}`.execute(
    database.kysely,
  );
  await database.close();
}
