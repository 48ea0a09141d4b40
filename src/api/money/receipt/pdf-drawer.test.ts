import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { anOrder } from '../../../../test/factories/order.ts';
import { aShop } from '../../../../test/factories/shop.ts';
import { createPdfDrawer, DrawerBusy, type PdfDrawer } from './pdf-drawer.ts';
import { receiptOf } from './receipt.rules.ts';

let drawer: PdfDrawer;
afterEach(async () => {
  vi.useRealTimers();
  await drawer.close();
});

const receipt = receiptOf(anOrder(), aShop());
const named = (orderId: string) => ({ ...receipt, orderId });

/** A thread that does to each receipt what its order's id says. */
async function obedient(): Promise<URL> {
  const file = join(tmpdir(), `hearth-thread-${process.pid}.mjs`);
  await writeFile(
    file,
    `import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ orderId }) => {
  if (orderId === 'die') process.exit(1);
  if (orderId === 'throw') throw new Error('thrown');
  if (orderId === 'fail') return parentPort.postMessage({ error: 'failed' });
  if (orderId !== 'hang') parentPort.postMessage({ pdf: new Uint8Array([threadId]) });
});`,
  );
  return pathToFileURL(file);
}

test('a receipt is drawn on another thread', async () => {
  drawer = createPdfDrawer();
  expect(Buffer.from(await drawer.draw(receipt)).toString('latin1', 0, 5)).toBe('%PDF-');
});

test('one after the other on one thread; who comes when the line is full is told', async () => {
  drawer = createPdfDrawer({ mostWaiting: 2, script: await obedient() });
  const all = await Promise.allSettled(['a', 'b', 'c', 'd'].map((id) => drawer.draw(named(id))));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(all[3]).toMatchObject({ reason: expect.any(DrawerBusy) });
  const threads = all.flatMap((each) => (each.status === 'fulfilled' ? [...each.value] : []));
  expect(new Set(threads).size).toBe(1);
});

test.each([
  ['fail', /failed/],
  ['throw', /thrown/],
  ['die', /has ended/],
])('%s takes only its own receipt with it', async (fate, reason) => {
  drawer = createPdfDrawer({ script: await obedient() });
  const [before, faulty, after] = await Promise.allSettled(['a', fate, 'b'].map((id) => drawer.draw(named(id))));
  expect([before?.status, after?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(faulty).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(reason) } });
});

test('a thread that says nothing is given up, and another one goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  drawer = createPdfDrawer({ script: await obedient() });
  const [before, hanging, after] = ['a', 'hang', 'b'].map((id) => drawer.draw(named(id)));
  const refused = expect(hanging).rejects.toThrow('took too long');
  const first = await before;
  vi.advanceTimersByTime(10_000);
  await refused;
  expect(await after).not.toEqual(first);
});

test('nothing waits for ever when it is closed', async () => {
  drawer = createPdfDrawer({ script: await obedient() });
  const all = Promise.allSettled([drawer.draw(named('hang')), drawer.draw(named('b'))]);
  await drawer.close();
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(drawer.draw(receipt)).rejects.toThrow('any more');
});
