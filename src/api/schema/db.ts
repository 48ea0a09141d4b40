// The shop's database as routes know it: something to hand to a store, without its tables.
import type { Kysely } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { ApiTables } from './schema.ts';

export type Db = Kysely<ApiTables>;
export type ShopDatabase = Database<ApiTables>;
