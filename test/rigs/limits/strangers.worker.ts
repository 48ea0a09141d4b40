// Connections that ask for addresses in a loop, in a thread of their own: what they cost the asking side must not be measured.
import { parentPort, workerData } from 'node:worker_threads';

const { addresses, connections, pauseMs, headers } = workerData as {
  addresses: string[];
  connections: number;
  pauseMs: number;
  headers: Record<string, string>;
};

let asking = true;
let asked = 0;
let made = 0;

async function ask() {
  while (asking) {
    const answer = await fetch(addresses[asked++ % addresses.length] ?? '', { headers, redirect: 'manual' });
    await answer.arrayBuffer();
    if (answer.status < 429) made++;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const all = Array.from({ length: connections }, ask);
parentPort?.once('message', async () => {
  asking = false;
  await Promise.all(all);
  parentPort?.postMessage({ asked, made });
});
