const AT_ONCE = 5;

/** Takes what is due, a few at a time, for as long as there is more. */
type Dispatcher<Due> = {
  /** There may be something due. Cheap to call, however often. */
  wake: () => void;
  /** Delivers what was taken elsewhere. */
  dispatch: (due: Due) => Promise<void>;
  isClosing: () => boolean;
  /** Takes nothing new; comes to its end with what is under way. */
  close: () => Promise<void>;
};

/** `claim` answers at most so many that are due; `onError` gets the errors of `claim` and `deliver`. */
export function createDispatcher<Due>(options: {
  claim: (most: number) => Promise<Due[]>;
  deliver: (due: Due) => Promise<void>;
  onError: (error: unknown) => void;
  atOnce?: number;
}): Dispatcher<Due> {
  const { atOnce = AT_ONCE } = options;
  const underWay = new Set<Promise<void>>();
  /** One question at a time, however often it is asked for; `asked` says that there may be more since. */
  let taking: Promise<void> | null = null;
  let asked = false;
  let closing = false;

  function wake() {
    asked = true;
    if (closing || taking || underWay.size >= atOnce) return;
    taking = take().then(
      () => {
        taking = null;
        // Asked for between the last look and now.
        if (asked) wake();
      },
      (error) => {
        taking = null;
        options.onError(error);
      },
    );
  }

  async function take() {
    while (asked && !closing && underWay.size < atOnce) {
      const room = atOnce - underWay.size;
      asked = false;
      const found = await options.claim(room);
      for (const due of found) void dispatch(due);
      // There may be more: they do not wait for a slow receiver to take these.
      asked ||= found.length === room;
    }
  }

  function dispatch(due: Due): Promise<void> {
    const work = options
      .deliver(due)
      .catch(options.onError)
      .finally(() => {
        underWay.delete(work);
        if (asked) wake();
      });
    underWay.add(work);
    return work;
  }

  return {
    wake,
    dispatch,
    isClosing: () => closing,
    async close() {
      closing = true;
      await taking;
      await Promise.all(underWay);
    },
  };
}
