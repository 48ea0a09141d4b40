// The small part of Markdown that descriptions may use. Libraries for all of it search ahead from each sign, some at every level
// again, so that a text of signs costs the square of its length: this one goes line by line, and looks at each character a few times.
import { countMarkdownSigns, MOST_MARKDOWN_SIGNS, SIGNS_OF_BLOCK } from '#contract/markdown-signs.ts';
import type { Block, Inline } from './markdown-tokens.ts';
import { readInlines } from './read-inlines.ts';

/** Levels of lists and quotes inside one another; what is deeper is text. */
const MAX_DEPTH = 8;
/** A line of a table makes as many cells as there are columns, however short it is. */
const MOST_COLUMNS = 50;
/** Labels and addresses of reference links, which stand on a line of their own. */
const definition = /^\[([^[\]]{1,500})\]:[ \t]*<?([^\s<>]{1,500})>?(?:[ \t]+["'(].*)?$/;

type List = Extract<Block, { type: 'list' }>;
type Table = Extract<Block, { type: 'table' }>;
/** `indent` is how far the lines of a list's item stand behind its beginning. */
type Container = { blocks: Block[] } & ({ is: 'quote' } | { is: 'item'; indent: number; list: List });
/** What the next line may go on. */
type Leaf =
  | { is: 'paragraph'; lines: string[] }
  | { is: 'fence'; sign: string; indent: number; lines: string[] }
  | { is: 'indented'; lines: string[] }
  | { is: 'table'; table: Table; columns: number };

/** Tokens of a Markdown text. After `MOST_MARKDOWN_SIGNS` signs and lines the rest is shown as it was written. */
export function readMarkdown(text: string): Block[] {
  return new BlockReader().read(text);
}

class BlockReader {
  readonly #blocks: Block[] = [];
  readonly #stack: Container[] = [];
  readonly #definitions = new Map<string, string>();
  /** Read when all definitions are known. */
  readonly #inlines: Array<{ text: string; into: Inline[] }> = [];
  #leaf: Leaf | null = null;
  #signs = 0;
  #isAfterBlank = false;

  read(text: string): Block[] {
    for (let at = 0; at < text.length; ) {
      this.#signs += SIGNS_OF_BLOCK;
      if (this.#signs > MOST_MARKDOWN_SIGNS) {
        this.#closeTo(0);
        this.#blocks.push({ type: 'plain', text: text.slice(at) });
        break;
      }
      const found = text.indexOf('\n', at);
      const end = found < 0 ? text.length : found;
      this.#readLine(withoutTabs(text.slice(at, text[end - 1] === '\r' ? end - 1 : end)));
      at = end + 1;
    }
    this.#closeTo(0);
    for (const { text, into } of this.#inlines) into.push(...readInlines(text, this.#definitions));
    return this.#blocks;
  }

  #readLine(line: string) {
    let { at, depth } = this.#goOn(line);
    const isInside = depth === this.#stack.length;
    if (isInside && this.#leaf?.is === 'fence') return this.#goOnFence(this.#leaf, line, at);
    let first = firstOf(line, at);
    if (first === line.length) return this.#readBlank(depth);
    for (;;) {
      const indent = first - at;
      if (indent >= 4) {
        if (this.#leaf?.is === 'paragraph') return this.#addText(line.slice(first), depth);
        return this.#addIndented(depth, line.slice(at + 4));
      }
      if (this.#readLeaf(line, first, depth)) break;
      const behind = this.#openContainer(line, first, indent, depth);
      if (behind === null) return this.#addText(line.slice(first), depth);
      depth++;
      at = behind;
      first = firstOf(line, at);
      if (first === line.length) break;
    }
    this.#isAfterBlank = false;
  }

  /** Which of the open containers the line goes on, and where behind their signs it begins. */
  #goOn(line: string): { at: number; depth: number } {
    let at = 0;
    let depth = 0;
    let first = firstOf(line, 0);
    for (const container of this.#stack) {
      if (container.is === 'quote') {
        if (first - at > 3 || line[first] !== '>') break;
        at = first + (line[first + 1] === ' ' ? 2 : 1);
        first = firstOf(line, at);
      } else if (first === line.length) {
        // Of an item that begins with an empty line the next must not be empty.
        if (container.blocks.length === 0 && depth === this.#stack.length - 1 && !this.#leaf) break;
      } else if (first - at >= container.indent) at += container.indent;
      else break;
      depth++;
    }
    return { at, depth };
  }

  #readBlank(depth: number) {
    if (this.#leaf?.is === 'indented' && depth === this.#stack.length) this.#leaf.lines.push('');
    else this.#closeTo(depth);
    this.#isAfterBlank = true;
  }

  /** A line that is, begins or ends something that holds no other blocks. */
  #readLeaf(line: string, first: number, depth: number): boolean {
    const sign = line[first] as string;
    const rest = () => line.slice(first);
    if (sign === '#') {
      const found = /^(#{1,6})(?:[ \t]|$)/.exec(line.slice(first, first + 7));
      if (!found) return false;
      const depthOfHeading = found[1]?.length ?? 1;
      this.#add(depth, {
        type: 'heading',
        depth: depthOfHeading,
        inlines: this.#later(headingText(rest(), depthOfHeading)),
      });
      return true;
    }
    if (sign === '`' || sign === '~') {
      const ticks = /^(?:`{3,}|~{3,})/.exec(rest())?.[0];
      if (!ticks || (sign === '`' && line.includes('`', first + ticks.length))) return false;
      this.#closeTo(depth);
      this.#noteLoose(depth);
      this.#leaf = { is: 'fence', sign: ticks, indent: first, lines: [] };
      return true;
    }
    if ((sign === '=' || sign === '-') && this.#leaf?.is === 'paragraph' && depth === this.#stack.length) {
      const isUnderline = /^(?:=+|-+)[ \t]*$/.test(rest());
      if (isUnderline && this.#endHeading(this.#leaf, sign)) return true;
    }
    if ((sign === '-' || sign === '*' || sign === '_') && isRule(line, first)) {
      this.#add(depth, { type: 'rule' });
      return true;
    }
    return false;
  }

  #goOnFence(fence: Extract<Leaf, { is: 'fence' }>, line: string, at: number) {
    const first = firstOf(line, at);
    const isEnd = first - at < 4 && line.startsWith(fence.sign, first);
    if (
      isEnd &&
      line
        .slice(first)
        .replaceAll(fence.sign[0] as string, '')
        .trim() === ''
    )
      return this.#closeLeaf();
    // What stands as far to the right as the fence begins at the left.
    fence.lines.push(line.slice(Math.max(at, Math.min(first, fence.indent))));
  }

  /** The lines of the paragraph become the heading that the line under them makes of it. */
  #endHeading(paragraph: Extract<Leaf, { is: 'paragraph' }>, sign: string): boolean {
    this.#takeDefinitions(paragraph.lines);
    if (paragraph.lines.length === 0) return false;
    const inlines = this.#later(paragraph.lines.join('\n'));
    this.#leaf = null;
    this.#add(this.#stack.length, { type: 'heading', depth: sign === '=' ? 1 : 2, inlines });
    return true;
  }

  /** Opens the quote or item that begins there, and tells where its content does; null: none does. */
  #openContainer(line: string, first: number, indent: number, depth: number): number | null {
    const isInside = depth === this.#stack.length;
    if (depth >= MAX_DEPTH) return null;
    if (line[first] === '>') {
      const quote: Block = { type: 'quote', blocks: [] };
      this.#add(depth, quote);
      this.#signs += SIGNS_OF_BLOCK;
      this.#stack.push({ is: 'quote', blocks: quote.blocks });
      return first + (line[first + 1] === ' ' ? 2 : 1);
    }
    if (!mayBeMarker(line.charCodeAt(first))) return null;
    const marker = /^(?:[*+-]|(\d{1,9})[.)])(?= |$)/.exec(line.slice(first, first + 11));
    if (!marker) return null;
    const [text, number] = marker;
    const behind = first + text.length;
    const content = firstOf(line, behind);
    const isEmpty = content === line.length;
    // Within a paragraph only a list that begins with 1 is meant as one.
    if (isInside && this.#leaf?.is === 'paragraph' && (isEmpty || (number && Number(number) !== 1))) return null;
    const spaces = isEmpty || content - behind > 4 ? 1 : content - behind;
    const list = this.#listAt(depth, text.at(-1) as string, number === undefined ? null : Number(number));
    const item: Block[] = [];
    list.items.push(item);
    this.#signs += SIGNS_OF_BLOCK;
    this.#stack.push({ is: 'item', blocks: item, indent: indent + text.length + spaces, list });
    return Math.min(behind + spaces, line.length);
  }

  /** The list that an item there belongs to: the one before it, or a new one. */
  #listAt(depth: number, sign: string, start: number | null): List {
    this.#closeTo(depth);
    const last = this.#blocksAt(depth).at(-1);
    if (last?.type === 'list' && last.sign === sign) {
      if (this.#isAfterBlank) last.loose = true;
      this.#isAfterBlank = false;
      return last;
    }
    const list: List = { type: 'list', sign, start, loose: false, items: [] };
    this.#add(depth, list);
    return list;
  }

  #addText(text: string, depth: number) {
    const leaf = this.#leaf;
    const isInside = depth === this.#stack.length;
    if (leaf?.is === 'paragraph') {
      // Lines go on a paragraph without the signs of its list or quote, too.
      if (!isInside || !this.#startTable(leaf, text)) leaf.lines.push(text);
    } else if (leaf?.is === 'table' && isInside) {
      leaf.table.written += `\n${text}`;
      leaf.table.rows.push(this.#cells(text, leaf.columns));
    } else {
      this.#closeTo(depth);
      this.#noteLoose(depth);
      this.#leaf = { is: 'paragraph', lines: [text] };
    }
    this.#isAfterBlank = false;
  }

  #addIndented(depth: number, text: string) {
    const leaf = this.#leaf;
    if (leaf?.is === 'indented' && depth === this.#stack.length) leaf.lines.push(text);
    else {
      this.#closeTo(depth);
      this.#noteLoose(depth);
      this.#leaf = { is: 'indented', lines: [text] };
    }
    this.#isAfterBlank = false;
  }

  /** A line of dashes under the names of its columns. */
  #startTable(paragraph: Extract<Leaf, { is: 'paragraph' }>, text: string): boolean {
    if (!text.includes('-') || !text.includes('|') || /[^\s|:-]/.test(text)) return false;
    const header = paragraph.lines.at(-1) ?? '';
    const dashes = cellsOf(text);
    if (
      dashes.length > MOST_COLUMNS ||
      cellsOf(header).length !== dashes.length ||
      !dashes.every((cell) => /^:?-+:?$/.test(cell))
    )
      return false;
    paragraph.lines.pop();
    const table: Table = {
      type: 'table',
      written: `${header}\n${text}`,
      header: this.#cells(header, dashes.length),
      rows: [],
    };
    this.#add(this.#stack.length, table);
    this.#leaf = { is: 'table', table, columns: dashes.length };
    return true;
  }

  /** As many as there are columns. */
  #cells(line: string, columns: number): Inline[][] {
    const texts = cellsOf(line).slice(0, columns);
    this.#signs += columns;
    return Array.from({ length: columns }, (_, column) => this.#later(texts[column] ?? ''));
  }

  #later(text: string): Inline[] {
    const signs = countMarkdownSigns(text);
    this.#signs += signs;
    if (signs === 0 || this.#signs > MOST_MARKDOWN_SIGNS) return [text];
    const into: Inline[] = [];
    this.#inlines.push({ text, into });
    return into;
  }

  #blocksAt(depth: number): Block[] {
    return this.#stack[depth - 1]?.blocks ?? this.#blocks;
  }

  /** A block of the container at that depth; what is open in it ends. */
  #add(depth: number, block: Block) {
    this.#closeTo(depth);
    this.#noteLoose(depth);
    this.#blocksAt(depth).push(block);
  }

  /** An empty line between the blocks of an item makes the paragraphs of its list stand apart. */
  #noteLoose(depth: number) {
    const container = this.#stack[depth - 1];
    if (this.#isAfterBlank && container?.is === 'item' && container.blocks.length > 0) container.list.loose = true;
    this.#isAfterBlank = false;
  }

  #closeTo(depth: number) {
    this.#closeLeaf();
    this.#stack.length = depth;
  }

  #closeLeaf() {
    const leaf = this.#leaf;
    this.#leaf = null;
    if (!leaf || leaf.is === 'table') return;
    const blocks = this.#blocksAt(this.#stack.length);
    if (leaf.is === 'paragraph') {
      this.#takeDefinitions(leaf.lines);
      if (leaf.lines.length > 0)
        blocks.push({ type: 'paragraph', inlines: this.#later(leaf.lines.join('\n').trimEnd()) });
      return;
    }
    while (leaf.is === 'indented' && leaf.lines.at(-1) === '') leaf.lines.pop();
    blocks.push({ type: 'code', text: leaf.lines.join('\n') });
  }

  /** Definitions at the beginning of a paragraph are not shown. The first of a label counts. */
  #takeDefinitions(lines: string[]) {
    let count = 0;
    for (const line of lines) {
      const [, label = '', href = ''] = (line.startsWith('[') && definition.exec(line)) || [];
      if (!href) break;
      const key = label.trim().toLowerCase();
      if (!this.#definitions.has(key)) this.#definitions.set(key, href);
      count++;
    }
    lines.splice(0, count);
  }
}

function firstOf(line: string, from: number): number {
  let at = from;
  while (line.charCodeAt(at) === 0x20) at++;
  return at;
}

/** Tabs before the first word as four spaces. */
function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let end = 0;
  while (isSpaceOrMarker(line.charCodeAt(end))) end++;
  return line.slice(0, end).replaceAll('\t', '    ') + line.slice(end);
}

function isSpaceOrMarker(code: number): boolean {
  // '>', '.' and ')' belong to markers too.
  return code === 0x20 || code === 0x09 || code === 0x3e || code === 0x2e || code === 0x29 || mayBeMarker(code);
}

/** A digit, '*', '+' or '-'. */
function mayBeMarker(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2a || code === 0x2b || code === 0x2d;
}

/** Three or more of one sign, and spaces. */
function isRule(line: string, first: number): boolean {
  const code = line.charCodeAt(first);
  let count = 0;
  for (let at = first; at < line.length; at++) {
    const here = line.charCodeAt(at);
    if (here === code) count++;
    else if (here !== 0x20 && here !== 0x09) return false;
  }
  return count >= 3;
}

/** Without the signs before it and, behind a space, after it. */
function headingText(line: string, depth: number): string {
  const text = line.slice(depth).trim();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trim() : text;
}

/** Cells of a table's line; `\|` stands for the sign itself. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (character === '|') {
      cells.push(cell);
      cell = '';
    } else if (character === '\\' && line[at + 1] === '|') cell += line[++at];
    else cell += character;
  }
  cells.push(cell);
  const trimmed = cells.map((one) => one.trim());
  if (trimmed[0] === '') trimmed.shift();
  if (trimmed.length > 1 && trimmed.at(-1) === '') trimmed.pop();
  return trimmed;
}
