// How often each part of the code that reads Markdown runs for a text: the work that it is, whatever machine does it. In a thread of its
// own, because V8 counts within functions only in those that it has not compiled before.
import { Session } from 'node:inspector/promises';
import { parentPort } from 'node:worker_threads';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { readMarkdown } = await import('../../src/storefront/markdown/read-markdown.ts');

async function takeCount(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => /markdown|linkify/.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
}

parentPort?.on('message', async (text: string) => {
  await takeCount();
  readMarkdown(text, 'shop');
  parentPort?.postMessage(await takeCount());
});
