// Both databases: the embedded one refuses. Tables that were divided answer as before, and keep what their triggers kept.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findTransfers, listEntries } from '#ledger/entry.store.ts';
import { post } from '#ledger/post.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { dividedTables } from '#main/divided-tables.ts';
import { migrateAll, schemas, type Tables } from '#main/tables.ts';
import { findAuditEntry, listAudit, recordAudit } from '#platform/audit/audit-log.ts';
import { listTables } from '#platform/backup/tables-of.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { openDatabase } from '#platform/database/database.ts';
import { addMonthsAhead, divideTable } from '#platform/partitions/divide-table.ts';
import { addBound, makeKey, readPrepared, readShape, type TableShape } from '#platform/partitions/partition.store.ts';
import { dropDatabaseOn, makeDatabaseOn } from './database/postgres.ts';
import { onPostgres, openTestDatabase } from './database/test-database.ts';
import { runCommand } from './processes/run-command.ts';

const audit = dividedTables['audit-entry'];
const entries = dividedTables['ledger-entry'];
const now = new Date();
const silent = { now, progress: () => {} };
const inMonths = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15));

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const account = (account_id: string) => ({
  ...{ account_id, kind: 'test', currency: 'usd', may_be_positive: true },
  may_be_negative: account_id === 'external:card',
});

let made = 0;
function pay(to: string, amount: number, at = now): Promise<void> {
  return inTransaction(database.kysely, async (transaction) => {
    post(transaction, {
      accounts: [account('external:card'), account(to)],
      transfers: [
        {
          ...{ key: `payment ${++made}`, kind: 'capture', details: {}, at },
          entries: [
            { account_id: 'external:card', amount: -amount },
            { account_id: to, amount },
          ],
        },
      ],
    });
  });
}

async function record(nth: number, at: Date | null = null): Promise<void> {
  const entry = { action: 'order.paid', subject: { kind: 'order', id: `order ${nth % 3}` }, details: { nth } };
  if (!at) return recordAudit(database.kysely, { kind: 'job' }, entry);
  await sql`insert into platform.audit_entry (at, actor_kind, actor_name, action, subject_kind, subject_id)
    values (${at}, 'job', '', ${entry.action}, 'order', ${entry.subject.id})`.execute(database.kysely);
}

const auditLists = async () => [
  await listAudit(database.kysely, { limit: 1_000 }),
  await listAudit(database.kysely, { subject: 'order 1', limit: 1_000 }),
  await findAuditEntry(database.kysely, 5),
];
const statement = () => listEntries(database.kysely, 'external:card', { limit: 1_000 });

