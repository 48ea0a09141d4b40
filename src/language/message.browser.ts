// Rest of `message.ts` in a browser: messages are compiled into the files of their language (scripts/language/compiled-messages.ts).

/** A message that has a name: a text, or what writes it with values. */
type Compiled = string | ((values: unknown) => string);

export function t(message: Compiled | undefined, values?: unknown): string | undefined {
  return typeof message === 'function' ? message(values) : message;
}

/** No call of it is left: it stands here for the imports. */
export const msg = undefined;
