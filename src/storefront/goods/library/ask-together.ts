/**
 * Asks for many things by one question: those that are asked for in one moment, at most `most` at once. Resolves with null for what the
 * answer does not have.
 */
export function createAskTogether<T>(
  ask: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  most: number,
): (id: string) => Promise<T | null> {
  let open: { ids: Set<string>; answer: Promise<ReadonlyMap<string, T>> } | null = null;
  return async (id) => {
    if (!open || open.ids.size >= most) {
      const ids = new Set<string>();
      // All effects of a screen that is drawn have run by then.
      const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
        if (open?.ids === ids) open = null;
        return ask([...ids]);
      });
      open = { ids, answer };
    }
    open.ids.add(id);
    return (await open.answer).get(id) ?? null;
  };
}