async function partitionsOf({ schema, name }: { schema: string; name: string }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_inherits
    join pg_class on oid = inhrelid where inhparent = ${`${schema}.${name}`}::regclass order by 1`.execute(
    database.kysely,
  );
  return rows.map((row) => row.name);
}

test.skipIf(process.env.TEST_DATABASE === 'postgres')(
  'the embedded database refuses, and says where to go',
  async () => {
    await expect(divideTable(database, audit, silent)).rejects.toThrow('Move the shop to PostgreSQL first');
    expect(await addMonthsAhead(database, audit, now)).toEqual({ made: 0, wasLate: false });
  },
);

onPostgres('the audit log answers as before while it is divided, and goes on', async () => {
  for (let nth = 0; nth < 9; nth++) await record(nth, inMonths(-nth));
  const before = await auditLists();
  expect(await divideTable(database, audit, silent)).toBe(true);
  expect(await auditLists()).toEqual(before);
  await record(9);
  const [newest] = await listAudit(database.kysely, { limit: 1 });
  expect(newest).toMatchObject({ id: 10, details: { nth: 9 } });
  expect(await divideTable(database, audit, silent)).toBe(false);
  expect(await addMonthsAhead(database, audit, now)).toEqual({ made: 0, wasLate: false });
});

onPostgres('indexes, triggers, rights and the sequence are those of the parent, under their names', async () => {
  await sql`do $$ begin create role hearth_reader; exception when duplicate_object then null; end $$`.execute(
    database.kysely,
  );
  await sql`grant select on platform.audit_entry to hearth_reader`.execute(database.kysely);
  const nameOf = (shape: TableShape | null) => ({
    indexes: shape?.indexes.map(({ name }) => name),
    triggers: shape?.triggers.map(({ name }) => name),
    ...{ identity: shape?.identity, grants: shape?.grants, owner: shape?.owner, key: shape?.key?.name },
  });
  const before = nameOf(await readShape(database.kysely, audit));
  await divideTable(database, audit, silent);
  const shape = await readShape(database.kysely, audit);
  expect(nameOf(shape)).toEqual(before);
  expect(shape?.key?.columns).toEqual(['id', 'at']);
  await sql`revoke all on platform.audit_entry from hearth_reader`.execute(database.kysely);
});

onPostgres('migrations that come after a table was divided are those of a plain one', async () => {
  const made = await makeDatabaseOn(process.env.TEST_DATABASE_URL as string, { purpose: 'test' });
  const earlier = await openDatabase<Tables>({ databaseUrl: made.url, dataDir: '' });
  try {
    // As they were before the first version that divides.
    const before = (room: string, name: string) =>
      readdirSync(join(import.meta.dirname, '../src', room, 'migrations')).filter((file) => file < name);
    await migrateAll(earlier, { platform: before('platform', '0007'), ledger: before('ledger', '0003') });
    for (const table of [audit, entries]) await divideTable(earlier, table, silent);
    expect(await migrateAll(earlier)).toContain('ledger/0003-chain-held-by-its-trigger.sql');
    for (const table of [audit, entries]) {
      await divideTable(database, table, silent);
      const [after, now] = await Promise.all([earlier, database].map(({ kysely }) => readShape(kysely, table)));
      expect(after).toEqual(now);
    }
  } finally {
    await earlier.close();
    await dropDatabaseOn(process.env.TEST_DATABASE_URL as string, made, { force: true });
  }
});

onPostgres('nobody changes or deletes a row, through the parent or past it', async () => {
  await record(1);
  await pay('held', 100);
  for (const table of [audit, entries]) {
    await divideTable(database, table, silent);
    const names = [table.name, ...(await partitionsOf(table))];
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const whole = sql.id(table.schema, name);
      for (const change of [sql`update ${whole} set at = at`, sql`delete from ${whole}`, sql`truncate ${whole}`])
        await expect(change.execute(database.kysely)).rejects.toThrow(/never changed|neither changed nor deleted/);
    }
  }
  await expect(
    sql`insert into ledger.entry_first (account_id, version, transfer_id, amount, balance, at, kind)
      values ('held', 3, 1, 5, 105, now(), 'capture')`.execute(database.kysely),
  ).rejects.toThrow('does not sum to zero');
});

onPostgres('a statement is the same, and postings go on under way', async () => {
  for (let nth = 1; nth <= 20; nth++) await pay(`buyer ${nth % 3}`, nth, inMonths(nth - 21));
  const before = await statement();
  let isDivided = false;
  const writing = (async () => {
    let count = 0;
    while (!isDivided || count < 5) {
      await pay('held', 1);
      count++;
    }
    return count;
  })();
  await divideTable(database, entries, silent);
  isDivided = true;
  const written = await writing;
  const after = await statement();
  expect(after.slice(written)).toEqual(before);
  expect(after.map(({ version }) => version)).toEqual(Array.from(after, (_, index) => after.length - index));
  const [newest] = await findTransfers(database.kysely, [after[0]?.transfer_id ?? 0]);
  expect(newest?.entries).toHaveLength(2);
  expect(await verifyLedger(database.kysely)).toMatchObject({ faults: [], entries: 2 * (20 + written) });
});

describe('a command that was interrupted', () => {
  onPostgres('goes on where it has stopped', async () => {
    await record(1);
    const shape = (await readShape(database.kysely, audit)) as TableShape;
    await database.executeScript(makeKey(audit, shape));
    await database.executeScript(addBound(audit, inMonths(2)));
    expect(await readPrepared(database.kysely, audit)).toMatchObject({ key: 'whole', bound: { isValid: false } });
    const steps: string[] = [];
    await divideTable(database, audit, { now, progress: (step) => steps.push(step) });
    expect(steps.join()).not.toContain('Making an index');
    expect(await listAudit(database.kysely, { limit: 9 })).toHaveLength(1);
  });

  onPostgres('an index that was not finished is made again', async () => {
    const shape = (await readShape(database.kysely, audit)) as TableShape;
    await record(1);
    // A second row of the key lets the index fail, as an interruption does.
    await sql`alter table platform.audit_entry drop constraint audit_entry_pkey`.execute(database.kysely);
    const copy = sql`insert into platform.audit_entry overriding system value select * from platform.audit_entry`;
    await copy.execute(database.kysely);
    await expect(database.executeScript(makeKey(audit, shape))).rejects.toThrow();
    expect((await readPrepared(database.kysely, audit)).key).toBe('broken');
    await database.kysely.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`delete from platform.audit_entry where ctid = (select max(ctid) from platform.audit_entry)`.execute(
        transaction,
      );
    });
    await sql`alter table platform.audit_entry add primary key (id)`.execute(database.kysely);
    expect(await divideTable(database, audit, silent)).toBe(true);
  });

  onPostgres('and never run again refuses no row: its bound is taken away in time', async () => {
    await database.executeScript(addBound(audit, inMonths(1)));
    await addMonthsAhead(database, audit, now);
    expect((await readPrepared(database.kysely, audit)).bound).not.toBeNull();
    await addMonthsAhead(database, audit, inMonths(1));
    expect((await readPrepared(database.kysely, audit)).bound).toBeNull();
  });
});

describe('the job', () => {
  onPostgres('makes the months ahead, which rows of then go into', async () => {
    await divideTable(database, entries, silent);
    const before = await partitionsOf(entries);
    const later = inMonths(6);
    const kept = await addMonthsAhead(database, entries, later);
    expect(kept).toEqual({ made: 6, wasLate: false });
    expect(await partitionsOf(entries)).toHaveLength(before.length + 6);
    await pay('held', 100, later);
    const { rows } = await sql`select tableoid::regclass::text as place from ledger.entry`.execute(database.kysely);
    const month = `ledger.entry_${later.toISOString().slice(0, 7).replace('-', '_')}`;
    expect(rows).toEqual([{ place: month }, { place: month }]);
  });

  onPostgres(
    'rows that came before their month was made stay where they are, and the months after them are made',
    async () => {
      await divideTable(database, entries, silent);
      await pay('held', 100);
      const late = inMonths(7);
      await pay('held', 50, late);
      const before = await statement();
      expect(await addMonthsAhead(database, entries, late)).toEqual({ made: 1, wasLate: true });
      expect(await statement()).toEqual(before);
      expect(await addMonthsAhead(database, entries, late)).toEqual({ made: 0, wasLate: false });
      await pay('held', 25, late);
      await pay('held', 5, inMonths(20));
      expect(await verifyLedger(database.kysely)).toMatchObject({ faults: [], entries: 8 });
    },
  );
});

onPostgres('rows of a wrong clock are told before any row would be refused', async () => {
  await record(1, inMonths(9));
  await expect(divideTable(database, audit, silent)).rejects.toThrow('Correct the clock');
  expect((await readPrepared(database.kysely, audit)).bound).toBeNull();
  await record(2, inMonths(9));
  await pay('held', 100);
  await divideTable(database, entries, silent);
  const before = await partitionsOf(entries);
  await pay('held', 50, inMonths(30));
  await expect(addMonthsAhead(database, entries, inMonths(3))).rejects.toThrow('Correct the clock');
  expect(await partitionsOf(entries)).toEqual(before);
  await pay('held', 25, inMonths(30));
});

onPostgres.each([['plain'], ['divided']])(
  'numbers of an account come once, whoever writes past its lock: a %s table',
  async (kind) => {
    if (kind === 'divided') await divideTable(database, entries, silent);
    await pay('held', 100);
    const insert = (db: Kysely<never>, count: number, seconds: number) =>
      sql`with written as (
          insert into ledger.transfer (key, kind, details, at)
            select 'past the lock ' || ${seconds}::int || ' ' || nth, 'test', '{}', now() from generate_series(1, ${count}::int) as nth
            returning transfer_id
        ), moved as (select transfer_id, row_number() over (order by transfer_id) as nth from written)
        insert into ledger.entry (account_id, version, transfer_id, amount, balance, at, kind)
          select account_id, account.version + nth, transfer_id, sign, account.balance + sign * nth, now() + make_interval(secs => ${seconds}), 'test'
          from moved cross join (values ('external:card', -1), ('held', 1)) as side (account_id, sign)
          join ledger.account using (account_id)`.execute(db);
    const first = await database.kysely.startTransaction().execute();
    const second = await database.kysely.startTransaction().execute();
    try {
      await insert(first as unknown as Kysely<never>, 1, 1);
      // Its chain begins with the same number and ends beyond it.
      const both = insert(second as unknown as Kysely<never>, 2, 2).then(
        () => null,
        (error: Error) => error,
      );
      const isWaiting = async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely);
        return rows.length > 0;
      };
      await expect.poll(isWaiting).toBe(true);
      await first.commit().execute();
      expect((await both)?.message).toMatch(/another was written to its account meanwhile|duplicate key/);
    } finally {
      if (!first.isCommitted) await first.rollback().execute();
      await second.rollback().execute();
    }
    expect(await verifyLedger(database.kysely)).toMatchObject({ faults: [], entries: 4 });
  },
);

onPostgres('a backup of a divided table is that of a plain one', async () => {
  for (let nth = 0; nth < 5; nth++) await record(nth);
  const db = database.kysely as unknown as Kysely<unknown>;
  const read = async () => {
    const lines: string[] = [];
    await writeBackup(db, { schemas, now }, async (line) => {
      lines.push(line);
    });
    return lines;
  };
  const [tables, lines] = [await listTables(db, schemas), await read()];
  await divideTable(database, audit, silent);
  await divideTable(database, entries, silent);
  expect((await listTables(db, schemas)).map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
  expect((await read()).sort()).toEqual(lines.sort());
});

onPostgres('the command says what it did, and is in the audit log', { timeout: 120_000 }, async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
  const url = Object.assign(new URL(process.env.TEST_DATABASE_URL as string), { pathname: `/${rows[0]?.name}` });
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-partitions-'));
  const run = (name: string) =>
    runCommand('partition', [name], { environment: { DATA_DIR: dataDir, DATABASE_URL: url.href } });
  try {
    expect(await run('orders')).toMatchObject({ code: 1, err: expect.stringContaining('audit-entry | ledger-entry') });
    expect(await run('ledger-entry')).toMatchObject({
      code: 0,
      out: expect.stringContaining('ledger.entry is divided by months.'),
    });
    expect(await run('ledger-entry')).toMatchObject({ code: 0, out: expect.stringContaining('divided already') });
    expect(await listAudit(database.kysely, { limit: 9 })).toMatchObject([
      { action: 'table.divided', subject_id: 'ledger.entry' },
    ]);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

onPostgres('a table that cannot be divided stays as it is, and is told why', async () => {
  const transfers = { schema: 'ledger', name: 'transfer', by: 'at' };
  await expect(divideTable(database, transfers, silent)).rejects.toThrow(
    'ledger.transfer cannot be divided: ledger.entry refers to it',
  );
  await expect(divideTable(database, { ...transfers, name: 'nothing' }, silent)).rejects.toThrow('npm run migrate');
});
