import { expect, test } from 'vitest';
import { createKeptPlans } from './kept-plans.ts';

const byKey = (column: string) => `select * from thing where ${column} = $1`;
const ask = (plans: ReturnType<typeof createKeptPlans>, text: string, times: number) =>
  Array.from({ length: times }, () => plans.nameOf(text)).at(-1);

test('the plan of a statement is kept from the third time on, under a name of its own', () => {
  const plans = createKeptPlans();
  expect([plans.nameOf(byKey('id')), plans.nameOf(byKey('id'))]).toEqual([null, null]);
  const name = plans.nameOf(byKey('id'));
  expect(name).not.toBeNull();
  expect(plans.nameOf(byKey('id'))).toBe(name);
  expect(ask(plans, byKey('other'), 3)).not.toBe(name);
});

test.each([
  'select * from thing where kind = $1 order by at limit $2',
  'select * from thing where name ilike $1',
  'select * from thing where name ~ $1',
  'insert into thing (id) values ($1) on conflict ("id") where "open" = $2 do nothing',
])('what the values decide is planned anew each time: %s', (text) => {
  expect(ask(createKeptPlans(), text, 10)).toBeNull();
});

test('a limit that is part of the text is the same each time', () => {
  expect(ask(createKeptPlans(), 'select * from thing where kind = $1 limit 20', 3)).not.toBeNull();
});

test('however many statements there are, a connection keeps a bounded number', () => {
  const plans = createKeptPlans();
  const named = Array.from({ length: 10_000 }, (_, number) => ask(plans, byKey(`column_${number}`), 3));
  expect(named.filter((name) => name !== null)).toHaveLength(300);
  expect(named[0]).not.toBeNull();
});

test('after tables have changed there are other names: plans of before are not used again', () => {
  const plans = createKeptPlans();
  const before = ask(plans, byKey('id'), 3);
  plans.forget();
  expect(plans.nameOf(byKey('id'))).toBeNull();
  expect(ask(plans, byKey('id'), 2)).not.toBe(before);
});
