const MOST_REMEMBERED = 2_000;
const LONGEST_REMEMBERED = 80;

/** The same function, which works each text out once: a price list repeats few of them. Forgets all when they are too many. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.get(text);
    if (value !== undefined) return value;
    const found = read(text);
    if (text.length > LONGEST_REMEMBERED) return found;
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, found);
    return found;
  };
}
