import { expect, test } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { createAskQuery } from './ask-query.ts';
import { EmbeddingsError } from './embeddings.ts';

function aQuery() {
  const state = {
    time: 0,
    asked: [] as string[],
    answers: [] as Array<() => void>,
    fails: null as EmbeddingsError | null,
    failsLate: null as EmbeddingsError | null,
  };
  const queries = createAskQuery({
    embed: async ([text = '']) => {
      state.asked.push(text);
      if (state.fails) throw state.fails;
      const { promise, resolve } = Promise.withResolvers<void>();
      state.answers.push(resolve);
      await promise;
      if (state.failsLate) throw state.failsLate;
      return [new Float32Array([1])];
    },
    log: createLog('silent'),
    now: () => state.time,
  });
  return { ...queries, state };
}

test('[Q-20] the same query is asked once, also while it is being asked, and known afterwards', async () => {
  const { ask, recall, state } = aQuery();
  const both = [ask('kettle'), ask('kettle')];
  state.answers[0]?.();
  expect(await Promise.all(both)).toEqual([new Float32Array([1]), new Float32Array([1])]);
  expect(await ask('kettle')).toEqual(new Float32Array([1]));
  expect(recall('kettle')).toEqual(new Float32Array([1]));
  expect(recall('other')).toBeNull();
  expect(state.asked).toEqual(['kettle']);
});

test('[Q-20] made-up queries ask so many at once, so many in a minute, and no more', async () => {
  const { ask, state } = aQuery();
  const open = Array.from({ length: 20 }, (_, index) => ask(`made up ${index}`));
  expect(state.asked).toHaveLength(8);
  for (const answer of state.answers) answer();
  expect((await Promise.all(open)).filter((vector) => vector !== null)).toHaveLength(8);
  for (let index = 20; index < 600; index++) {
    const asked = ask(`made up ${index}`);
    state.answers.at(-1)?.();
    await asked;
  }
  expect(state.asked).toHaveLength(300);
  state.time += 60_000;
  const next = ask('the next minute');
  state.answers.at(-1)?.();
  expect(await next).not.toBeNull();
});

test('[Q-20] a refused query says nothing of others; three failures do, for a while', async () => {
  const { ask, state } = aQuery();
  state.fails = new EmbeddingsError('text', 'status-400');
  for (let index = 0; index < 5; index++) expect(await ask(`refused ${index}`)).toBeNull();
  state.fails = new EmbeddingsError('away', 'status-500');
  for (let index = 0; index < 5; index++) expect(await ask(`failed ${index}`)).toBeNull();
  expect(state.asked).toHaveLength(8);
  state.time += 15_000;
  await ask('again');
  expect(state.asked).toHaveLength(9);
});

test('[Q-20] queries that fail together end the asking for no longer than three do', async () => {
  const { ask, state } = aQuery();
  const open = Array.from({ length: 8 }, (_, index) => ask(`at once ${index}`));
  state.failsLate = new EmbeddingsError('away', 'status-500');
  for (const answer of state.answers) answer();
  expect((await Promise.all(open)).every((vector) => vector === null)).toBe(true);
  await ask('while it rests');
  expect(state.asked).toHaveLength(8);
  state.time += 15_000;
  state.fails = state.failsLate;
  await ask('again');
  expect(state.asked).toHaveLength(9);
  state.time += 15_000;
  await ask('after twice as long');
  expect(state.asked).toHaveLength(9);
});
