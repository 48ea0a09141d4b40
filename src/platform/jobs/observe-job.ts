import { randomUUID } from 'node:crypto';
import { underRequestId } from '../http/request-id.ts';
import { timeJob } from '../observability/metrics.ts';
import { inSpan } from '../observability/telemetry.ts';

/**
 * Runs what is done beside the requests. It has an id of its own, which its log lines carry and every request that it
 * makes, its metrics and its span. `job` is one of a closed set of names.
 */
export async function observeJob<T>(job: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  return underRequestId(randomUUID(), async () => {
    try {
      const result = await inSpan(job, { kind: 'consumer' }, work);
      timeJob(seconds(), { task: job, outcome: 'ok' });
      return result;
    } catch (error) {
      timeJob(seconds(), { task: job, outcome: 'failed' });
      throw error;
    }
  });
}
