/** The value of a field that holds JSON: a cell of a table has it as text. An empty cell is `none`; undefined where it is not JSON. */
export function parseJsonCell(given: unknown, none: unknown): unknown {
  if (given === undefined || given === null) return none;
  if (typeof given !== 'string') return given;
  if (given.trim() === '') return none;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
