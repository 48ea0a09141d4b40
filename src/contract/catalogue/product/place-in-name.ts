// Where a name has a keyword: lists of a keyword have whole words before beginnings of words, and those before what stands within one.

/**
 * 4 where the name has the keyword as whole words, 3 where a variant of it follows ('3080 Ti'), 2 where a word begins with it, 1 where it stands within a
 * word, 0 where it does not.
 */
export function placeInName(name: string, keyword: string): 0 | 1 | 2 | 3 | 4 {
  const text = fold(name);
  const wanted = fold(keyword.trim());
  if (wanted === '') return 0;
  let place: 0 | 1 | 2 | 3 = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isBeginning = at === 0 || !isLetter(text.slice(0, at), true);
    const rest = text.slice(at + wanted.length);
    if (isBeginning && !isLetter(rest, false)) {
      if (!variant.test(rest)) return 4;
      place = 3;
    } else if (isBeginning) place = place === 3 ? 3 : 2;
    else if (place === 0) place = 1;
  }
  return place;
}

/** Words behind the name of a machine that make it another one. */
const variant = /^[ -](?:ti|super|xt|xtx|pro|max|plus|ultra|mini|lite)(?![\p{L}\p{N}])/u;

/** As names are compared (api/text/search-text.rules.ts). */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function isLetter(text: string, atEnd: boolean): boolean {
  return (atEnd ? /[\p{L}\p{N}\p{M}]$/u : /^[\p{L}\p{N}\p{M}]/u).test(text);
}
