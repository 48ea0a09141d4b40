// What stands within a paragraph, by the rules of CommonMark and the bare addresses and ~~ of GitHub. Each character is looked at
// a few times, whatever stands around it: what was looked for in vain is not looked for again.
import { isMarkdownSign } from '#contract/markdown-signs.ts';
import type { Inline } from './markdown-tokens.ts';

/** Labels of reference links, in lower case, and where they lead. */
export type Definitions = ReadonlyMap<string, string>;

/** Levels of emphasis and links inside one another; what is deeper is shown as it was written. */
const MAX_DEPTH = 12;
/** Longer than an address may be: then it is text. */
const LONGEST_ADDRESS = 500;
/** Brackets inside one another within the address of a link. */
const MAX_ADDRESS_DEPTH = 3;

type Emphasis = 'strong' | 'em' | 'del';
/** A run of *, _ or ~, with what begins and ends at it. `left` of its characters have neither begun nor ended anything. */
type Run = {
  is: 'run';
  sign: string;
  length: number;
  left: number;
  canOpen: boolean;
  canClose: boolean;
  opens: Emphasis[];
  closes: Emphasis[];
};
/** `href` is set when it turned out to begin a link. */
type Opener = {
  is: 'opener';
  node: number;
  end: number;
  run: number;
  isImage: boolean;
  hasInner: boolean;
  href?: string;
};
type Closer = { is: 'closer'; written: string };
type Address = { is: 'address'; href: string; text: string };
type Node = string | Run | Opener | Closer | Address | Exclude<Inline, string | { inlines: Inline[] }>;

