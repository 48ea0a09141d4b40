/** A value as JSON whose text is the same whatever the order in which its objects were filled: the database keeps none. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_name, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
