// The operator's endpoint for embeddings, in the form that OpenAI has given it and most programs that run models speak.
import { z } from 'zod';

export type EmbeddingsConfig = {
  /** Base address: `/embeddings` is added. */
  url: string;
  model: string;
  key: string | null;
  /** Cosine from which on a product is taken for what a query means. */
  least: number;
};

/** Why there are no vectors. `text`: it refuses what it was given; `key`: it refuses whoever asks; `away`: it may answer another time. */
export class EmbeddingsError extends Error {
  readonly reason: 'text' | 'key' | 'away';
  readonly retryAfterSeconds: number | null;
  readonly code: string;
  constructor(reason: EmbeddingsError['reason'], code: string, retryAfterSeconds: number | null = null) {
    super(`the endpoint for embeddings gives no vectors: ${code}`);
    this.name = 'EmbeddingsError';
    this.reason = reason;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type Embed = (
  texts: readonly string[],
  options: { timeoutMs: number; signal?: AbortSignal },
) => Promise<Float32Array[]>;

/** More dimensions, and bytes of an answer, than any model has. */
const MOST_DIMENSIONS = 8_192;
const MOST_BYTES = 32 * 1024 ** 2;

const reply = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1).max(MOST_DIMENSIONS) })),
});

/** Vectors of texts, in their order. Throws an EmbeddingsError, which never has the key or a text in it. */
export function createEmbed({ url, model, key }: Pick<EmbeddingsConfig, 'url' | 'model' | 'key'>): Embed {
  const address = `${/^.*[^/]/s.exec(url)?.[0] ?? url}/embeddings`;
  return async (texts, { timeoutMs, signal }) => {
    const ended = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(key !== null && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        // An address that leads elsewhere gets neither the key nor a text.
        redirect: 'error',
        signal: signal ? AbortSignal.any([ended, signal]) : ended,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw refusalOf(response);
      }
      return vectorsOf(await readJson(response), texts.length);
    } catch (error) {
      if (error instanceof EmbeddingsError) throw error;
      throw new EmbeddingsError('away', ended.aborted ? 'timeout' : 'unreachable');
    }
  };
}

function refusalOf({ status, headers }: Response): EmbeddingsError {
  const code = `status-${status}`;
  if (status === 401 || status === 403) return new EmbeddingsError('key', code);
  if (status === 400 || status === 413 || status === 422) return new EmbeddingsError('text', code);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new EmbeddingsError('away', code, seconds > 0 ? seconds : null);
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new EmbeddingsError('away', 'answer-too-long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new EmbeddingsError('away', 'no-json');
  }
}

/** Endpoints need not answer in the order of the texts. */
function vectorsOf(json: unknown, count: number): Float32Array[] {
  const parsed = reply.safeParse(json);
  if (!parsed.success) throw new EmbeddingsError('away', 'no-vectors');
  const byIndex = new Map(parsed.data.data.map(({ index, embedding }) => [index, Float32Array.from(embedding)]));
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index));
  const [first] = vectors;
  if (
    !vectors.every((vector) => vector !== undefined && vector.length === first?.length && vector.every(Number.isFinite))
  )
    throw new EmbeddingsError('away', 'other-vectors');
  return vectors as Float32Array[];
}