const whitespace = /^\s$/u;
const punctuation = /^[\p{P}\p{S}]$/u;
const asciiPunctuation = /^[!-/:-@[-`{-~]$/;
const localPart = /^[\w.+-]$/;
const domain = /^[\w-]+(?:\.[\w-]+)+/;
const addressInBrackets = /^[a-z][a-z0-9+.-]{1,31}:\S*$/i;
const mailInBrackets = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+$/;
const tag = /^(?:\/?[a-z]|!--|\?|!\[CDATA)/i;

export function readInlines(text: string, definitions: Definitions): Inline[] {
  return new InlineReader(text, definitions).read();
}

class InlineReader {
  readonly #text: string;
  readonly #definitions: Definitions;
  readonly #nodes: Node[] = [];
  /** Runs that are not settled yet, in the order of the text. */
  readonly #runs: Run[] = [];
  readonly #openers: Opener[] = [];
  /** Openers below it stand before a link: they cannot hold it. */
  #firstOpener = 0;
  /** Where the text begins that is no node yet. */
  #begin = 0;
  #at = 0;
  #ticks: Map<number, number[]> | null = null;

  constructor(text: string, definitions: Definitions) {
    this.#text = text;
    this.#definitions = definitions;
  }

  read(): Inline[] {
    const text = this.#text;
    while (this.#at < text.length) {
      if (isMarkdownSign(text.charCodeAt(this.#at))) this.#readSign(text[this.#at] as string);
      else this.#at++;
    }
    this.#flush(text.length);
    settle(this.#runs, 0);
    return draw(this.#nodes);
  }

  /** What stands before `end` and is no node yet becomes text. */
  #flush(end: number) {
    if (end > this.#begin) this.#nodes.push(this.#text.slice(this.#begin, end));
    this.#begin = end;
  }

  /** A node that takes the characters from `start` to `end`. */
  #push(node: Node, start: number, end: number) {
    this.#flush(start);
    this.#nodes.push(node);
    this.#at = end;
    this.#begin = end;
  }

  #readSign(sign: string) {
    switch (sign) {
      case '\n':
        return this.#readLineEnd();
      case '\\':
        return this.#readEscape();
      case '`':
        return this.#readCode();
      case '*':
      case '_':
      case '~':
        return this.#readRun(sign);
      case '[':
        return this.#readOpener(false);
      case '!':
        if (this.#text[this.#at + 1] === '[') return this.#readOpener(true);
        break;
      case ']':
        return this.#readCloser();
      case '<':
        return this.#readAngle();
      case ':':
        return this.#readProtocol();
      case '@':
        return this.#readMail();
      case '.':
        return this.#readWww();
    }
    this.#at++;
  }

  /** Two spaces before it make it one that is kept. */
  #readLineEnd() {
    let start = this.#at;
    while (start > this.#begin && this.#text[start - 1] === ' ') start--;
    if (this.#at - start >= 2) this.#push({ type: 'br' }, start, this.#at + 1);
    else this.#at++;
  }

  #readEscape() {
    const next = this.#text[this.#at + 1] ?? '';
    if (next === '\n') return this.#push({ type: 'br' }, this.#at, this.#at + 2);
    if (asciiPunctuation.test(next)) return this.#push(next, this.#at, this.#at + 2);
    this.#at++;
  }

  #readCode() {
    const start = this.#at;
    const length = this.#lengthOf('`', start);
    const behind = start + length;
    const end = this.#nextTicks(length, behind);
    if (end === null) {
      this.#at = behind;
      return;
    }
    let inside = this.#text.slice(behind, end).replaceAll('\n', ' ');
    if (inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== '') inside = inside.slice(1, -1);
    this.#push({ type: 'code', text: inside }, start, end + length);
  }

  /** Where the next run of so many backticks begins. All of them are looked for once. */
  #nextTicks(length: number, from: number): number | null {
    if (!this.#ticks) {
      this.#ticks = new Map();
      for (let at = this.#text.indexOf('`'); at >= 0; ) {
        const size = this.#lengthOf('`', at);
        const places = this.#ticks.get(size);
        if (places) places.push(at);
        else this.#ticks.set(size, [at]);
        at = this.#text.indexOf('`', at + size);
      }
      for (const places of this.#ticks.values()) places.reverse();
    }
    const places = this.#ticks.get(length);
    while (places && (places.at(-1) ?? from) < from) places.pop();
    return places?.at(-1) ?? null;
  }

  #lengthOf(sign: string, start: number): number {
    const code = sign.charCodeAt(0);
    let end = start + 1;
    while (this.#text.charCodeAt(end) === code) end++;
    return end - start;
  }

  #readRun(sign: string) {
    const start = this.#at;
    const length = this.#lengthOf(sign, start);
    const end = start + length;
    const before = characterBefore(this.#text, start);
    const after = String.fromCodePoint(this.#text.codePointAt(end) ?? 0x20);
    const spaceBefore = whitespace.test(before);
    const spaceAfter = whitespace.test(after);
    const signBefore = punctuation.test(before);
    const signAfter = punctuation.test(after);
    const left = !spaceAfter && (!signAfter || spaceBefore || signBefore);
    const right = !spaceBefore && (!signBefore || spaceAfter || signAfter);
    const canOpen = left && (sign !== '_' || !right || signBefore);
    const canClose = right && (sign !== '_' || !left || signAfter);
    // Underscores within words stay in the text, where mail addresses have theirs.
    if ((!canOpen && !canClose) || (sign === '~' && length > 2)) {
      this.#at = end;
      return;
    }
    const run: Run = { is: 'run', sign, length, left: length, canOpen, canClose, opens: [], closes: [] };
    this.#push(run, start, end);
    this.#runs.push(run);
  }

  #readOpener(isImage: boolean) {
    const end = this.#at + (isImage ? 2 : 1);
    const outer = this.#openers.at(-1);
    if (outer) outer.hasInner = true;
    this.#flush(this.#at);
    const opener: Opener = {
      is: 'opener',
      node: this.#nodes.length,
      end,
      run: this.#runs.length,
      isImage,
      hasInner: false,
    };
    this.#openers.push(opener);
    this.#push(opener, this.#at, end);
  }

  #readCloser() {
    const start = this.#at;
    const opener = this.#openers.length > this.#firstOpener ? this.#openers.pop() : undefined;
    const target = opener && this.#targetBehind(opener);
    if (!opener || !target) {
      this.#at++;
      return;
    }
    if (opener.isImage) {
      // Pictures of others are not shown: what was written stands there.
      this.#nodes.length = opener.node;
      this.#runs.length = opener.run;
      this.#begin = target.end;
      this.#at = target.end;
      this.#nodes.push(this.#text.slice(opener.end - 2, target.end));
      return;
    }
    opener.href = target.href;
    this.#push({ is: 'closer', written: this.#text.slice(start, target.end) }, start, target.end);
    settle(this.#runs, opener.run);
    // No link stands within a link.
    this.#firstOpener = this.#openers.length;
  }

  /** Where the brackets lead that end here: `(address)` or `[label]` behind them, or themselves as a label. */
  #targetBehind(opener: Opener): { href: string; end: number } | null {
    const behind = this.#at + 1;
    const next = this.#text[behind];
    const inline = next === '(' ? this.#readTarget(behind + 1) : null;
    if (inline || this.#definitions.size === 0) return inline;
    let end = behind;
    let label = opener.hasInner ? '' : this.#text.slice(opener.end, this.#at);
    if (next === '[') {
      const close = this.#labelEnd(behind + 1);
      if (close === null) return null;
      if (close > behind + 1) label = this.#text.slice(behind + 1, close);
      end = close + 1;
    }
    const href = this.#definitions.get(label.trim().toLowerCase());
    return href === undefined ? null : { href, end };
  }

  #labelEnd(from: number): number | null {
    for (let at = from; at < this.#text.length && at - from < LONGEST_ADDRESS; at++) {
      if (this.#text[at] === ']') return at;
      if (this.#text[at] === '[') return null;
    }
    return null;
  }

  /** `address "title")`, of which the title is not shown. */
  #readTarget(from: number): { href: string; end: number } | null {
    const text = this.#text;
    let at = this.#skipSpace(from);
    const start = at;
    let depth = 0;
    if (text[at] === '<') {
      at = endOfAngle(text, at + 1);
      if (text[at] !== '>') return null;
      at++;
    } else
      for (; at < text.length && at - start <= LONGEST_ADDRESS; at++) {
        const character = text[at] as string;
        if (character === '\\') at++;
        else if (character === '(') depth++;
        else if (character === ')' && depth-- === 0) break;
        else if (character <= ' ') break;
        if (depth > MAX_ADDRESS_DEPTH) return null;
      }
    const href = text
      .slice(start, at)
      .replace(/^<|>$/g, '')
      .replace(/\\(?=[!-/:-@[-`{-~])/g, '');
    let end = this.#skipSpace(at);
    const quote = { '"': '"', "'": "'", '(': ')' }[text[end] ?? ''];
    if (quote && end > at) {
      const close = this.#endOfTitle(end + 1, quote);
      if (close === null) return null;
      end = this.#skipSpace(close + 1);
    }
    return text[end] === ')' ? { href, end: end + 1 } : null;
  }

  #endOfTitle(from: number, quote: string): number | null {
    for (let at = from; at < this.#text.length && at - from < LONGEST_ADDRESS; at++) {
      if (this.#text[at] === '\\') at++;
      else if (this.#text[at] === quote) return at;
      else if (this.#text[at] === '(' && quote === ')') return null;
    }
    return null;
  }

  /** Spaces and line ends from there, of which nobody writes many. */
  #skipSpace(from: number): number {
    let at = from;
    while (at - from < LONGEST_ADDRESS && whitespace.test(this.#text[at] ?? '')) at++;
    return at;
  }

  /** `<address>`; a tag is text, and its signs begin nothing. */
  #readAngle() {
    const start = this.#at;
    const end = endOfAngle(this.#text, start + 1);
    if (this.#text[end] !== '>') {
      this.#at++;
      return;
    }
    const inside = this.#text.slice(start + 1, end);
    const isAddress = inside.length <= LONGEST_ADDRESS;
    if (isAddress && addressInBrackets.test(inside))
      this.#push({ is: 'address', href: inside, text: inside }, start, end + 1);
    else if (isAddress && mailInBrackets.test(inside))
      this.#push({ is: 'address', href: `mailto:${inside}`, text: inside }, start, end + 1);
    else this.#at = tag.test(inside) ? end + 1 : start + 1;
  }

  /** `https://…` as it stands in the text. */
  #readProtocol() {
    const before = this.#text.slice(Math.max(this.#begin, this.#at - 6), this.#at);
    const protocol = /(?:^|[^a-z0-9])(https?)$/i.exec(before)?.[1];
    if (protocol && this.#text.startsWith('//', this.#at + 1)) this.#readBare(this.#at - protocol.length, '');
    else this.#at++;
  }

  #readWww() {
    const before = this.#text.slice(Math.max(this.#begin, this.#at - 4), this.#at);
    if (/(?:^|[\s*_~(])www$/i.test(before)) this.#readBare(this.#at - 3, 'http://');
    else this.#at++;
  }

  /** An address goes on to the next space or '<'; the signs behind it, and brackets that it does not open, are the sentence's. */
  #readBare(start: number, protocol: string) {
    const text = this.#text;
    let end = this.#at;
    let open = 0;
    let closed = 0;
    const isInBrackets = this.#openers.length > this.#firstOpener;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code <= 0x20 || code === 0x3c || (code === 0x5d && isInBrackets)) break;
      if (code === 0x28) open++;
      else if (code === 0x29) closed++;
    }
    const whole = end;
    for (; end > start; end--) {
      const last = text[end - 1] as string;
      if (last === ')' ? closed <= open : !/[?!.,:;*_'"~&]/.test(last)) break;
      if (last === ')') closed--;
    }
    if (end - start > LONGEST_ADDRESS) {
      this.#at = whole;
      return;
    }
    if (end <= this.#at + 1 || !/[a-z0-9]/i.test(text.slice(this.#at, end))) {
      this.#at++;
      return;
    }
    const written = text.slice(start, end);
    this.#push({ is: 'address', href: protocol + written, text: written }, start, end);
  }

  #readMail() {
    let start = this.#at;
    while (start > this.#begin && this.#at - start < 64 && localPart.test(this.#text[start - 1] as string)) start--;
    const host = start < this.#at ? domain.exec(this.#text.slice(this.#at + 1, this.#at + 255))?.[0] : undefined;
    if (!host) {
      this.#at++;
      return;
    }
    const end = this.#at + 1 + host.length;
    const written = this.#text.slice(start, end);
    this.#push({ is: 'address', href: `mailto:${written}`, text: written }, start, end);
  }
}

/** Where the next '<', '>' or line end is. */
function endOfAngle(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x3c || code === 0x3e || code === 0x0a) break;
  }
  return at;
}

function characterBefore(text: string, at: number): string {
  const last = text[at - 1] ?? ' ';
  return /[\udc00-\udfff]/.test(last) && at > 1 ? text.slice(at - 2, at) : last;
}

/** Decides for the runs from `from` on what they begin and end, and takes them off the list. */
function settle(runs: Run[], from: number) {
  const open: Run[] = [];
  /** By kind of closer: how many of the open ones were looked at in vain. */
  const inVain = new Map<string, number>();
  for (const closer of runs.splice(from)) {
    const kind = closer.sign + (closer.sign === '~' ? closer.length : closer.length % 3) + closer.canOpen;
    while (closer.canClose && closer.left > 0) {
      const floor = Math.min(inVain.get(kind) ?? 0, open.length);
      let place = open.length - 1;
      while (place >= floor && !matches(open[place] as Run, closer)) place--;
      const opener = place >= floor ? open[place] : undefined;
      if (!opener) {
        inVain.set(kind, open.length);
        break;
      }
      const used = closer.left >= 2 && opener.left >= 2 ? 2 : 1;
      const type = closer.sign === '~' ? 'del' : used === 2 ? 'strong' : 'em';
      const taken = closer.sign === '~' ? closer.length : used;
      opener.left -= taken;
      closer.left -= taken;
      opener.opens.push(type);
      closer.closes.push(type);
      open.length = opener.left > 0 ? place + 1 : place;
      // What is above now was not looked at.
      for (const [other, height] of inVain) if (height > open.length) inVain.set(other, open.length);
    }
    if (closer.canOpen && closer.left > 0) open.push(closer);
  }
}

function matches(opener: Run, closer: Run): boolean {
  if (opener.sign !== closer.sign) return false;
  if (opener.sign === '~') return opener.left === closer.length;
  const isEither = opener.canClose || closer.canOpen;
  return !isEither || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

const written = { strong: 2, em: 1 };

/** The nodes as a tree. What is too deep, and what began nothing, is text. */
function draw(nodes: Node[]): Inline[] {
  const whole: Inline[] = [];
  /** `inlines` is null for what is too deep. */
  const stack: Array<Inline[] | null> = [];
  let into = whole;
  let depth = 0;
  let inLink = 0;

  function add(inline: Inline) {
    const last = into.length - 1;
    if (typeof inline === 'string' && typeof into[last] === 'string') into[last] += inline;
    else if (inline !== '') into.push(inline);
  }
  function enter(create: (inlines: Inline[]) => Inline, text: string) {
    stack.push(depth < MAX_DEPTH ? into : null);
    if (depth++ >= MAX_DEPTH) return add(text);
    const inlines: Inline[] = [];
    add(create(inlines));
    into = inlines;
  }
  function leave(text: string) {
    const outer = stack.pop();
    depth--;
    if (outer) into = outer;
    else add(text);
  }

  for (const node of nodes) {
    if (typeof node === 'string') add(node);
    else if (!('is' in node)) add(node);
    else if (node.is === 'run') {
      const { sign, length } = node;
      const textOf = (type: Emphasis) => sign.repeat(type === 'del' ? length : written[type]);
      for (const type of node.closes) leave(textOf(type));
      add(sign.repeat(node.left));
      for (const type of node.opens.reverse()) enter((inlines) => ({ type, inlines }), textOf(type));
    } else if (node.is === 'opener') {
      const { href } = node;
      if (href === undefined) {
        add(node.isImage ? '![' : '[');
        continue;
      }
      inLink++;
      enter((inlines) => ({ type: 'link', href, inlines }), '[');
    } else if (node.is === 'closer') {
      inLink--;
      leave(node.written);
    } else add(inLink > 0 || depth >= MAX_DEPTH ? node.text : { type: 'link', href: node.href, inlines: [node.text] });
  }
  return whole;
}
