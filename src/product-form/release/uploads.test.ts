import { describe, expect, test, vi } from 'vitest';
import { ApiError, NoAnswer } from '#client/api/api-client.ts';
import type { uploadFile } from '#client/api/upload-file.ts';
import { createUploads } from './uploads.ts';

/** Uploads whose end the test decides on. */
function aLine() {
  const calls: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const start: typeof uploadFile = async ({ path }, events) => {
    calls.push(`begin ${path}`);
    ends.set(path, Promise.withResolvers());
    events?.onProgress?.(1, 10);
    return {
      get done() {
        return ends.get(path)?.promise ?? Promise.resolve();
      },
      pause: async () => void calls.push(`pause ${path}`),
      async resume() {
        calls.push(`resume ${path}`);
        ends.set(path, Promise.withResolvers());
      },
      cancel: async () => void calls.push(`cancel ${path}`),
    };
  };
  const uploads = createUploads({ sellerId: 'anna', releaseId: 'one' }, start);
  return {
    calls,
    uploads,
    arrive: (path: string) => ends.get(path)?.resolve(),
    fail: (path: string, error: Error) => ends.get(path)?.reject(error),
    states: () => Object.fromEntries(uploads.files().map(({ path, state }) => [path, state])),
  };
}

const given = (path: string, text = 'hello') => ({ path, file: new File([text], path, { lastModified: 1 }) });
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('files on their way', () => {
  test('[G-03] two go out at once, and the next when one has arrived', async () => {
    const { uploads, arrive, states } = aLine();
    const onSettled = vi.fn();
    uploads.listen(({ settled }) => settled && onSettled());
    uploads.send([given('a'), given('b'), given('c')]);
    await settle();
    expect(states()).toEqual({ a: 'sending', b: 'sending', c: 'queued' });
    arrive('a');
    await settle();
    expect(states()).toEqual({ b: 'sending', c: 'sending' });
    expect(onSettled).toHaveBeenCalledTimes(1);
  });

  test('[G-03] one that is paused lets the next go, and goes on when it is asked to', async () => {
    const { uploads, calls, states } = aLine();
    uploads.send([given('a'), given('b'), given('c')]);
    await settle();
    uploads.pause('a');
    await settle();
    expect(states()).toEqual({ a: 'paused', b: 'sending', c: 'sending' });
    uploads.resume('a');
    await settle();
    expect(states()).toMatchObject({ a: 'sending' });
    expect(calls).toEqual(['begin a', 'begin b', 'pause a', 'begin c', 'resume a']);
  });

  test('what is refused says so, can be let go, and does not keep the others', async () => {
    const { uploads, fail, states, calls } = aLine();
    uploads.send([given('a'), given('b'), given('c')]);
    await settle();
    fail('a', new ApiError(400, 'A name cannot be .., and must not begin with a slash.', null));
    fail('b', new NoAnswer('gone'));
    await settle();
    expect(uploads.files()).toMatchObject([
      { path: 'a', state: 'failed', fault: 'A name cannot be .., and must not begin with a slash.', mayRetry: false },
      { path: 'b', state: 'failed', mayRetry: true },
      { path: 'c', state: 'sending' },
    ]);
    await uploads.cancel('a');
    expect(states()).toEqual({ b: 'failed', c: 'sending' });
    expect(calls).toContain('cancel a');
  });

  test('one that is stopped before it has begun is ended on the server too', async () => {
    const { uploads, calls, states } = aLine();
    uploads.send([given('a')]);
    await uploads.cancel('a');
    await settle();
    expect(calls).toEqual(['begin a', 'cancel a']);
    expect(states()).toEqual({});
  });

  test('the same file chosen again goes on; another of that name takes its place', async () => {
    const { uploads, calls, states } = aLine();
    uploads.send([given('a')]);
    await settle();
    uploads.send([given('a')]);
    await settle();
    expect(calls).toEqual(['begin a']);
    uploads.pause('a');
    uploads.send([given('a')]);
    await settle();
    expect(calls).toEqual(['begin a', 'pause a', 'resume a']);
    uploads.send([given('a', 'hello again')]);
    await settle();
    expect(calls.slice(3)).toEqual(['cancel a', 'begin a']);
    expect(states()).toEqual({ a: 'sending' });
  });
});
