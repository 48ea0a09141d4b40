// The shop as processes that serve visitors and processes that run jobs (ROLE), on one PostgreSQL.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { jobs as jobNames } from '#contract/operations/jobs.ts';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { runNow } from '#platform/jobs/run-regularly.ts';
import { makeLastingDatabase } from '../database/lasting-database.ts';
import { onPostgres } from '../database/test-database.ts';
import { runCommand } from '../processes/run-command.ts';
import { launchShop } from '../processes/shop-process.ts';

const LONG = { timeout: 60_000 };

/** A place for processes of one shop. Each delivers emails to a folder of its own, which says who has delivered them. */
async function aShop() {
  const [place, folder] = await Promise.all([makeLastingDatabase(), mkdtemp(join(tmpdir(), 'hearth-roles-'))]);
  const database = await openDatabase<Tables>({ databaseUrl: place.databaseUrl, dataDir: folder });
  const running: Array<ReturnType<typeof launchShop>> = [];
  onTestFinished(async () => {
    await Promise.all(running.map((process) => process.kill()));
    await database.close();
    await Promise.all([place.drop(), rm(folder, { recursive: true, force: true })]);
  });
  const environmentOf = (name: string) => ({
    DATABASE_URL: place.databaseUrl ?? '',
    DATA_DIR: join(folder, name),
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    DEMO_CATALOGUE: 'off',
  });
  return {
    database,
    /** A process of this role, which is also its name. */
    launch(role: string, environment: Record<string, string> = {}) {
      const launched = launchShop({ ...environmentOf(role), ROLE: role, ...environment });
      running.push(launched);
      return launched;
    },
    migrate: () => runCommand('migrate', [], { environment: environmentOf('migrate') }),
    /** Emails that a process of this role has delivered. */
    deliveredBy: (role: string) => readdir(join(folder, role, 'outbox')).catch(() => []),
    async countOf(table: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
        database.kysely,
      );
      return rows[0]?.count ?? 0;
    },
    async turnsOf(job: string): Promise<{ turn: number; isOver: boolean } | null> {
      const { rows } = await sql<{ turn: number; isOver: boolean }>`
        select turn, ended_at >= started_at as "isOver" from platform.job where name = ${job}`.execute(database.kysely);
      return rows[0] ?? null;
    },
  };
}

/** Registers an account, which queues an email with a code. */
async function register(address: string, email: string): Promise<number> {
  const response = await fetch(`${address}/identity`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
      connection: 'close',
    },
    body: JSON.stringify({
      ClientId: 'hearthstorefront',
      Username: email,
      Password: 'correct horse battery',
      UserAttributes: [{ Name: 'email', Value: email }],
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

onPostgres(
  'what a web process queues waits for a process that runs jobs, which delivers it and answers nobody else',
  async () => {
    const shop = await aShop();
    const alone = await shop.launch('web').opened;
    expect(await register(alone.address, 'ada@example.com')).toBe(200);
    // Whatever it had begun has ended with it.
    expect((await alone.stop()).code).toBe(0);
    expect(await shop.countOf('mail.outbox')).toBe(1);
    expect(await shop.countOf('platform.job')).toBe(0);
    expect(await shop.deliveredBy('web')).toEqual([]);

    const [web, jobs] = await Promise.all([shop.launch('web').opened, shop.launch('jobs').opened]);
    await expect.poll(() => shop.deliveredBy('jobs'), LONG).toHaveLength(1);
    expect(await register(web.address, 'bob@example.com')).toBe(200);
    await expect.poll(() => shop.deliveredBy('jobs'), LONG).toHaveLength(2);
    const { rows } = await sql`select pid, role from platform.process order by role`.execute(shop.database.kysely);
    expect(rows).toEqual([
      { pid: jobs.pid, role: 'jobs' },
      { pid: web.pid, role: 'web' },
    ]);

    const statusOf = async (path: string) => (await fetch(`${jobs.address}${path}`)).status;
    expect(await Promise.all(['/api/health/live', '/api/health/ready', '/', '/api/product'].map(statusOf))).toEqual([
      ...[200, 200, 503, 503],
    ]);

    // As the staff ask for it in a web process: its own period is a day.
    const daily = 'remove unknown objects';
    await expect.poll(() => shop.turnsOf(daily), LONG).toEqual({ turn: 1, isOver: true });
    expect(await runNow(shop.database.kysely, daily)).toBe('begun');
    await expect.poll(() => shop.turnsOf(daily), LONG).toEqual({ turn: 2, isOver: true });

    await Promise.all([web.stop(), jobs.stop()]);
    expect(await shop.deliveredBy('web')).toEqual([]);
    const { rows: begun } = await sql<{ name: string }>`select name from platform.job`.execute(shop.database.kysely);
    // Only a shop with search by meaning has these.
    const { 'make vectors': _, ...everywhere } = jobNames;
    expect(begun.map(({ name }) => name).sort()).toEqual(Object.keys(everywhere).sort());
  },
  180_000,
);

onPostgres(
  'with MIGRATIONS=wait a process opens when npm run migrate has made the tables',
  async () => {
    const shop = await aShop();
    await shop.database.executeScript(`alter table platform.process drop column role;
      delete from platform.migration where name = '0007-roles-of-processes.sql'`);
    const web = shop.launch('web', { MIGRATIONS: 'wait' });
    await expect.poll(() => web.err(), LONG).toContain('Waiting for platform/0007-roles-of-processes.sql');
    expect(await shop.migrate()).toMatchObject({
      code: 0,
      out: 'Database prepared: platform/0007-roles-of-processes.sql\n',
    });
    const { address } = await web.opened;
    expect((await fetch(`${address}/api/health/ready`)).status).toBe(200);
    expect((await shop.migrate()).out).toBe('The database is up to date.\n');
  },
  180_000,
);

onPostgres(
  'a process that waits for migrations ends when it is told to, also where it is the first of its container',
  async () => {
    const shop = await aShop();
    await shop.database.executeScript("delete from platform.migration where name = '0007-roles-of-processes.sql'");
    const web = shop.launch('web', { MIGRATIONS: 'wait' });
    await expect.poll(() => web.err(), LONG).toContain('Waiting for platform/0007-roles-of-processes.sql');
    web.send('SIGTERM');
    // By itself: the system, which would end another process by the signal, ends no first process of a container.
    expect(await web.ended).toMatchObject({ code: 143 });
  },
  60_000,
);
