const last = new Map<string, Promise<unknown>>();

/** Changes to one saved product go out one after another: the last click is the last to arrive. `send` never fails. */
export function inOrder<T>(productId: string, send: () => Promise<T>): Promise<T> {
  const mine = (last.get(productId) ?? Promise.resolve()).then(send);
  last.set(productId, mine);
  void mine.then(() => {
    if (last.get(productId) === mine) last.delete(productId);
  });
  return mine;
}
