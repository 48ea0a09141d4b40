// Limit of expensive work by network. Cached answers cost next to nothing and do not count; of expensive ones the time that they took
// counts, and a network that asks for more than its part of a processor is told to come back.

import { LRUCache } from 'lru-cache';
import type { Part } from '../part.ts';
import { pathOf } from '../request-address.ts';
import { tooManyRequests, unavailable } from '../unavailable.ts';
import { createAdmission } from './admission.ts';
import { createEvenPace } from './even-pace.ts';
import { createGiveWay } from './give-way.ts';
import { networkOf } from './network-of.ts';
import { createSharedTime } from './shared-time.ts';

/**
 * Milliseconds of a processor that an answer takes at most. `streams`: it is made while it is sent, however long that lasts. `aside`: a
 * convenience, which leaves half of what its network may have made at once to everything else.
 */
export type Cost = { milliseconds: number; streams: boolean; aside?: boolean };

/** Work that a network may request at once, in seconds of its part: a page with all that it asks for. */
const BURST_SECONDS = 2;
/** Networks that are remembered; who was forgotten begins anew. */
const MOST_NETWORKS = 10_000;
/** Answers on their way at once that are made while they are sent; their pieces are made one after another. */
const STREAMS = { atOnce: 16, inLine: 0, share: { atOnce: 2, inLine: 0 } };
const STREAM_RETRY_SECONDS = 10;

/**
 * Lets a network have answers made for `percent` of a processor's time. Above it there is 429 with Retry-After. What was not used is kept
 * for `BURST_SECONDS`: in a longer window all of it would be spent at its beginning, while others wait; and beside others it is spent at an
 * even pace. `costOf` says what the answer at a path costs at most; null: too little to be counted. So much is set aside when it is begun;
 * when it is made, what it did not take comes back.
 */
export function limitMaking(
  part: Part,
  options: {
    percent: number;
    costOf: (path: string) => Cost | null;
    rest?: (milliseconds: number) => Promise<unknown>;
  },
): Part {
  // The time that is kept free is this process's own.
  const budget = createBudget({ perMillisecond: options.percent / 100, most: options.percent * 10 * BURST_SECONDS });
  const pace = createEvenPace(options);
  const time = createSharedTime();
  const streams = createAdmission(STREAMS);
  let served = 0;
  const inTurn = createTurns(() => served);

  return {
    async fetch(request, peer) {
      const cost = options.costOf(pathOf(request.url));
      if (!cost?.streams) served += 1;
      const network = networkOf(peer?.address ?? 'unknown');
      pace.note(network);
      if (!cost) return part.fetch(request, peer);
      const waitMs = budget.setAside(network, cost);
      if (waitMs > 0) return tooManyRequests(request, tooMuch, Math.ceil(waitMs / 1_000));
      let took = 0;
      async function timed<T>(work: () => T | Promise<T>): Promise<T> {
        const end = time.begin();
        try {
          return await work();
        } finally {
          took += end();
        }
      }
      const make = () => timed(() => part.fetch(request, peer));
      const settle = () => budget.giveBack(network, Math.max(0, cost.milliseconds - took));
      if (!cost.streams) return pace.make(network, async () => ({ result: await make(), took })).finally(settle);
      return new Promise((resolve, reject) => {
        const sent = streams.run({
          key: network,
          refused: () => resolve(unavailable(request, tooManyStreams, STREAM_RETRY_SECONDS)),
          async work() {
            const response = await make();
            const { body, ended } = piecewise(response.body, (piece) => inTurn(() => timed(piece)));
            resolve(new Response(body, response));
            await ended;
          },
        });
        Promise.resolve(sent).catch(reject).finally(settle);
      });
    },
  };
}

const tooMuch = 'More was asked for from your network than the shop can make at once.';
const tooManyStreams = 'Too many files as large as this one are on their way already.';

/**
 * Milliseconds of work by network, of which `perMillisecond` come back and at most `most` are kept. What costs more than `most` is paid
 * for by the time after it.
 */
function createBudget({ perMillisecond, most }: { perMillisecond: number; most: number }) {
  const left = new LRUCache<string, { milliseconds: number; at: number }>({ max: MOST_NETWORKS });

  function leftOf(network: string, at: number): number {
    const known = left.get(network);
    return known ? Math.min(most, known.milliseconds + (at - known.at) * perMillisecond) : most;
  }

  return {
    /** Tells how long to wait for so many; 0: they are set aside. */
    setAside(network: string, { milliseconds, aside }: Cost): number {
      const at = performance.now();
      const now = leftOf(network, at);
      const forOthers = aside ? most / 2 : 0;
      const needed = forOthers + Math.min(milliseconds, most - forOthers);
      if (now < needed) return (needed - now) / perMillisecond;
      left.set(network, { milliseconds: now - milliseconds, at });
      return 0;
    },
    giveBack(network: string, milliseconds: number) {
      const at = performance.now();
      left.set(network, { milliseconds: Math.min(most, leftOf(network, at) + milliseconds), at });
    },
  };
}

type InTurn = <T>(piece: () => Promise<T>) => Promise<T>;

/** One piece after another, whoever's it is, with rests between them while the process has others to serve: `countServed` says how many until now. */
function createTurns(countServed: () => number): InTurn {
  let before = 0;
  const giveWay = createGiveWay({
    servesOthers() {
      const isMore = countServed() > before;
      before = countServed();
      return isMore;
    },
  });
  let last: Promise<unknown> = Promise.resolve();
  return (piece) => {
    const mine = last.then(piece);
    last = mine.then(giveWay, giveWay);
    return mine;
  };
}

/** The body as it is asked for, each piece in its turn. `ended`: all is sent, it failed, or its reader has gone. */
function piecewise(body: ReadableStream<Uint8Array> | null, inTurn: InTurn) {
  if (!body) return { body: null, ended: Promise.resolve() };
  const reader = body.getReader();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const pieces = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await inTurn(() => reader.read());
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        end();
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return { body: pieces, ended };
}
