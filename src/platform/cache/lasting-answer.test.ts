import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { createLastingAnswer } from './lasting-answer.ts';

const ask = (headers: Record<string, string> = {}) => new Request('http://shop.test/document', { headers });
const text = 'a document '.repeat(500);
const document = () => new Response(text, { headers: { 'content-type': 'text/plain' } });

test('is made once for all who ask, also for those who ask at the same moment', async () => {
  const make = vi.fn(document);
  const answer = createLastingAnswer(make);
  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(ask())));
  for (const each of [...answers, await answer(ask())]) expect(await each.text()).toBe(text);
  expect(make).toHaveBeenCalledTimes(1);
});

test('is sent as the client takes it, and not again to one that has it', async () => {
  const answer = createLastingAnswer(document);
  const packed = await answer(ask({ 'accept-encoding': 'gzip' }));
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(text);
  const plain = await answer(ask());
  const etag = plain.headers.get('etag') ?? '';
  const known = await answer(ask({ 'if-none-match': etag }));
  expect({ status: known.status, body: await known.text(), etag: known.headers.get('etag') }).toEqual({
    status: 304,
    body: '',
    etag,
  });
});

test('one that could not be made is tried again', async () => {
  const make = vi.fn(document).mockImplementationOnce(() => {
    throw new Error('not yet');
  });
  const answer = createLastingAnswer(make);
  await expect(answer(ask())).rejects.toThrow('not yet');
  expect(await (await answer(ask())).text()).toBe(text);
});
