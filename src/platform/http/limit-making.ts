// What a network may have made. What is cached costs next to nothing and is not counted; what is dear to make has a price in
// milliseconds, and a network that asks for more of it than its part of a processor is told to come back.

import { LRUCache } from 'lru-cache';
import { createAdmission } from './admission.ts';
import { createGiveWay } from './give-way.ts';
import { networkOf } from './network-of.ts';
import type { Part } from './part.ts';
import { pathOf } from './request-address.ts';
import { tooManyRequests, unavailable } from './unavailable.ts';

/** Milliseconds of a processor that an answer takes at most; `streams`: it is made while it is sent, however long that lasts. */
export type Cost = { milliseconds: number; streams: boolean };

/** What a network may have made at once, in seconds of its part: a page with all that it asks for. */
const BURST_SECONDS = 2;
/** Networks that are remembered; who was forgotten begins anew. */
const MOST_NETWORKS = 10_000;
/** Answers on their way at once that are made while they are sent; their pieces are made one after another. */
const STREAMS = { atOnce: 16, inLine: 0, share: { atOnce: 2, inLine: 0 } };
const STREAM_RETRY_SECONDS = 10;

/**
 * Lets a network have answers made for `percent` of a processor's time. Above it there is 429 with Retry-After. What was not used is kept
 * for `BURST_SECONDS`: in a longer window all of it would be spent at its beginning, while others wait. `costOf` says what the answer at a
 * path costs; null: too little to be counted.
 */
export function limitMaking(part: Part, options: { percent: number; costOf: (path: string) => Cost | null }): Part {
  // What is kept free is this process's own time.
  const spent = createBudget({ perMillisecond: options.percent / 100, most: options.percent * 10 * BURST_SECONDS });
  const streams = createAdmission(STREAMS);
  let served = 0;
  const inTurn = createTurns(() => served);

  return {
    async fetch(request, peer) {
      const cost = options.costOf(pathOf(request.url));
      if (!cost?.streams) served += 1;
      if (!cost) return part.fetch(request, peer);
      const network = networkOf(peer?.address ?? 'unknown');
      const waitMs = spent(network, cost.milliseconds);
      if (waitMs > 0) return tooManyRequests(request, tooMuch, Math.ceil(waitMs / 1_000));
      if (!cost.streams) return part.fetch(request, peer);
      return new Promise((resolve, reject) => {
        const sent = streams.run({
          key: network,
          refused: () => resolve(unavailable(request, tooManyStreams, STREAM_RETRY_SECONDS)),
          async work() {
            const response = await part.fetch(request, peer);
            const { body, ended } = piecewise(response.body, inTurn);
            resolve(new Response(body, response));
            await ended;
          },
        });
        Promise.resolve(sent).catch(reject);
      });
    },
  };
}

const tooMuch = 'More was asked for from your network than the shop can make at once.';
const tooManyStreams = 'Too many files as large as this one are on their way already.';

/**
 * Milliseconds of work by network, of which `perMillisecond` come back and at most `most` are kept. Tells how long to wait for so many; 0: they
 * are spent. What costs more than `most` is paid for by the time after it.
 */
function createBudget({ perMillisecond, most }: { perMillisecond: number; most: number }) {
  const left = new LRUCache<string, { milliseconds: number; at: number }>({ max: MOST_NETWORKS });
  return (network: string, cost: number): number => {
    const at = performance.now();
    const known = left.get(network);
    const now = known ? Math.min(most, known.milliseconds + (at - known.at) * perMillisecond) : most;
    const needed = Math.min(cost, most);
    if (now < needed) return (needed - now) / perMillisecond;
    left.set(network, { milliseconds: now - cost, at });
    return 0;
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
