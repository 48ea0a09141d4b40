/** Longer than every character that people write; some are made of a dozen code points. */
const LONGEST_CHARACTER = 64;

/**
 * The beginning of a text, at most `most` code units long (as `length` counts), cut between two characters as people see
 * them: never through an emoji, a flag, or a letter and its accents.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const [last, next] = [text.charCodeAt(most - 1), text.charCodeAt(most)];
  // Nothing below U+0300 joins with what stands beside it, but for CR and LF.
  if (last < 0x300 && next < 0x300 && last !== 13) return text.slice(0, most);
  // Whole at its own end, so that this end is no fault that moves the cut.
  const near = text.slice(0, most + LONGEST_CHARACTER);
  const start = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(near).containing(most)?.index ?? 0;
  if (most - start <= LONGEST_CHARACTER) return text.slice(0, start);
  // Accents without end are no character: a pair of surrogates is all that has to stay whole.
  return text.slice(0, next >= 0xdc00 && next <= 0xdfff ? most - 1 : most);
}
