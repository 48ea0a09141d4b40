/**
 * A table's entry under a name that a stranger has chosen: 'constructor' and 'hasOwnProperty' are in every object, and in no table.
 */
export function entryOf<Value>(
  table: Readonly<Record<string, Value>>,
  name: string | null | undefined,
): Value | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}
