// Measurements of shop programs that have been filled: each in its turn, round by round, while the others are paused.
import { setTimeout as wait } from 'node:timers/promises';
import { runClosedLoop } from '../bench/closed-loop.ts';
import { SCARCE } from './catalogue.ts';
import { type Buyer, type Filled, LISTED, type Questions, type Read, reads } from './peer.ts';
import { type OpenProcess, untilAnswered, within } from './processes.ts';

const VISITORS = 12;
const LINES = 3;
const RUSH = 50;
const START_MS = 120_000;
const STEP_MS = 300_000;
/** Orders that come all at once take minutes where one takes a second. */
const RUSH_MS = 900_000;
/** Seconds of a turn. */
const READ_SECONDS = 2;
const ORDER_SECONDS = 4;
const REST_SECONDS = 10;

/** Visitors of orders and of the rush, each with an account or a session of its own. */
export const BUYERS = Math.max(VISITORS, RUSH);

/** One turn: requests or orders a second, milliseconds of each, microseconds of processor time and bytes for one. */
export type Turn = { perSecond: number; milliseconds: number[]; cpu: number; bytes: number };
export type Rush = { placed: number; refused: number; failed: number; soldBeyond: number; fault: string | null };
export type Memory = { rest: number[]; loaded: number[] };

/** A program with what was found of it, and the reason why it takes part no more. */
export type Contestant = {
  name: string;
  filled: Filled;
  processes: OpenProcess[];
  questions: Questions;
  /** Products that an answer to a search has, on average. */
  found: number;
  buyers: Buyer[];
  turns: Map<Read | 'order', Turn[]>;
  rush: Rush | null;
  /** Words of orders that were refused although there was enough of everything. */
  refused: string[];
  startSeconds: number[];
  memory: Memory;
  failure: string | null;
};

export const newContestant = (name: string, filled: Filled): Contestant => ({
  name,
  filled,
  processes: [],
  questions: {},
  found: Number.NaN,
  buyers: [],
  turns: new Map(),
  rush: null,
  refused: [],
  startSeconds: [],
  memory: { rest: [], loaded: [] },
  failure: null,
});

/** Does a step with one of them; one that fails is stopped, and the others go on. */
async function take(contestant: Contestant, what: string, step: () => Promise<void>, withinMs = STEP_MS) {
  if (contestant.failure) return;
  try {
    await within(withinMs, what, Promise.race([step(), ...contestant.processes.map(({ broken }) => broken)]));
  } catch (error) {
    contestant.failure = `${what}: ${error instanceof Error ? error.message : error}`;
    process.stderr.write(`  ${contestant.name} failed: ${contestant.failure}\n`);
    await stop(contestant);
  }
}

export async function stop(contestant: Contestant): Promise<void> {
  await Promise.all(contestant.processes.map((process) => process.stop()));
  contestant.processes = [];
}

/** A step while all others are paused. */
async function alone(contestant: Contestant, step: () => Promise<void>): Promise<void> {
  for (const process of contestant.processes) process.resume();
  // Timers that came due while it was paused run first.
  await wait(300);
  await step();
  for (const process of contestant.processes) process.pause();
}

/** Seconds from the start of the processes to the first list that is answered. */
async function start(contestant: Contestant): Promise<number> {
  const started = performance.now();
  contestant.processes = contestant.filled.start();
  const { filled, processes } = contestant;
  if (processes[0]) await untilAnswered(filled.address, filled.first, processes[0], START_MS);
  return (performance.now() - started) / 1_000;
}

const memoryOf = ({ processes }: Contestant) => processes.map((it) => it.memoryMegabytes() ?? Number.NaN);

/** Starts it, looks at its memory, and asks each question once: an answer that is no answer would be a fast one. */
export async function open(contestant: Contestant): Promise<void> {
  await take(
    contestant,
    'starting',
    async () => {
      await start(contestant);
      await wait(REST_SECONDS * 1_000);
      contestant.memory.rest = memoryOf(contestant);
      contestant.questions = await contestant.filled.questions();
      contestant.buyers = await contestant.filled.buyers();
      for (const read of reads) await check(contestant, read);
      for (const process of contestant.processes) process.pause();
    },
    START_MS + STEP_MS,
  );
}

