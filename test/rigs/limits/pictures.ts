// Pictures for links, each of another product, as fast as some connections can ask: pages must not wait for them.
import type { MeasuredProcess } from '../bench/measured-process.ts';
import type { Finding } from './finding.ts';

const CONNECTIONS = 14;
const PAGES = 200;

export async function pictures(shop: MeasuredProcess, ids: string[]): Promise<Finding[]> {
  let asking = true;
  let next = 0;
  let drawn = 0;
  let refused = 0;
  async function ask() {
    while (asking) {
      const id = ids[next++ % ids.length] ?? '';
      const response = await fetch(`${shop.address}/og/product/${encodeURIComponent(id)}.jpg`);
      await response.arrayBuffer();
      if (response.status === 200) drawn++;
      else refused++;
    }
  }
  const alone = await readPages(shop, ids);
  const flood = Array.from({ length: CONNECTIONS }, ask);
  const beside = await readPages(shop, ids);
  asking = false;
  await Promise.all(flood);
  return [
    {
      what: `${PAGES} pages beside ${CONNECTIONS} connections that ask for link pictures`,
      measured: `${beside.refused} refused, the middle one ${(beside.medianMs / alone.medianMs).toFixed(2)} times as long; ${drawn} pictures, ${refused} of them refused`,
      holds: beside.refused === 0,
    },
  ];
}

/** None of them is cached: see CACHE_MB. */
async function readPages(shop: MeasuredProcess, ids: string[]) {
  const took: number[] = [];
  let refused = 0;
  for (let count = 0; count < PAGES; count++) {
    const started = performance.now();
    const response = await fetch(`${shop.address}/products/id/${encodeURIComponent(ids[count % ids.length] ?? '')}`);
    await response.text();
    if (response.status === 200) took.push(performance.now() - started);
    else refused++;
  }
  return { refused, medianMs: took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? Number.NaN };
}
