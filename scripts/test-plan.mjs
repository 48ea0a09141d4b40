// Workers and minutes of the tests on this machine, which npm test says before it begins.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './bootstrap.mjs';

/** Free memory below which the tests take one worker: two, each with a database or a browser beside it, take most of it. */
const GIB_OF_TWO_WORKERS = 4;

/** How many of them work at a time: one for each processor, but two at most where all talk to one shop. */
export function workersOfTests({ most = Number.POSITIVE_INFINITY } = {}) {
  return freemem() < GIB_OF_TWO_WORKERS * 2 ** 30 ? 1 : Math.min(availableParallelism(), most);
}

const record = join(root, 'node_modules/.cache/test-minutes.json');

/** Minutes of each step by its key in the last whole run on this machine, which knows best what it takes. */
function readMinutes() {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return {};
  }
}

export function recordMinutes(key, minutes) {
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify({ ...readMinutes(), [key]: minutes }));
}

/** A name of the step and of the databases that it is for: other databases take other times. */
export function keyOf({ title }) {
  return `${title}${process.env.TEST_DATABASE_URL ? ' on PostgreSQL' : ''}`;
}

/** The steps with their minutes, as lines for a reader. Where none has run here yet, those of two processors. */
export function describePlan(steps) {
  const known = readMinutes();
  const times = steps.map((step) => known[keyOf(step)] ?? step.minutes);
  const words = (minutes) => (minutes < 1 ? 'less than a minute' : `about ${Math.round(minutes)} min`);
  const isMeasured = steps.every((step) => known[keyOf(step)] !== undefined);
  const workers = workersOfTests();
  return [
    `${steps.length} steps, ${words(times.reduce((sum, time) => sum + time, 0))} in all, ${isMeasured ? 'as the last time here' : 'on two processors that nobody else uses'}:`,
    ...steps.map(({ title }, index) => `  ${title.padEnd(26)}${words(times[index])}`),
    process.env.TEST_DATABASE_URL
      ? 'Database tests run on PostgreSQL (TEST_DATABASE_URL); those of files in which the two might differ on the embedded database too.'
      : 'Database tests run on the embedded database; TEST_DATABASE_URL=postgres://... has them run on PostgreSQL.',
    workers === 1 ? 'One worker: there is one processor, or little memory to spare.' : `${workers} workers.`,
  ].join('\n');
}
