/** Longest wait for a metric that has to be read from elsewhere. */
const PATIENCE_MS = 2_000;
/** Values read so shortly before are good for others who ask. */
const FRESH_MS = 5_000;

/**
 * Reads a metric that costs something: `read` is under way once at a time, however many ask. Null when it fails, or does
 * not come in time.
 */
export function createMeasure<T>(
  read: () => Promise<T>,
  onError: (error: unknown) => void,
  { patienceMs = PATIENCE_MS, freshMs = FRESH_MS } = {},
): () => Promise<T | null> {
  let latest: Promise<T | null> = Promise.resolve(null);
  let at = Number.NEGATIVE_INFINITY;
  let reading = false;

  async function readOnce(): Promise<T | null> {
    reading = true;
    try {
      return await read();
    } catch (error) {
      onError(error);
      return null;
    } finally {
      reading = false;
    }
  }

  return () => {
    if (!reading && performance.now() - at > freshMs) {
      at = performance.now();
      latest = readOnce();
    }
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), patienceMs);
    return Promise.race([latest, late.promise]).finally(() => clearTimeout(timer));
  };
}
