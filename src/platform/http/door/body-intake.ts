// Bodies are read before their requests get a place among what is worked on: a client that sends a byte now and then
// keeps its connection, and nothing else. What they hold in memory is bounded over all of them.
import type { IncomingMessage } from 'node:http';
import { networkOf } from './network-of.ts';

type Body =
  /** It is counted until `release`, which is to be called when the work with it is done. */
  | { state: 'read'; bytes: Buffer; release: () => void }
  | { state: 'too large' }
  /** There was no room for it: others held less, or its network has its part of the room already. */
  | { state: 'no room' }
  /** It took too long. */
  | { state: 'too slow' }
  /** The client has gone. */
  | { state: 'gone' };

type BodyIntake = {
  /** `largest` is in bytes, `address` who sends. */
  read: (incoming: IncomingMessage, request: { largest: number; address: string }) => Promise<Body>;
  /** Bodies that are not whole yet, and bytes held by them and by those in work. */
  count: () => { unfinished: number; bytes: number };
};

type Unfinished = { network: string; size: number; giveUp: () => void };

/** Slower senders take a connection from others. */
const PATIENCE_MS = 60_000;
/** Share of the room that one network may hold: two pictures, with those that wait to be drawn. */
const SHARE = 1 / 3;
/** How much of the room is made free at once: a full house must not be searched for every packet. */
const MADE_FREE = 0.25;

/**
 * `maxBytes` is what all bodies may hold at once. When they would hold more, the oldest unfinished ones of whichever network
 * holds most of them give way: one sender of many has only its own to lose. `share` is the part of one network, where one body
 * always fits: what is more of it is not taken.
 */
export function createBodyIntake({
  maxBytes,
  share = SHARE,
  patienceMs = PATIENCE_MS,
}: {
  maxBytes: number;
  share?: number;
  patienceMs?: number;
}): BodyIntake {
  /** In the order in which they began. */
  const unfinished = new Set<Unfinished>();
  let held = 0;
  /** By network: of all its bodies, those in work too. */
  const heldBy = new Map<string, number>();

  function hold(network: string, bytes: number): number {
    const sum = (heldBy.get(network) ?? 0) + bytes;
    if (sum > 0) heldBy.set(network, sum);
    else heldBy.delete(network);
    held += bytes;
    return sum;
  }

  function makeRoom() {
    const byNetwork = Map.groupBy(unfinished, ({ network }) => network);
    const sizes = [...byNetwork].map(([, bodies]) => ({
      bodies,
      bytes: bodies.reduce((sum, { size }) => sum + size, 0),
    }));
    while (held > maxBytes * (1 - MADE_FREE)) {
      const largest = sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most), { bodies: [], bytes: 0 });
      const oldest = largest.bodies.shift();
      if (!oldest) return;
      largest.bytes -= oldest.size;
      oldest.giveUp();
    }
  }

  function read(incoming: IncomingMessage, { largest, address }: { largest: number; address: string }): Promise<Body> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const body: Unfinished = { network: networkOf(address), size: 0, giveUp: () => end({ state: 'no room' }) };
      unfinished.add(body);
      const deadline = setTimeout(() => end({ state: 'too slow' }), patienceMs).unref();

      function onData(chunk: Buffer) {
        chunks.push(chunk);
        body.size += chunk.length;
        const ofNetwork = hold(body.network, chunk.length);
        if (body.size > largest) end({ state: 'too large' });
        else if (ofNetwork > Math.max(maxBytes * share, largest)) end({ state: 'no room' });
        else if (held > maxBytes) makeRoom();
      }
      function onEnd() {
        const { size } = body;
        const release = () => {
          hold(body.network, -body.size);
          body.size = 0;
        };
        end({
          state: 'read',
          bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size),
          release,
        });
      }
      const onGone = () => end({ state: 'gone' });

      function end(outcome: Body) {
        if (!unfinished.delete(body)) return;
        clearTimeout(deadline);
        incoming.off('data', onData);
        incoming.off('end', onEnd);
        incoming.off('close', onGone);
        if (outcome.state !== 'read') {
          hold(body.network, -body.size);
          // Nobody reads the rest: the connection is to be closed by whoever answers.
          incoming.pause();
        }
        resolve(outcome);
      }
      incoming.on('data', onData);
      incoming.on('end', onEnd);
      incoming.on('close', onGone);
      // An aborted request is told by its close.
      incoming.on('error', onGone);
    });
  }

  return { read, count: () => ({ unfinished: unfinished.size, bytes: held }) };
}
