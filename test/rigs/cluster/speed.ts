// How much more two processes serve than one, behind the same proxy. In turn, a second each, because the machine's speed
// drifts; the results are the medians of the rounds.
import { join } from 'node:path';
import { startNginx } from '../../processes/nginx.ts';
import { measure } from '../bench/load.ts';
import { percentile } from './journal.ts';

const ROUNDS = 5;

export type Speed = {
  what: string;
  /** Requests a second. */
  one: number;
  two: number;
  ratio: number;
};

/** The pages at the first of the processes alone, and at all of them. */
export async function compareProcesses(given: {
  what: string;
  folder: string;
  processes: number[];
  pages: string[];
}): Promise<Speed> {
  const { folder, processes, pages } = given;
  const place = (name: string) => join(folder, `${given.what.replaceAll(/\W+/g, '-')}-${name}`);
  const alone = await startNginx(place('one'), { processes: processes.slice(0, 1) });
  const together = await startNginx(place('all'), { processes });
  const rate = async ({ address }: { address: string }) =>
    (await measure({ address, cpuMicroseconds: () => null }, pages, 1)).requestsPerSecond;
  const rounds: Array<{ one: number; two: number }> = [];
  try {
    await rate(together);
    for (let round = 0; round < ROUNDS; round++) rounds.push({ one: await rate(alone), two: await rate(together) });
  } finally {
    await Promise.all([alone.stop(), together.stop()]);
  }
  return {
    what: given.what,
    one: median(rounds.map(({ one }) => one)),
    two: median(rounds.map(({ two }) => two)),
    ratio: median(rounds.map(({ one, two }) => two / one)),
  };
}

const median = (values: number[]) =>
  percentile(
    values.sort((a, b) => a - b),
    0.5,
  );