async function check(contestant: Contestant, read: Read): Promise<void> {
  const { filled, questions } = contestant;
  const counts: number[] = [];
  for (const { path, headers, body } of questions[read] ?? []) {
    const answer = await fetch(filled.address + path, {
      headers: headers ?? {},
      ...(body !== undefined && { method: 'POST', body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    if (read.endsWith('page')) continue;
    const count = filled.countIn(read, text);
    const isRight = read === 'list' ? count === LISTED : count > 0;
    if (!isRight) throw new Error(`${read} ${path} ${body ?? ''} has ${count} products: ${text.slice(0, 200)}`);
    counts.push(count);
  }
  if (read === 'search') contestant.found = counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

const cpuOf = (processes: OpenProcess[]) =>
  processes.reduce((sum, it) => sum + (it.cpuMicroseconds() ?? Number.NaN), 0);

function record(contestant: Contestant, what: Read | 'order', turn: Turn) {
  contestant.turns.set(what, [...(contestant.turns.get(what) ?? []), turn]);
}

/** Rounds of every read, in turn. The first round, in which code is compiled and caches are filled, is not counted. */
export async function readInTurn(contestants: Contestant[], rounds: number): Promise<void> {
  for (const read of reads)
    for (let round = -1; round < rounds; round++)
      for (const contestant of contestants) {
        const questions = contestant.questions[read];
        if (!questions) continue;
        await take(contestant, read, () =>
          alone(contestant, async () => {
            const server = contestant.processes.slice(0, 1);
            const before = cpuOf(server);
            const given = { visitors: VISITORS, seconds: READ_SECONDS };
            const started = performance.now();
            const { milliseconds, bytes } = await runClosedLoop(contestant.filled.address, questions, given);
            const seconds = (performance.now() - started) / 1_000;
            const count = milliseconds.length;
            const cpu = (cpuOf(server) - before) / count;
            if (round >= 0)
              record(contestant, read, { perSecond: count / seconds, milliseconds, cpu, bytes: bytes / count });
          }),
        );
      }
}

/** Rounds of orders of three lines, in turn, with the processor time of all processes of each. */
export async function orderInTurn(
  contestants: Contestant[],
  products: Array<{ id: string }>,
  rounds: number,
): Promise<void> {
  for (let round = -1; round < rounds; round++)
    for (const contestant of contestants)
      await take(contestant, 'order', () =>
        alone(contestant, async () => {
          const before = cpuOf(contestant.processes);
          const started = performance.now();
          const { times: milliseconds, refused } = await orderFor(
            contestant.buyers.slice(0, VISITORS),
            products,
            ORDER_SECONDS,
          );
          contestant.refused.push(...refused);
          const seconds = (performance.now() - started) / 1_000;
          const count = milliseconds.length;
          const cpu = (cpuOf(contestant.processes) - before) / count;
          if (round >= 0)
            record(contestant, 'order', { perSecond: count / seconds, milliseconds, cpu, bytes: Number.NaN });
        }),
      );
}

/** Milliseconds of the orders that were placed, and the words of refusals, of which there should be none. */
async function orderFor(
  buyers: Buyer[],
  products: Array<{ id: string }>,
  seconds: number,
): Promise<{ times: number[]; refused: string[] }> {
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const refused: string[] = [];
  await Promise.all(
    buyers.map(async (buy, buyer) => {
      // Buyers begin at different products, so that they seldom meet at one.
      for (let turn = buyer * Math.floor(products.length / buyers.length); performance.now() < until; turn++) {
        const started = performance.now();
        const ids = Array.from({ length: LINES }, (_, line) => products[(turn + line) % products.length]?.id ?? '');
        const outcome = await buy(ids);
        if (outcome === 'placed') times.push(performance.now() - started);
        else refused.push(outcome.refused);
      }
    }),
  );
  if (times.length === 0) throw new Error(`no order was placed: ${refused[0]}`);
  return { times, refused };
}

/** All buyers want one unit of the same product at once, of which there are too few. */
export async function rush(contestant: Contestant, product: string): Promise<void> {
  await take(
    contestant,
    'oversell',
    () =>
      alone(contestant, async () => {
        const outcomes = await Promise.allSettled(contestant.buyers.slice(0, RUSH).map((buy) => buy([product])));
        const placed = outcomes.filter((it) => it.status === 'fulfilled' && it.value === 'placed').length;
        const failed = outcomes.filter((it) => it.status === 'rejected').length;
        const fault = outcomes.find((it) => it.status === 'rejected')?.reason;
        contestant.rush = {
          placed,
          refused: outcomes.length - placed - failed,
          failed,
          soldBeyond: Math.max(0, (await contestant.filled.unitsSold(product)) - SCARCE),
          fault: fault ? String(fault).slice(0, 300) : null,
        };
      }),
    RUSH_MS,
  );
}

export function lookAtMemory(contestant: Contestant): void {
  if (!contestant.failure) contestant.memory.loaded = memoryOf(contestant);
}

/** Starts in turn, each stopped before the next one begins; the files have been read by the start before. */
export async function startInTurn(contestants: Contestant[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const contestant of contestants) {
      await take(
        contestant,
        'starting again',
        async () => {
          contestant.startSeconds.push(await start(contestant));
          await stop(contestant);
        },
        START_MS + STEP_MS,
      );
    }
}
