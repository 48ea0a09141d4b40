// Products that mean what a query says, by their vectors.
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '../../../schema/db.ts';
import { type AskQuery, within } from './ask-query.ts';
import type { FollowVectors } from './follow-vectors.ts';
import { findVectors } from './meaning.store.ts';
import { leastThatStandsOut, signatureOf, similarity } from './vector.rules.ts';

/** Vectors that are compared exactly: those whose signs differ least from the query's. */
const COMPARED = 200;
/** Vectors of whatever the shop sells, which those are compared with. */
const SAMPLE = 200;
/** A search waits so long for signatures that are still being read, as after a start. */
const WAIT_MS = 1_000;

/** Products from the least similarity on, the most similar first. */
export type FindMeant = (text: string) => Promise<Array<{ position: number; similarity: number }>>;

type Deps = {
  db: Db;
  vectors: FollowVectors;
  vectorOf: (text: string) => ReturnType<AskQuery['ask']>;
  least: number;
  log: Log;
};

export function createFindMeant({ db, vectors, vectorOf, least, log }: Deps): FindMeant {
  return async (text) => {
    try {
      const caughtUp = within(vectors.catchUp(), WAIT_MS);
      // Nobody waits for it where the query has no vector, and the next search sees its failure.
      caughtUp.catch(() => undefined);
      const vector = await vectorOf(text);
      if (!vector) return [];
      await caughtUp;
      const signature = signatureOf(vector);
      const signatures = vectors.ofLength(signature.length);
      if (!signatures) return [];
      const near = new Set(signatures.nearest(signature, COMPARED));
      const others = new Set(signatures.spread(SAMPLE));
      const read = await findVectors(db, [...near.union(others)]);
      const found = read
        .filter((one) => one.vector.length === vector.length)
        .map((one) => ({ position: one.position, similarity: similarity(vector, one.vector) }));
      const usual = found.filter(({ position }) => others.has(position)).map((one) => one.similarity);
      const bound = Math.max(least, leastThatStandsOut(usual));
      return found
        .filter((one) => near.has(one.position) && one.similarity >= bound)
        .sort((a, b) => b.similarity - a.similarity || a.position - b.position);
    } catch (error) {
      // Words answer all the same.
      log.warn({ part: 'api', error: String(error) }, 'the search could not look by meaning');
      return [];
    }
  };
}
