// Changes of the catalogue, and how long it takes until each process shows them.
import { ask } from '../../database/postgres.ts';

/** After so long a change that is not shown counts as missed. */
const SEEN_BY_MS = 5_000;
const PAUSE_MS = 1_000;

export type CatalogueChanges = {
  /** Milliseconds from a change's commit until a process showed it. */
  seen: number[];
  /** Changes that a process has left out, such as 'the price 17 of x at http://...'. */
  missed: string[];
  pause(): Promise<void>;
  resume(): void;
  /** Every product that was changed, with the price it has now. */
  latest: Map<string, number>;
};

/** Changes prices, one after another, and looks for each at the processes that are open. */
export function changeRegularly(given: {
  primary: string;
  products: string[];
  processes: () => string[];
}): CatalogueChanges {
  const seen: number[] = [];
  const missed: string[] = [];
  const latest = new Map<string, number>();
  let paused = false;
  let running = Promise.resolve();
  let round = 0;

  async function changeAndLook() {
    const id = given.products[round % given.products.length] as string;
    const price = await change(given.primary, id, 1_000 + ++round);
    latest.set(id, price);
    const looks = given.processes().map(async (address) => {
      const ms = await untilSeen(address, id, price);
      if (ms !== null) seen.push(ms);
      else if (given.processes().includes(address)) missed.push(`the price ${price} of ${id} at ${address}`);
    });
    await Promise.all(looks);
  }

  function resume() {
    paused = false;
    running = (async () => {
      while (!paused) {
        await changeAndLook();
        await sleep(PAUSE_MS);
      }
    })();
  }

  resume();
  return {
    seen,
    missed,
    latest,
    resume,
    async pause() {
      paused = true;
      await running;
    },
  };
}

/** Sets a product's price, in whole dollars. `silently`: without the notification, as if it was lost. */
export async function change(primary: string, id: string, price: number, silently = false): Promise<number> {
  const update = `update api.product set price_micros = ${price}000000 where product_id = '${id.replaceAll("'", "''")}'`;
  const untold = `set session_replication_role = replica; ${update}; insert into api.catalogue_change default values`;
  await ask(primary, silently ? untold : update);
  return price;
}

/** Milliseconds until a process shows the price, or null when it does not in time. */
export async function untilSeen(address: string, id: string, price: number): Promise<number | null> {
  const started = performance.now();
  while (performance.now() - started < SEEN_BY_MS) {
    const shown = await priceAt(address, id);
    if (shown === price) return performance.now() - started;
    await sleep(5);
  }
  return null;
}

async function priceAt(address: string, id: string): Promise<number | null> {
  try {
    const response = await fetch(`${address}/api/product/${encodeURIComponent(id)}`);
    return ((await response.json()) as { price?: number }).price ?? null;
  } catch {
    // A process that was killed meanwhile: its caller knows whether it should be there.
    return null;
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
