import { randomId } from './random-id.ts';

/**
 * Keys for requests that may be sent again: the same for the same contents, until `done` says how the request has ended. A second click and a retry after
 * an answer that was lost are one request then; what is asked for once more after that is another.
 */
export function createRequestKeys(): { keyFor: (contents: unknown) => string; done: () => void } {
  let last = { contents: '', key: '' };
  return {
    keyFor(contents) {
      const text = JSON.stringify(contents);
      if (last.contents !== text) last = { contents: text, key: randomId() };
      return last.key;
    },
    done() {
      last = { contents: '', key: '' };
    },
  };
}
