// Plans of statements that are asked again and again: PostgreSQL takes longer to plan most of an order's statements than to carry them out.
import pg from 'pg';

/** Carries the name of a migration that has been made: whoever keeps plans makes new ones. */
export const MIGRATION_CHANNEL = 'platform_migration';
/** Lists with filters have many texts that nobody asks for a second time. */
const ASKED_BEFORE_KEPT = 3;
/** Each connection keeps a plan, of some 50 kB, for each of these that it was asked for. */
const MOST_KEPT = 300;
const MOST_COUNTED = 3_000;

/**
 * Statements that are planned anew each time. Lists: how much of what fits is wanted, and how rare a text is, decides about the way to it; a
 * limit that is written into the text is the same each time. And conflicts in a part of an index: which part is known by the values alone,
 * so that PostgreSQL finds no index for a plan of all values.
 */
const PLANNED_ANEW = /\blimit \$|\boffset \$|\b(?:i?like|similar)\b|~|\bon conflict \([^()]*\) where\b/i;

/** Names of the statements whose plans the connections of a pool keep. */
export type KeptPlans = {
  /** Null: the statement is planned each time. */
  nameOf(text: string): string | null;
  /** Plans of before are not used any more, because tables have changed. */
  forget(): void;
};

export function createKeptPlans(): KeptPlans {
  /** Name of each text, or how often it was asked so far; null: never kept. */
  const known = new Map<string, string | number | null>();
  let kept = 0;
  let generation = 0;

  function count(text: string, before: number): string | null {
    if (before + 1 < ASKED_BEFORE_KEPT || kept >= MOST_KEPT) {
      if (before === 0 && known.size >= MOST_COUNTED) forgetCounts();
      known.set(text, before + 1);
      return null;
    }
    const name = `kept_${generation}_${kept++}`;
    known.set(text, name);
    return name;
  }

  function forgetCounts() {
    for (const [text, value] of known) if (typeof value !== 'string') known.delete(text);
  }

  return {
    nameOf(text) {
      const value = known.get(text);
      if (typeof value === 'string') return value;
      if (value === undefined && PLANNED_ANEW.test(text)) {
        if (known.size >= MOST_COUNTED) forgetCounts();
        known.set(text, null);
        return null;
      }
      return value === null ? null : count(text, value ?? 0);
    },
    forget() {
      known.clear();
      kept = 0;
      generation++;
    },
  };
}

/**
 * Class of connections that name nothing, for a pooler that gives the next transaction to another connection of the server: that has no
 * plan of such a name, or has another one. Libraries that name their statements lose the names here.
 */
export class NamelessClient extends pg.Client {
  override query(...given: Parameters) {
    const [text, ...others] = given;
    const asked = isNamed(text) ? { ...text, name: undefined } : text;
    return super.query(...([asked, ...others] as unknown as [string])) as unknown as Promise<pg.QueryResult>;
  }
}

/** A description of a statement; what carries itself out, such as a cursor, stays as it is. */
function isNamed(text: unknown): text is { name: string } {
  return typeof text === 'object' && text !== null && 'name' in text && !('submit' in text);
}

type Callback = (error: Error, result: pg.QueryResult) => void;
type Parameters = [text: unknown, values?: unknown, callback?: Callback];

/** Class of connections that name what `plans` keeps. */
export function clientWith(plans: KeptPlans): typeof pg.Client {
  class Client extends pg.Client {
    override query(...given: Parameters) {
      const [text, values, callback] = given;
      const isPlanned = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = isPlanned ? plans.nameOf(text) : null;
      if (name === null) return this.#ask(...given);
      const named = { name, text, values };
      // A statement alone can be asked once more; within a transaction it has ended that.
      const isAlone = this.getTransactionStatus() === 'I';
      if (!callback)
        return this.#ask(named).catch((error: unknown) => {
          if (this.#isOutdated(error) && isAlone) return this.#ask(text, values);
          throw error;
        });
      return this.#ask(named, undefined, (error, result) => {
        if (error && this.#isOutdated(error) && isAlone) this.#ask(text, values, callback);
        else callback(error, result);
      });
    }

    /** True where a table has got or lost a column since the plan was made: no plan of then is used again. */
    #isOutdated(error: unknown): boolean {
      // By the place in PostgreSQL that says so: its messages come in many languages.
      const outdated = (error as { routine?: string }).routine === 'RevalidateCachedQuery';
      if (outdated) plans.forget();
      return outdated;
    }

    #ask(...given: Parameters): Promise<pg.QueryResult> {
      return super.query(...(given as [string])) as unknown as Promise<pg.QueryResult>;
    }
  }
  return Client;
}
