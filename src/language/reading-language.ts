// The language that is read right now. A browser has one for a whole page; the server writes a page or an email in one go, in the language of its reader.

let current = 'en';

/** Code of the language that words are written in: `en`, `de`. */
export function readingLanguage(): string {
  return current;
}

/**
 * Writes in `language` what `write` writes. It must be done when `write` returns: what is written later would be in the
 * language of somebody else.
 */
export function inLanguage<T>(language: string, write: () => T extends PromiseLike<unknown> ? never : T): T {
  const before = current;
  current = language;
  try {
    return write() as T;
  } finally {
    current = before;
  }
}
