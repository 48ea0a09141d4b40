// Divides a table by months while the shop goes on working: rows stay where they are, and writers wait for a change of the catalogue alone.
import { setTimeout } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import { StartError } from '../config/start-error.ts';
import type { Database } from '../database/database.ts';
import { MIGRATION_LOCK } from '../database/migrate.ts';
import {
  type DividedTable,
  endOfFirst,
  endOfMonths,
  monthName,
  monthsBetween,
  mustForgetBound,
} from './partition.rules.ts';
import {
  addBound,
  addMonths,
  analyze,
  boundOpen,
  closeOpen,
  divide,
  dropBound,
  dropKey,
  hasOpenRows,
  makeKey,
  readPrepared,
  readShape,
  refuseLater,
  refuseLaterInOpen,
  type TableShape,
  validateBound,
  validateOpen,
} from './partition.store.ts';

/** One command or job at a time. */
const LOCK = 7_236_002;
/** A wait for a lock holds up all that come after it. Shorter than PostgreSQL's deadlock_timeout: none of the shop's own is ended for it. */
const WAIT = "set local lock_timeout = '500ms'";
const PAUSE_MS = 1_000;
/** Tries for a lock, with a pause after each. */
const TRIES = 120;
/** A job comes again by itself. */
const TRIES_OF_JOB = 5;

/** A lock could not be had, a deadlock was ended, or rows came meanwhile. */
const PASSING = ['55P03', '40P01'];

type Work = { now: Date; progress: (step: string) => void };

/** Divides a plain table, going on where an interrupted call has stopped. Answers false where it is divided already. */
export async function divideTable<Tables>(
  database: Database<Tables>,
  table: DividedTable,
  { now, progress }: Work,
): Promise<boolean> {
  if (database.kind === 'embedded')
    throw new StartError(
      'The embedded database keeps plain tables. Move the shop to PostgreSQL first (npm run backup, then npm run restore with DATABASE_URL).',
    );
  const done = await alone(database, LOCK, async () => {
    const shape = await readShape(database.kysely, table);
    if (shape?.isDivided) return false;
    mustBeDivisible(table, shape);
    await prepare(database, table, shape, { now, progress });
    progress('Making it the first partition');
    await change(database, () => scriptOf(database, table, now), TRIES);
    progress('Reading how its values are spread');
    await database.executeScript(analyze(table));
    return true;
  });
  if (done === null)
    throw new StartError('Another process divides a table or makes months now. Run the command again in a minute.');
  return done;
}

function mustBeDivisible({ schema, name, by }: DividedTable, shape: TableShape | null): asserts shape is TableShape {
  const whole = `${schema}.${name}`;
  if (!shape) throw new StartError(`There is no table ${whole}. Run npm run migrate first.`);
  const refuse = (reason: string) => {
    throw new StartError(`${whole} cannot be divided: ${reason}. It stays as it is.`);
  };
  if (!shape.key) refuse('it has no primary key');
  const [referrer] = shape.referencedBy;
  if (referrer) refuse(`${referrer} refers to it by a key that does not say when`);
  const forRows = shape.triggers.find(({ isForRows }) => isForRows);
  if (forRows) refuse(`its trigger ${forRows.name} is called for each row`);
  const unique = shape.indexes.find((index) => index.isUnique && index.name !== `${name}_first_pkey`);
  if (unique) refuse(`its index ${unique.name} is unique without ${by}`);
}

async function prepare<Tables>(
  database: Database<Tables>,
  table: DividedTable,
  shape: TableShape,
  { now, progress }: Work,
): Promise<void> {
  const found = await readPrepared(database.kysely, table);
  if (found.key === 'broken') await database.executeScript(dropKey(table));
  if (found.key !== 'whole') {
    progress(`Making an index of its key with ${table.by}, while rows are written`);
    await database.executeScript(makeKey(table, shape));
  }
  let { bound } = found;
  if (bound && mustForgetBound(bound.end, now)) {
    await change(database, () => dropBound(table), TRIES);
    bound = null;
  }
  if (bound?.isValid) return;
  progress('Looking through its times, while rows are written');
  const end = endOfFirst(now);
  if (!bound) {
    await database.executeScript(refuseLater(table, end)).catch(refuseLaterRows(table, end));
    await change(database, () => addBound(table, end), TRIES);
  }
  await database.executeScript(validateBound(table)).catch(async (error) => {
    await change(database, () => dropBound(table), TRIES);
    refuseLaterRows(table, end)(error);
  });
}

