import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

const TABLES = 6;

type Incoming = { lastAt: Date | null; day: number; unmatched: number };

/** Reads what the payment provider has sent to the shop. */
export async function readIncoming(db: Db): Promise<Incoming> {
  const { rows } = await sql<Incoming>`select max(received_at) as "lastAt",
      count(*) filter (where received_at > now() - interval '1 day')::int as day,
      (select count(*)::int from api.unmatched_payment) as unmatched
    from api.payment_event where received_at > now() - interval '30 days'`.execute(db);
  return rows[0] ?? { lastAt: null, day: 0, unmatched: 0 };
}

type DatabaseSize = { version: string; bytes: number; tables: Array<{ name: string; bytes: number }> };

/** Sizes as the server keeps them, with indexes; nothing is counted. A table that is divided by months is one. */
export async function readDatabaseSize(db: Db): Promise<DatabaseSize> {
  const { rows } = await sql<{ version: string; bytes: number }>`select current_setting('server_version') as version,
    pg_database_size(current_database())::float8 as bytes`.execute(db);
  const { rows: tables } = await sql<{ name: string; bytes: number }>`select nspname || '.' || root.relname as name,
      sum(pg_total_relation_size(class.oid))::float8 as bytes
    from pg_class as class join pg_class as root on root.oid = coalesce(pg_partition_root(class.oid), class.oid)
    join pg_namespace as space on space.oid = root.relnamespace
    where class.relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')
    group by name order by bytes desc, name limit ${TABLES}`.execute(db);
  return { version: rows[0]?.version ?? '', bytes: rows[0]?.bytes ?? 0, tables };
}

/** Files of goods that are complete. */
export async function readStoredFiles(db: Db): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{
    files: number;
    bytes: number;
  }>`select count(*)::int as files, coalesce(sum(size_bytes), 0)::float8 as bytes
    from api.goods_object where state = 'complete'`.execute(db);
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Since when the keys sign that sign manifests and license tokens. */
export async function readGoodsKeys(db: Db): Promise<Array<{ name: 'manifest' | 'token'; since: Date }>> {
  const rows = await db
    .selectFrom('api.signing_key')
    .select(['purpose', 'created_at'])
    .where('valid_until', 'is', null)
    .orderBy('purpose')
    .execute();
  return rows.map(({ purpose, created_at: since }) => ({ name: purpose, since }));
}
