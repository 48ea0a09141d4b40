// Random courses of things that people do, most of them such as fit to how far things have come: of all that can be asked for at any time
// little would be done.
import fc from 'fast-check';
import { expect } from 'vitest';
import { createLog, type Log } from '#platform/observability/log.ts';

/** Which of the verbs is taken, by its remainder; `isFitting`: of those that fit. */
export type Step = { of: number; isFitting: boolean };

type Answer = { status: number; body?: unknown } | null;

export function someSteps(most: number): fc.Arbitrary<Step[]> {
  const isFitting = fc.nat({ max: 3 }).map((one) => one > 0);
  return fc.array(fc.record({ of: fc.nat({ max: 10_000 }), isFitting }), { minLength: 6, maxLength: most });
}

/** A log that keeps what the work of timers throws, of which nobody is told otherwise. */
export function faultLog(): { log: Log; faults: string[] } {
  const faults: string[] = [];
  const log = createLog('silent');
  const error: Log['error'] = (line: unknown) => {
    const thrown = (line as { error?: string }).error;
    if (thrown) faults.push(thrown);
  };
  return { log: Object.assign(log, { error }), faults };
}

/** Takes each step in turn. Whatever is refused is refused as a fault of who asks, and no timer's work throws. */
export async function takeSteps<Name extends string>(
  steps: readonly Step[],
  {
    verbs,
    fitting,
    faults = [],
  }: { verbs: Record<Name, () => Promise<Answer>>; fitting: () => Promise<Name[]>; faults?: string[] },
): Promise<void> {
  const all = Object.keys(verbs) as Name[];
  const taken: string[] = [];
  for (const { of, isFitting } of steps) {
    const fit = isFitting ? await fitting() : all;
    const choices = fit.length > 0 ? fit : all;
    const name = choices[of % choices.length] as Name;
    taken.push(name);
    const answer = await verbs[name]();
    expect(answer?.status ?? 200, `${taken.join(', ')}: ${JSON.stringify(answer?.body)}`).toBeLessThan(500);
    expect(faults, taken.join(', ')).toEqual([]);
  }
}
