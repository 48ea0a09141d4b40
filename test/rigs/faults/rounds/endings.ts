// Processes and folders to end and remove when the test is over, however it ends.
export type Endings = {
  add(end: () => Promise<unknown> | unknown): void;
  /** Ends everything, the latest first. */
  run(): Promise<void>;
};

export function createEndings(): Endings {
  const ends: Array<() => Promise<unknown> | unknown> = [];
  return {
    add: (end) => void ends.push(end),
    async run() {
      for (let end = ends.pop(); end; end = ends.pop()) {
        try {
          await end();
        } catch (error) {
          process.stderr.write(`not cleaned up: ${(error as Error).message}\n`);
        }
      }
    },
  };
}
