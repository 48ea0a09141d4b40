import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Admission, createAdmission } from './admission.ts';
import { releaseSlot } from './slot.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts work that ends when it is told to. */
function begin(admission: Admission, isGone = () => false) {
  let finish = () => {};
  const work = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('done');
      }),
  );
  const answer = Promise.resolve(admission.run<string>({ work, refused: () => 'refused', isGone }));
  return { work, answer, finish: () => finish() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('what fits is worked on at once, the next one when its turn comes', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 10 });
  const first = begin(admission);
  const second = begin(admission);
  expect(admission.count()).toEqual({ working: 1, waiting: 1, refused: 0 });
  expect(second.work).not.toHaveBeenCalled();
  first.finish();
  expect(await first.answer).toBe('done');
  await settle();
  second.finish();
  expect(await second.answer).toBe('done');
  expect(admission.count()).toEqual({ working: 0, waiting: 0, refused: 0 });
});

test('work that fails gives its place back', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 10 });
  const failing = admission.run({
    work: () => Promise.reject(new Error('no')),
    refused: () => 'refused',
    isGone: () => false,
  });
  await expect(failing).rejects.toThrow('no');
  expect(admission.count().working).toBe(0);
});

test('what does not fit into the line is refused without waiting', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 1 });
  begin(admission);
  begin(admission);
  expect(await begin(admission).answer).toBe('refused');
  expect(admission.count()).toEqual({ working: 1, waiting: 1, refused: 1 });
});

test('a burst waits as long as its line may stand, even while all work hangs; then it is refused', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 10 });
  begin(admission);
  const waiting = begin(admission);
  vi.advanceTimersByTime(190);
  await settle();
  expect(admission.count()).toMatchObject({ waiting: 1, refused: 0 });
  vi.advanceTimersByTime(100);
  expect(await waiting.answer).toBe('refused');
  expect(waiting.work).not.toHaveBeenCalled();
});

test('where there is patience a line may stand longer', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 10, patience: 25 });
  begin(admission);
  const waiting = begin(admission);
  vi.advanceTimersByTime(4_900);
  await settle();
  expect(admission.count()).toMatchObject({ waiting: 1, refused: 0 });
  vi.advanceTimersByTime(200);
  expect(await waiting.answer).toBe('refused');
});

test('a line that stands sends the late away and serves the fresh', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 10 });
  const first = begin(admission);
  const late = begin(admission);
  vi.advanceTimersByTime(199);
  const fresh = begin(admission);
  vi.advanceTimersByTime(5);
  first.finish();
  expect(await late.answer).toBe('refused');
  await settle();
  expect(fresh.work).toHaveBeenCalled();
});

test('after a refusal nobody waits long, until a second has passed without one', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 1 });
  const first = begin(admission);
  begin(admission);
  expect(await begin(admission).answer).toBe('refused');
  first.finish();
  await settle();

  const pressed = begin(admission);
  vi.advanceTimersByTime(100);
  expect(await pressed.answer).toBe('refused');
  vi.advanceTimersByTime(1_100);
  const patient = begin(admission);
  vi.advanceTimersByTime(200);
  await settle();
  expect(admission.count()).toMatchObject({ waiting: 1, refused: 2 });
  expect(patient.work).not.toHaveBeenCalled();
});

test('nobody works for a visitor who has gone', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 10 });
  const first = begin(admission);
  const gone = begin(admission, () => true);
  const next = begin(admission);
  first.finish();
  await settle();
  expect(gone.work).not.toHaveBeenCalled();
  expect(next.work).toHaveBeenCalled();
});

test('who only waits gives the place to the next, and does not give it back twice', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 10 });
  const pause = Promise.withResolvers<void>();
  async function rest() {
    releaseSlot();
    releaseSlot();
    await pause.promise;
    return 'rested';
  }
  const resting = admission.run({ work: rest, refused: () => 'refused', isGone: () => false });
  expect(admission.count()).toEqual({ working: 0, waiting: 0, refused: 0 });
  const next = begin(admission);
  const third = begin(admission);
  pause.resolve();
  expect(await resting).toBe('rested');
  expect(admission.count()).toEqual({ working: 1, waiting: 1, refused: 0 });
  next.finish();
  await settle();
  third.finish();
  expect(await third.answer).toBe('done');
  expect(admission.count()).toEqual({ working: 0, waiting: 0, refused: 0 });
});
