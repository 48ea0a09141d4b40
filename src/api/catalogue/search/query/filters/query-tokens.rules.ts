// The words, numbers and signs of a query, as its filters are read from them.
import { foldForSearch } from '../../words.rules.ts';

export type Token = {
  /** A word, a number ('1,000', '0.5') or a sign ('$', '-'), folded. */
  text: string;
  isNumber: boolean;
  /** True where nothing stands before it: '24' and 'gb' of '24gb'. */
  isGlued: boolean;
  from: number;
  to: number;
};

/** A word keeps the digits behind its letters: 'h100' is no number. */
const piece = /\d+(?:[.,]\d+)*|\.\d+|\p{L}[\p{L}\p{M}\p{N}]*|[$€£¥₩¢<>=≤≥+/×–-]/gu;
/** '8xh100' is '8x h100'. */
const countedModel = /(\d)[x×](?=[a-z]{1,4}\d)/g;

/** The query, folded, and its tokens. A hyphen between words is none: 'open-source' is two words. */
export function tokensOf(query: string): { text: string; tokens: Token[] } {
  const text = foldForSearch(query).replaceAll('\u2019', "'").replace(countedModel, '$1x ');
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(piece)) {
    const [found] = match;
    tokens.push({
      text: found,
      isNumber: /^[.\d]/.test(found),
      isGlued: match.index === end && end > 0,
      from: match.index,
      to: match.index + found.length,
    });
    end = match.index + found.length;
  }
  return { text, tokens: tokens.filter((token, at) => !isHyphen(token, tokens[at - 1], tokens[at + 1])) };
}

function isHyphen({ text, isGlued }: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (text !== '-') return false;
  const isBetween = isGlued && after?.isGlued === true;
  return isBetween && !(before?.isNumber && after?.isNumber);
}

/** A text without the words of a phrase, where they stand beside each other in it. */
export function withoutPhrase(text: string, phrase: string): string {
  const { tokens } = tokensOf(text);
  const wanted = tokensOf(phrase).tokens.map((token) => token.text);
  const at = tokens.findIndex((_, index) => wanted.every((word, more) => tokens[index + more]?.text === word));
  const [first, last] = [tokens[at], tokens[at + wanted.length - 1]];
  return first && last ? `${text.slice(0, first.from)} ${text.slice(last.to)}`.trim().split(/\s+/).join(' ') : text;
}

/** '1,5' is one and a half, '1,000' a thousand. */
export function amountOf(text: string): number {
  const comma = text.lastIndexOf(',');
  const isDecimal = comma >= 0 && text.length - comma <= 3 && !text.includes('.');
  return Number(isDecimal ? text.replace(',', '.') : text.replaceAll(',', ''));
}

const numerals: Record<string, number> = {
  one: 1,
  two: 2,
  dual: 2,
  three: 3,
  four: 4,
  quad: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  ten: 10,
  ein: 1,
  einen: 1,
  eine: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  acht: 8,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  huit: 8,
  a: 1,
  an: 1,
};

/** A number in a word; null where it is none. */
export function numeralOf(word: string): number | null {
  return Object.hasOwn(numerals, word) ? (numerals[word] ?? null) : null;
}
