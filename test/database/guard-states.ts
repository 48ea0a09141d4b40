// In a test database nothing changes a state otherwise than by the tables of transitions: triggers refuse it, whichever test or
// statement does it.
import { type Kysely, sql } from 'kysely';
import { changesOf } from '#platform/state/transitions.rules.ts';
import { stateTables } from '../../scripts/states.ts';

export const guardSchema = 'test_guard';

// biome-ignore lint/suspicious/noExplicitAny: any database of the shop, whichever of its tables are typed
export async function guardStates(kysely: Kysely<any>): Promise<void> {
  await sql`create schema ${sql.id(guardSchema)}`.execute(kysely);
  for (const { table, state, transitions } of stateTables) {
    const name = `${guardSchema}.${table.replaceAll(/\W/g, '_')}`;
    const pairs = changesOf(transitions).map(([from, to]) => `'${from} ${to}'`);
    const [before, after] = [state('old'), state('new')];
    const statements = [
      `create function ${name}() returns trigger language plpgsql as $$ begin
        if current_setting('test_guard.off', true) is distinct from 'on'
          and not (${before} || ' ' || ${after} = any (array[${pairs.join(', ')}])) then
          raise exception 'forbidden transition of ${table}: % to %', ${before}, ${after};
        end if;
        return null;
      end $$`,
      `create trigger guard_states after update on ${table} for each row
        when (${before} is distinct from ${after}) execute function ${name}()`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(kysely);
  }
}

/** Brings rows into any state, as a test's history begins with one; whatever else its transaction writes may do so too. */
export async function arrangeStates<Db>(
  database: Kysely<Db>,
  work: (transaction: Kysely<Db>) => Promise<unknown>,
): Promise<void> {
  if (!database.isTransaction)
    return database.transaction().execute((transaction) => arrangeStates<Db>(transaction, work));
  await sql`select set_config('test_guard.off', 'on', true)`.execute(database);
  await work(database);
}
