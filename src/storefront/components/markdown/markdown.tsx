import type { Token, Tokens } from 'marked';
import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { readMarkdown } from './read-markdown.ts';

/**
 * A small Markdown subset as elements: paragraphs, lists, emphasis, code, links, headings as bold text. Nothing is
 * ever set as HTML: tags in the text are shown as the characters they are, and links go to http, https and mailto only.
 */
export function Markdown({ text, by = 'seller' }: { text: string; by?: Author }) {
  return (
    <AuthorContext value={by}>
      <div className="prose max-w-[68ch]" dir="auto">
        {draw(text)}
      </div>
    </AuthorContext>
  );
}

/** What the shop itself writes has headings and tables of its own, and links to its other pages. */
type Author = 'seller' | 'shop';

const AuthorContext = createContext<Author>('seller');

/** Levels of emphasis inside emphasis; what is deeper is shown as it was written. */
const MAX_DEPTH = 12;

function draw(text: string): ReactNode {
  try {
    return blocks(readMarkdown(text));
  } catch {
    // A text made to exhaust the lexer is shown as plain text.
    return <p className="whitespace-pre-line">{text}</p>;
  }
}

function blocks(tokens: Token[]): ReactNode {
  return tokens.map((token, index) => <Fragment key={`${index}-${token.type}`}>{block(token)}</Fragment>);
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return <Heading level={token.depth}>{inlines(token.tokens)}</Heading>;
    case 'table':
      return <Table table={token as Tokens.Table} />;
    case 'paragraph':
      return <p>{inlines(token.tokens)}</p>;
    case 'list': {
      const list = token as Tokens.List;
      const items = list.items.map((item, index) => <li key={`${index}-${item.raw.length}`}>{blocks(item.tokens)}</li>);
      return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'blockquote':
      return <blockquote className="border-l-2 pl-4">{blocks(token.tokens ?? [])}</blockquote>;
    case 'code':
      return (
        <pre>
          {/* Its own background would double that of the block. */}
          <code className="bg-transparent! p-0!">{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'text':
      return token.tokens ? inlines(token.tokens) : token.text;
    default:
      return <p>{token.raw}</p>;
  }
}

function inlines(tokens: Token[] | undefined, depth = 0): ReactNode {
  if (depth > MAX_DEPTH) return tokens?.map((token) => token.raw).join('');
  return tokens?.map((token, index) => <Fragment key={`${index}-${token.type}`}>{inline(token, depth + 1)}</Fragment>);
}

function inline(token: Token, depth: number): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(token.tokens, depth)}</strong>;
    case 'em':
      return <em>{inlines(token.tokens, depth)}</em>;
    case 'del':
      return <del>{inlines(token.tokens, depth)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link href={token.href}>{inlines(token.tokens, depth)}</Link>;
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? inlines(token.tokens, depth) : token.text;
    default:
      return token.raw;
  }
}

/** The page has a heading of its own: those of the text are below it. */
function Heading({ level, children }: { level: number; children: ReactNode }) {
  const Tag = level > 2 ? 'h3' : 'h2';
  if (useContext(AuthorContext) === 'shop')
    return <Tag className={`text-ink ${level > 2 ? 'mt-2 text-lg' : 'mt-5 text-xl first:mt-0'}`}>{children}</Tag>;
  return (
    <p>
      <strong>{children}</strong>
    </p>
  );
}

function Table({ table }: { table: Tokens.Table }) {
  if (useContext(AuthorContext) !== 'shop') return <p>{table.raw}</p>;
  const cell = 'border-b py-2.5 pr-4 align-top';
  return (
    // Reached by the keyboard, because it may be wider than a phone.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled without a mouse
    <section className="overflow-x-auto" aria-label="Table" tabIndex={0}>
      <table className="w-full min-w-[32rem] text-left text-sm">
        <thead>
          <tr>
            {table.header.map(({ text, tokens }, index) => (
              <th key={`${index}-${text}`} scope="col" className={`${cell} font-[560] text-ink`}>
                {inlines(tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, number) => (
            <tr key={`${number}-${row[0]?.text}`}>
              {row.map(({ text, tokens }, index) => (
                <td key={`${index}-${text}`} className={cell}>
                  {inlines(tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  const byShop = useContext(AuthorContext) === 'shop';
  if (byShop && /^\/(?![/\\])/.test(href)) return <a href={href}>{children}</a>;
  if (!isSafe(href)) return children;
  return (
    <a href={href} rel={byShop ? 'noopener' : 'nofollow ugc noopener'} target="_blank">
      {children}
    </a>
  );
}

function isSafe(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href.trim());
}
