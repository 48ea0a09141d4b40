import { useState } from 'react';

/** `listed`: the item as the list had it then; `after`: the id of the item before it, null at the beginning of the list. */
type Changed<T> = { item: T; listed: T | undefined; after: string | null };

/**
 * A list in which an item that was changed here is shown changed at once, and stays in its place, also where the list is asked anew and
 * has it no more.
 */
export function useStaying<T>(listed: readonly T[], idOf: (item: T) => string) {
  const [changed, setChanged] = useState<Array<Changed<T>>>([]);
  const items = withChanged(listed, changed, idOf);

  /** To be called with an item that was changed, as it is now. */
  function stay(item: T) {
    const isSame = (one: T) => idOf(one) === idOf(item);
    const before = items[items.findIndex(isSame) - 1];
    const after = before === undefined ? null : idOf(before);
    setChanged([...changed.filter((one) => !isSame(one.item)), { item, listed: listed.find(isSame), after }]);
  }

  return { items, stay };
}

function withChanged<T>(listed: readonly T[], changed: ReadonlyArray<Changed<T>>, idOf: (item: T) => string): T[] {
  const items = [...listed];
  for (const { item, listed: before, after } of changed) {
    const place = items.findIndex((one) => idOf(one) === idOf(item));
    if (place < 0) items.splice(items.findIndex((one) => idOf(one) === after) + 1, 0, item);
    // Asked anew the list has another one, which is newer.
    else if (items[place] === before) items[place] = item;
  }
  return items;
}
