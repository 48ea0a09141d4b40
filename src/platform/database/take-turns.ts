/** Something that one user has at a time. */
type Turns = {
  /** Comes to its end when it is the caller's turn; answers how to give it to the next. */
  wait(): Promise<() => void>;
  /** Count of the current user and all who wait. */
  users(): number;
};

export function takeTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  let users = 0;
  return {
    async wait() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      users++;
      last = promise;
      await before;
      return () => {
        users--;
        resolve();
      };
    },
    users: () => users,
  };
}