function refuseLaterRows({ schema, name }: DividedTable, end: Date): (error: unknown) => never {
  return (error) => {
    if (codeOf(error) !== '23514') throw error;
    throw new StartError(
      `${schema}.${name} has rows from after ${end.toISOString()}, which a wrong clock has written. Correct the clock, and run the command again when that time has passed.`,
    );
  };
}

async function scriptOf<Tables>({ kysely }: Database<Tables>, table: DividedTable, now: Date): Promise<string> {
  const shape = await readShape(kysely, table);
  const { bound } = await readPrepared(kysely, table);
  if (!shape || !bound) throw new Error('the table has changed while it was divided');
  const months = monthsBetween(table.name, bound.end, endOfMonths(now));
  return divide(table, shape, { end: bound.end, months });
}

export type AddedMonths = {
  /** Months that were made. */
  made: number;
  /** Rows had come before their months were made; they stay in a partition of their own. */
  wasLate: boolean;
};

/**
 * Makes months of a divided table ahead, and takes away a bound that an interrupted command has left on a plain one. Does nothing while
 * a command divides a table.
 */
export async function addMonthsAhead<Tables>(
  database: Database<Tables>,
  table: DividedTable,
  now: Date,
): Promise<AddedMonths> {
  const nothing = { made: 0, wasLate: false };
  if (database.kind === 'embedded') return nothing;
  const added = await alone(database, LOCK, async () => {
    const shape = await readShape(database.kysely, table);
    if (shape && !shape.isDivided) await forgetBound(database, table, now);
    if (!shape?.openFrom || shape.openFrom >= endOfMonths(now)) return nothing;
    const { openFrom } = shape;
    const until = endOfMonths(now);
    const months = monthsBetween(table.name, openFrom, until);
    const wasLate = await hasOpenRows(database.kysely, table);
    if (wasLate) {
      await database.executeScript(refuseLaterInOpen(table, until)).catch(refuseLaterRows(table, until));
      const closed = { name: monthName(table.name, openFrom), from: openFrom, until };
      await change(database, () => boundOpen(table, closed), TRIES_OF_JOB);
      await database.executeScript(validateOpen(table));
      await change(database, () => closeOpen(table, shape, closed), TRIES_OF_JOB);
    } else await change(database, () => addMonths(table, shape, months), TRIES_OF_JOB);
    await database.executeScript(analyze(table));
    return { made: wasLate ? 1 : months.length, wasLate };
  });
  return added ?? nothing;
}

async function forgetBound<Tables>(database: Database<Tables>, table: DividedTable, now: Date) {
  const { bound } = await readPrepared(database.kysely, table);
  if (bound && mustForgetBound(bound.end, now)) await change(database, () => dropBound(table), TRIES_OF_JOB);
}

/** Work while nobody else holds the lock; null, without it, where somebody does. */
function alone<Tables, T>(database: Database<Tables>, lock: number, work: () => Promise<T>): Promise<T | null> {
  return database.session(async (connection) => {
    const db: QueryExecutorProvider = connection;
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lock}::int8) as got`.execute(db);
    if (!rows[0]?.got) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock}::int8)`.execute(db);
    }
  });
}

/** In one transaction, beside no migration: what the script is made of cannot change meanwhile. */
async function change<Tables>(
  database: Database<Tables>,
  makeScript: () => string | Promise<string>,
  tries: number,
): Promise<void> {
  for (let left = tries; left > 0; left--) {
    const isDone = await alone(database, MIGRATION_LOCK, async () => {
      try {
        await database.executeScript(`${WAIT};\n${await makeScript()}`);
        return true;
      } catch (error) {
        if (PASSING.includes(codeOf(error) ?? '')) return false;
        throw error;
      }
    });
    if (isDone) return;
    await setTimeout(PAUSE_MS);
  }
  throw new StartError(
    'A long statement, such as a backup, holds the table. Run the command again when it has ended: it goes on where it has stopped.',
  );
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
