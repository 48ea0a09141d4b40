import { useState } from 'react';

/** `after`: the id of what stood before it; null at the beginning of the list. */
type Changed<T> = { item: T; after: string | null };

/** A list in which what was changed here stays in its place, also where the list is asked anew and has it no more. */
export function useStaying<T>(listed: readonly T[], idOf: (item: T) => string) {
  const [changed, setChanged] = useState<Array<Changed<T>>>([]);
  const items = withChanged(listed, changed, idOf);

  /** To be called with what was changed, as it is now. */
  function stay(item: T) {
    const place = items.findIndex((one) => idOf(one) === idOf(item));
    const before = items[place - 1];
    const others = changed.filter((one) => idOf(one.item) !== idOf(item));
    setChanged([...others, { item, after: before === undefined ? null : idOf(before) }]);
  }

  return { items, stay };
}

function withChanged<T>(listed: readonly T[], changed: ReadonlyArray<Changed<T>>, idOf: (item: T) => string): T[] {
  const items = [...listed];
  for (const { item, after } of changed) {
    if (items.some((one) => idOf(one) === idOf(item))) continue;
    items.splice(items.findIndex((one) => idOf(one) === after) + 1, 0, item);
  }
  return items;
}
