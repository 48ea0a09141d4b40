import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Admission, createAdmission } from './admission.ts';
import { releaseSlot } from './slot.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts work that ends when it is told to. */
function begin(admission: Admission, isGone = () => false, key = '') {
  let finish = () => {};
  const work = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('done');
      }),
  );
  const answer = Promise.resolve(admission.run<string>({ work, refused: () => 'refused', isGone, key }));
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

describe('a share for each key', () => {
  const of = (admission: Admission, key: string) => begin(admission, () => false, key);

  test('one that asks for much has its share of the places and of the line, and is refused the rest at once', async () => {
    const admission = createAdmission({ atOnce: 3, inLine: 10, share: { atOnce: 1, inLine: 1 } });
    const greedy = [of(admission, 'greedy'), of(admission, 'greedy'), of(admission, 'greedy')];
    expect(await greedy[2]?.answer).toBe('refused');
    expect(admission.count()).toEqual({ working: 1, waiting: 1, refused: 1 });
    expect(of(admission, 'other').work).toHaveBeenCalled();
    greedy[0]?.finish();
    await settle();
    expect(greedy[1]?.work).toHaveBeenCalled();
  });

  test('turns go round: who comes after many of another waits for one of them', async () => {
    const admission = createAdmission({ atOnce: 1, inLine: 10 });
    const first = of(admission, 'greedy');
    const behind = [of(admission, 'greedy'), of(admission, 'greedy')];
    const other = of(admission, 'other');
    first.finish();
    await settle();
    const turn = behind[0]?.work.mock.calls.length ? behind[0] : other;
    turn.finish();
    await settle();
    expect(other.work).toHaveBeenCalled();
    expect(behind[1]?.work).not.toHaveBeenCalled();
  });

  test('a line that stands too long is its own key’s alone', async () => {
    const admission = createAdmission({ atOnce: 1, inLine: 10 });
    const working = of(admission, 'greedy');
    const late = of(admission, 'greedy');
    vi.advanceTimersByTime(150);
    const other = of(admission, 'other');
    vi.advanceTimersByTime(100);
    expect(await late.answer).toBe('refused');
    working.finish();
    await settle();
    expect(other.work).toHaveBeenCalled();
  });

  test('where all places are taken for long, whoever waits is refused soon, also who comes for the first time', async () => {
    const admission = createAdmission({ atOnce: 2, inLine: 10, share: { atOnce: 1, inLine: 5 } });
    const [first] = [of(admission, 'a'), of(admission, 'b')];
    vi.advanceTimersByTime(250);
    const waits = of(admission, 'c');
    await settle();
    expect(admission.count()).toMatchObject({ waiting: 1 });
    vi.advanceTimersByTime(60);
    expect(await waits.answer).toBe('refused');
    // A free place ends it.
    first.finish();
    await settle();
    of(admission, 'd');
    const burst = of(admission, 'e');
    vi.advanceTimersByTime(100);
    expect(admission.count()).toMatchObject({ waiting: 1 });
    vi.advanceTimersByTime(150);
    expect(await burst.answer).toBe('refused');
  });

  test('a burst that takes the last free place has its time, however long the other places are taken', async () => {
    const admission = createAdmission({ atOnce: 2, inLine: 10, share: { atOnce: 1, inLine: 5 } });
    of(admission, 'a');
    vi.advanceTimersByTime(5_000);
    of(admission, 'b');
    of(admission, 'c');
    vi.advanceTimersByTime(150);
    await settle();
    expect(admission.count()).toMatchObject({ working: 2, waiting: 1 });
  });

  test('what nobody has anything of any more is forgotten', async () => {
    const admission = createAdmission({ atOnce: 1, inLine: 0 });
    const kept = of(admission, 'a');
    expect(await of(admission, 'b').answer).toBe('refused');
    kept.finish();
    await kept.answer;
    vi.advanceTimersByTime(2_000);
    // A refusal is not held against its key for ever.
    expect(of(admission, 'b').work).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a share's own line may stand longer than that of all", async () => {
    const admission = createAdmission({ atOnce: 2, inLine: 10, share: { atOnce: 1, inLine: 5, patience: 5 } });
    const working = begin(admission, undefined, 'office');
    const waiting = begin(admission, undefined, 'office');
    vi.advanceTimersByTime(900);
    working.finish();
    await settle();
    expect(waiting.work).toHaveBeenCalled();
    waiting.finish();
    // Where all have to wait it goes by the line of all.
    const [first, second] = [begin(admission, undefined, 'office'), begin(admission, undefined, 'stranger')];
    const third = begin(admission, undefined, 'office');
    vi.advanceTimersByTime(300);
    expect(await third.answer).toBe('refused');
    for (const one of [first, second]) one.finish();
  });
});
