/** So many products stand side by side. */
export const comparedMaximum = 4;

/** The address is the comparison: whoever has it sees the same. */
export function comparePath(ids: readonly string[], options: { onlyDifferences?: boolean } = {}): string {
  const parameters = new URLSearchParams(ids.map((id) => ['id', id]));
  if (options.onlyDifferences) parameters.set('rows', 'differences');
  const search = parameters.toString();
  return search ? `/compare?${search}` : '/compare';
}
