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
/** A text that no endpoint refuses. */
const PROBE = 'test';
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

type Turn = {
  until: number;
  signal?: AbortSignal;
  made: number;
  /** True once the endpoint has given a vector in it. */
  isAnswered: boolean;
};

/** Makes the vectors that are due; answers how many. Throws an EmbeddingsError where the endpoint fails, and the same one while it rests. */
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
  /** The endpoint's last one, until it gives vectors again. */
  let failure: EmbeddingsError | null = null;
  /** Texts that the next turn begins with: fewer where one has ended in the middle of its halves, so that the next one gets on. */
  let atOnce = BATCH;
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

  /**
   * Makes and keeps vectors of what is due. Where the endpoint refuses some text, it is looked for by halves: all others have theirs.
   * All that the turn does not come to stays due.
   */
  async function make(due: readonly Due[], turn: Turn): Promise<void> {
    if (now() >= turn.until || turn.signal?.aborted) {
      atOnce = Math.min(atOnce, due.length);
      return;
    }
    const texts = due.map(meaningText);
    const answer = await askFor(texts, turn);
    if (!(answer instanceof EmbeddingsError)) {
      const made = due.map(({ position, changes }, at): Made => {
        const vector = answer[at] ?? new Float32Array();
        const kept = { hash: hashOf(model, texts[at] ?? ''), vector: toBytes(vector), signature: signatureOf(vector) };
        return { position, changes, ...kept };
      });
      return saveAll(made, turn);
    }
    const [one] = due;
    if (one && due.length === 1) {
      const { position, changes } = one;
      log.warn({ part: 'api', position, code: answer.code }, 'a product has no meaning: its text was refused');
      return saveAll([{ position, changes, hash: hashOf(model, texts[0] ?? ''), vector: null, signature: null }], turn);
    }
    const half = Math.ceil(due.length / 2);
    await make(due.slice(0, half), turn);
    await make(due.slice(half), turn);
  }

  /** Vectors, or the refusal of some text. An endpoint that accepts none at all, as one does with a wrong model, has refused no text. */
  async function askFor(texts: readonly string[], turn: Turn): Promise<Float32Array[] | EmbeddingsError> {
    const { signal } = turn;
    const ask = async (some: readonly string[]) => {
      const vectors = await embed(some, { timeoutMs: TIMEOUT_MS, ...(signal && { signal }) });
      turn.isAnswered = true;
      failure = null;
      patience.recordSuccess();
      return vectors;
    };
    try {
      return await ask(texts);
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal;
      if (turn.isAnswered) return refusal;
      await ask([PROBE]).catch((error) => {
        throw isRefusal(error) ? new EmbeddingsError('away', error.code) : error;
      });
      return refusal;
    }
  }

  async function saveAll(made: readonly Made[], turn: Turn): Promise<void> {
    await saveMade(db, model, made);
    turn.made += made.length;
  }

  return async (signal) => {
    if (!patience.mayAsk()) {
      if (failure) throw failure;
      return 0;
    }
    const begunAt = now();
    const turn: Turn = { until: begunAt + TURN_MS, made: 0, isAnswered: false, ...(signal && { signal }) };
    const size = atOnce;
    atOnce = BATCH;
    await expire();
    const current = version.current();
    if (completeAt === current) return 0;
    await addProducts(db);
    try {
      let after = -1;
      while (now() < turn.until && !signal?.aborted) {
        const due = await findDue(db, after, size);
        const [last] = due.slice(-1);
        if (!last) {
          completeAt = current;
          break;
        }
        after = last.position;
        const isSame = (one: Described & Pick<Due, 'text_hash'>) => one.text_hash === hashOf(model, meaningText(one));
        await saveUnchanged(db, due.filter(isSame));
        const others = due.filter((one) => !isSame(one));
        if (others.length > 0) await make(others, turn);
      }
    } catch (error) {
      if (error instanceof EmbeddingsError && !signal?.aborted) {
        failure = error;
        patience.recordFailure(error, begunAt);
      }
      throw error;
    } finally {
      if (turn.made > 0) await recordIndexChange(db);
    }
    return turn.made;
  };
}

function isRefusal(error: unknown): error is EmbeddingsError {
  return error instanceof EmbeddingsError && error.reason === 'text';
}

/** Answers how to stop. */
export function updateVectorsRegularly({ db, update, log }: { db: Db; update: UpdateVectors; log: Log }) {
  const job = jobOf('make vectors');
  const stopping = new AbortController();
  // The same failure is thrown in each turn of a rest, for the status page: the log has it once.
  let logged: unknown = null;
  const stop = runRegularly({
    db,
    ...job,
    work: async () => void (await update(stopping.signal)),
    onError: (error) => {
      if (error !== logged) log.warn({ part: 'api', error: String(error) }, `${job.name}: failed`);
      logged = error;
    },
  });
  return async () => {
    stopping.abort();
    await stop();
  };
}
