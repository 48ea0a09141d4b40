import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { markdownWork } from '#contract/markdown-work.ts';

class BudgetSpent extends Error {}

/** Levels of lists and quotes inside one another; what is deeper is text. */
const MAX_DEPTH = 8;
/** A longer address is no link: matching it costs time for every character. */
const longAddress = /^[^\s<]{501}/;

/**
 * Counts the characters that are looked at, and stops at a budget. Each sign that may open something makes the lexer search
 * the rest of the paragraph for its end, and the content of lists and quotes is read again at every level: without a budget a
 * text of such signs alone costs the square of its length.
 */
class CountingTokenizer extends Tokenizer {
  budget = markdownWork;

  /** Asked first of all at every step within a paragraph. */
  override escape(src: string): Tokens.Escape | undefined {
    this.#spend(/^[*_~`\\[!<]/.test(src) ? src.length : src.length / 8);
    return super.escape(src);
  }

  override url(src: string): Tokens.Link | undefined {
    return longAddress.test(src) ? undefined : super.url(src);
  }

  /** Looks for a line of '=' or '-' to the end of the paragraph, at each of its lines within a list. */
  override lheading(src: string): Tokens.Heading | undefined {
    const end = src.indexOf('\n\n');
    this.#spend((end < 0 ? src.length : end) / 8);
    return super.lheading(src);
  }

  override list(src: string): Tokens.List | undefined {
    return this.#within(/^ {0,3}(?:[*+-]|\d{1,9}[.)])/, src, () => super.list(src));
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#within(/^ {0,3}>/, src, () => super.blockquote(src));
  }

  /** What is deeper is text. */
  #within<T>(sign: RegExp, src: string, read: () => T): T | undefined {
    if (!sign.test(src) || this.#depth >= MAX_DEPTH) return undefined;
    this.#spend(src.length);
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  #depth = 0;

  #spend(characters: number) {
    this.budget -= characters;
    if (this.budget < 0) throw new BudgetSpent();
  }
}

class BoundedLexer extends Lexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    try {
      return super.inlineTokens(src, tokens);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      tokens.splice(0, tokens.length, { type: 'text', raw: src, text: src });
      return tokens;
    }
  }
}

/**
 * The tokens of a Markdown text. When reading it has cost `markdownWork`, the paragraphs that are left are shown as they were
 * written. Throws where already its lists and quotes cost more.
 */
export function readMarkdown(text: string): Token[] {
  return new BoundedLexer({ gfm: true, tokenizer: new CountingTokenizer() }).lex(text);
}
