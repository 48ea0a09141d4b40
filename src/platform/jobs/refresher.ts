import { repeat } from './repeat.ts';

type Refresher = {
  /** Asks now, or once more when the question that is open has its answer: what is known afterwards is news of this call. */
  refresh(): Promise<void>;
  /** Comes to its end with the question that is open; asks when none is. */
  settled(): Promise<void>;
  close(): void;
};

/** Calls `ask` every `pollMs` (less often where nobody uses the process: repeat.ts) and whenever it is told to, one at a time, so that an older answer never follows a newer one. */
export function createRefresher(ask: () => Promise<void>, pollMs: number): Refresher {
  let asking: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    const before = asking;
    const mine = (async () => {
      await before;
      await ask();
    })();
    asking = mine;
    await mine;
    if (asking === mine) asking = null;
  }

  const settled = () => asking ?? refresh();
  const close = repeat(() => void settled(), pollMs);
  return { refresh, settled, close };
}
