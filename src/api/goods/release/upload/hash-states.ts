// SHA-256 states of files that are on their way through this process. A file that another process has begun, or this one before it was
// started anew, has none: its bytes are read again once all of them are there.
import { createHash, type Hash } from 'node:crypto';

type State = { hash: Hash; bytes: number };

const MOST_FILES = 2_000;

export type HashStates = {
  begin: (objectId: string) => void;
  /** The state of a file of which so many bytes have been hashed; null where this process has not. */
  at: (objectId: string, bytes: number) => { update: (piece: Uint8Array) => void } | null;
  /** Hash of a file of so many bytes, in hexadecimal digits; null where this process has not seen all of them. The state is gone then. */
  finish: (objectId: string, bytes: number) => string | null;
  forget: (objectId: string) => void;
};

export function createHashStates(): HashStates {
  /** In the order in which they were used last. */
  const states = new Map<string, State>();

  function save(objectId: string, state: State) {
    states.delete(objectId);
    states.set(objectId, state);
    const [oldest] = states.keys();
    if (states.size > MOST_FILES && oldest !== undefined) states.delete(oldest);
  }

  return {
    begin: (objectId) => save(objectId, { hash: createHash('sha256'), bytes: 0 }),
    at(objectId, bytes) {
      const state = states.get(objectId);
      if (state?.bytes !== bytes) {
        // Another process has gone on with it: what this one knows is of no use any more.
        states.delete(objectId);
        return null;
      }
      save(objectId, state);
      return {
        update(piece) {
          state.hash.update(piece);
          state.bytes += piece.length;
        },
      };
    },
    finish(objectId, bytes) {
      const state = states.get(objectId);
      states.delete(objectId);
      return state?.bytes === bytes ? state.hash.digest('hex') : null;
    },
    forget: (objectId) => void states.delete(objectId),
  };
}
