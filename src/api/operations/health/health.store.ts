import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

/** A database that is silent for longer counts as away. */
const ANSWER_MS = 2_000;

/** True if the database answers, and soon. */
export async function databaseAnswers(db: Kysely<ApiTables>): Promise<boolean> {
  try {
    const silent = new Promise<never>((_, reject) => setTimeout(reject, ANSWER_MS).unref());
    await Promise.race([sql`select 1`.execute(db), silent]);
    return true;
  } catch {
    return false;
  }
}
