import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { markdownWork } from '#contract/markdown-work.ts';

class TooDear extends Error {}

/** Nobody reads lists and quotes that are deeper inside one another, and they nest without end. */
const DEEPEST = 8;
/** Whoever writes a longer address wants something else than to show it. */
const longAddress = /^[^\s<]{501}/;

/**
 * Counts what is looked at. A sign that may begin something has the rest of its paragraph searched for its end, a list or a
 * quote has its content read once more: a text of nothing else would be read once for every character.
 */
class CountingTokenizer extends Tokenizer {
  left = markdownWork;

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
    if (!sign.test(src) || this.#depth >= DEEPEST) return undefined;
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
    this.left -= characters;
    if (this.left < 0) throw new TooDear();
  }
}

class BoundedLexer extends Lexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    try {
      return super.inlineTokens(src, tokens);
    } catch (error) {
      if (!(error instanceof TooDear)) throw error;
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
