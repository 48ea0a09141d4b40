import { excerpt } from '#contract/text/excerpt.ts';

/** Characters, as search engines show them. */
const LENGTH = 160;

/** Beginning of a text, as the description of its page; empty for an empty text. */
export function pageDescription(text: string): string {
  return excerpt(text, LENGTH);
}
