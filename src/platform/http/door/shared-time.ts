/**
 * The time that goes by while work is done, in milliseconds, shared evenly by all that is done at once: each that begins is told at its
 * end how much of it was its own. All together never took more than went by, whoever waited for whom.
 */
export function createSharedTime(): { begin: () => () => number } {
  let working = 0;
  let noted = 0;
  /** Time of a piece of work that had begun at the first moment. */
  let each = 0;

  function note() {
    const now = performance.now();
    if (working > 0) each += (now - noted) / working;
    noted = now;
  }

  return {
    begin() {
      note();
      working++;
      const begun = each;
      return () => {
        note();
        working--;
        return each - begun;
      };
    },
  };
}
