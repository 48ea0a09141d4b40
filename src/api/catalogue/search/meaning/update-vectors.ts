// Vectors follow the catalogue, as the index of the search does: whatever it was told of is looked at, and only a text that has
// changed is sent to the endpoint.
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '../../../schema/db.ts';
import type { CatalogueVersion } from '../../catalogue-version/catalogue-version.ts';
import { recordIndexChange } from '../search-writes.store.ts';
import { type Embed, EmbeddingsError } from './embeddings.ts';
import { addProducts, type Due, expireVectors, findDue, type Made, saveMade, saveUnchanged } from './meaning.store.ts';
import { type Described, hashOf, meaningText } from './meaning-text.rules.ts';
import { createPatience } from './patience.rules.ts';
import { signatureOf, toBytes } from './vector.rules.ts';

/** Texts of one request. */
const BATCH = 64;
const TIMEOUT_MS = 30_000;
/** A turn ends after so long, and the next one goes on (run-regularly.ts: a turn may last a minute). */
const TURN_MS = 40_000;
/** An endpoint that gives now these and now others does not have all texts again each time. */
const EXPIRED_MS = 60 * 60_000;

type Deps = {
  db: Db;
  model: string;
  embed: Embed;
  /** Dimensions of the vectors that the endpoint gives now, where it has given one. */
  dimensions: () => number | null;
  /** Nothing is looked for twice at the same one. */
  version: Pick<CatalogueVersion, 'current'>;
  log: Log;
  now?: () => number;
};

export type UpdateVectors = (signal?: AbortSignal) => Promise<number>;

/** Makes the vectors that are due; answers how many. Throws an EmbeddingsError where the endpoint fails, and does nothing while it rests. */
export function createUpdateVectors({
  db,
  model,
  embed,
  dimensions,
  version,
  log,
  now = () => performance.now(),
}: Deps): UpdateVectors {
  const patience = createPatience(1, now);
  let expired: { dimensions: number | null } | null = null;
  let changedAt = Number.NEGATIVE_INFINITY;
  let completeAt: string | null = null;

  /** At the start, once the length of the vectors is known, and where the endpoint has begun to give vectors of another length. */
  async function expire() {
    const given = dimensions();
    if (expired !== null && expired.dimensions === given) return;
    const isChange = expired !== null && expired.dimensions !== null;
    if (isChange && now() - changedAt < EXPIRED_MS) return;
    await expireVectors(db, model, given);
    expired = { dimensions: given };
    completeAt = null;
    if (isChange) changedAt = now();
  }

  /** Vectors of what is due. Where the endpoint refuses some text, it is looked for by halves: all others have theirs. */
  async function make(due: readonly Due[], signal?: AbortSignal): Promise<Made[]> {
    const texts = due.map(meaningText);
    try {
      const vectors = await embed(texts, { timeoutMs: TIMEOUT_MS, ...(signal && { signal }) });
      return due.map(({ position, changes }, at) => {
        const vector = vectors[at] ?? new Float32Array();
        const kept = { hash: hashOf(model, texts[at] ?? ''), vector: toBytes(vector), signature: signatureOf(vector) };
        return { position, changes, ...kept };
      });
    } catch (error) {
      if (!(error instanceof EmbeddingsError) || error.reason !== 'text') throw error;
      const [one] = due;
      if (one && due.length === 1) {
        log.warn(
          { part: 'api', position: one.position, code: error.code },
          'a product has no meaning: its text was refused',
        );
        return [
          {
            position: one.position,
            changes: one.changes,
            hash: hashOf(model, texts[0] ?? ''),
            vector: null,
            signature: null,
          },
        ];
      }
      const half = Math.ceil(due.length / 2);
      const first = await make(due.slice(0, half), signal);
      return [...first, ...(await make(due.slice(half), signal))];
    }
  }

  return async (signal) => {
    if (!patience.mayAsk()) return 0;
    const until = now() + TURN_MS;
    let made = 0;
    await expire();
    const current = version.current();
    if (completeAt === current) return 0;
    await addProducts(db);
    try {
      let after = -1;
      while (now() < until && !signal?.aborted) {
        const due = await findDue(db, after, BATCH);
        const [last] = due.slice(-1);
        if (!last) {
          completeAt = current;
          break;
        }
        after = last.position;
        const isSame = (one: Described & Pick<Due, 'text_hash'>) => one.text_hash === hashOf(model, meaningText(one));
        await saveUnchanged(db, due.filter(isSame));
        const others = due.filter((one) => !isSame(one));
        if (others.length === 0) continue;
        const vectors = await make(others, signal);
        patience.recordSuccess();
        await saveMade(db, model, vectors);
        made += vectors.length;
      }
    } catch (error) {
      if (error instanceof EmbeddingsError && !signal?.aborted) patience.recordFailure(error);
      throw error;
    } finally {
      if (made > 0) await recordIndexChange(db);
    }
    return made;
  };
}

/** Answers how to stop. */
export function updateVectorsRegularly({ db, update, log }: { db: Db; update: UpdateVectors; log: Log }) {
  const job = jobOf('make vectors');
  const stopping = new AbortController();
  const stop = runRegularly({
    db,
    ...job,
    work: async () => void (await update(stopping.signal)),
    onError: (error) => log.warn({ part: 'api', error: String(error) }, `${job.name}: failed`),
  });
  return async () => {
    stopping.abort();
    await stop();
  };
}
