import { createHash } from 'node:crypto';
import type { Db } from '../schema.ts';
import { keyInUse, otherEndpoint, otherParameters, ProviderError } from './errors.ts';
import {
  claimKey,
  findKey,
  type KeyedRequest,
  releaseKey,
  type StoredAnswer,
  saveAnswer,
} from './idempotency-key.store.ts';

type Answer = StoredAnswer & { originalRequest: string; replayed: boolean };

/**
 * Does what a request asks for in one transaction, once for each key: the answer is stored in that same transaction, so
 * that a process that dies leaves both or neither. A refusal changes nothing, and is stored as well. A fault of ours is
 * not: a retry may do better. Throws a ProviderError when the key belongs to another request.
 */
export async function once(
  db: Db,
  request: {
    key: string | null;
    endpoint: string;
    /** Parameters of the request: a form, or the value of a JSON body. */
    form: unknown;
    requestId: string;
    /** Version 2 of the provider's API tries again what it has refused. */
    keepsRefusals?: boolean;
  },
  execute: (transaction: Db) => Promise<object>,
): Promise<Answer> {
  const { key, endpoint, form, requestId, keepsRefusals = true } = request;
  const own = { originalRequest: requestId, replayed: false };
  if (key === null) {
    const made = await db.transaction().execute(execute);
    return { status: 200, body: JSON.stringify(made), ...own };
  }
  const keyed: KeyedRequest = { key, endpoint, parametersHash: hashOf(form), requestId };
  if (!(await claimKey(db, keyed))) return earlierAnswer(db, keyed);
  try {
    const answer = await attempt(db, keyed, execute, keepsRefusals);
    return { ...answer, ...own };
  } catch (error) {
    // Where the database is away, the key is free again when its lease has expired.
    await releaseKey(db, keyed).catch(() => {});
    throw error;
  }
}

async function attempt(
  db: Db,
  keyed: KeyedRequest,
  execute: (transaction: Db) => Promise<object>,
  keepsRefusals: boolean,
): Promise<StoredAnswer> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const answer: StoredAnswer = { status: 200, body: JSON.stringify(await execute(transaction)) };
      if (!(await saveAnswer(transaction, keyed, answer))) throw keyInUse(keyed.key);
      return answer;
    });
  } catch (error) {
    if (!keepsRefusals || !(error instanceof ProviderError) || error.status === 409) throw error;
    const answer = { status: error.status, body: JSON.stringify(error.body) };
    await saveAnswer(db, keyed, answer);
    return answer;
  }
}

async function earlierAnswer(db: Db, { key, endpoint, parametersHash }: KeyedRequest): Promise<Answer> {
  const known = await findKey(db, key);
  if (!known) throw keyInUse(key);
  if (known.endpoint !== endpoint) throw otherEndpoint(key, endpoint, known.endpoint);
  if (!known.parametersHash.equals(parametersHash)) throw otherParameters(key);
  if (!known.answer) throw keyInUse(key);
  return { ...known.answer, originalRequest: known.requestId, replayed: true };
}

/** The same for the same parameters, in whatever order they came. */
function hashOf(form: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(form)))
    .digest();
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, inOrder(inner)]);
}
