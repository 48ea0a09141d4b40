export type LineCounter = {
  /** The next bytes of the file; they are not kept. */
  add(chunk: Uint8Array): void;
  /** The line, counted from 1, on which the byte at `offset` stands. Offsets may only grow from call to call. */
  lineOf(offset: number): number;
  /** True if the byte in front of `offset`, the last one asked for, ended a line. */
  endedBefore(offset: number): boolean;
  /** Nothing but the total will be asked for any more. */
  forget(): void;
  /** How many lines the bytes so far have. */
  total(): number;
};

/** Finds the physical line of a place in a file that passes by, remembering only what nobody has asked for yet. */
export function createLineCounter(lineEnd: number): LineCounter {
  let passed = 0;
  let ends: number[] = [];
  let next = 0;
  let line = 1;
  let lastEnd = -1;
  let found = 0;
  let newest = -1;
  return {
    add(chunk) {
      ends = ends.slice(next);
      next = 0;
      for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) {
        newest = passed + at;
        ends.push(newest);
        found++;
      }
      passed += chunk.length;
    },
    lineOf(offset) {
      for (let end = ends[next]; end !== undefined && end < offset; end = ends[next]) {
        lastEnd = end;
        line++;
        next++;
      }
      return line;
    },
    endedBefore: (offset) => lastEnd === offset - 1,
    forget() {
      ends = [];
      next = 0;
    },
    total: () => found + (passed > newest + 1 ? 1 : 0),
  };
}
