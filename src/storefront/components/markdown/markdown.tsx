import { createContext, Fragment, type ReactNode, useContext } from 'react';
import type { Block, Inline } from './markdown-tokens.ts';
import { readMarkdown } from './read-markdown.ts';

/**
 * A small Markdown subset as elements: paragraphs, lists, emphasis, code, links, headings as bold text. Nothing is
 * ever set as HTML: tags in the text are shown as the characters they are, and links go to http, https and mailto only.
 */
export function Markdown({ text, by = 'seller' }: { text: string; by?: Author }) {
  return (
    <AuthorContext value={by}>
      <div className="prose max-w-[68ch]" dir="auto">
        {blocks(readMarkdown(text))}
      </div>
    </AuthorContext>
  );
}

/** What the shop itself writes has headings and tables of its own, and links to its other pages. */
type Author = 'seller' | 'shop';

const AuthorContext = createContext<Author>('seller');

function blocks(given: Block[], isTight = false): ReactNode {
  return given.map((one, index) => <Fragment key={`${index}-${one.type}`}>{block(one, isTight)}</Fragment>);
}

function block(given: Block, isTight: boolean): ReactNode {
  switch (given.type) {
    case 'heading':
      return <Heading level={given.depth}>{inlines(given.inlines)}</Heading>;
    case 'table':
      return <Table table={given} />;
    case 'paragraph':
      return isTight ? inlines(given.inlines) : <p>{inlines(given.inlines)}</p>;
    case 'list': {
      const items = given.items.map((item, index) => (
        <li key={`${index}-${item.length}`}>{blocks(item, !given.loose)}</li>
      ));
      return given.start === null ? <ul>{items}</ul> : <ol start={given.start || 1}>{items}</ol>;
    }
    case 'quote':
      return <blockquote className="border-l-2 pl-4">{blocks(given.blocks)}</blockquote>;
    case 'code':
      return (
        <pre>
          {/* Its own background would double that of the block. */}
          <code className="bg-transparent! p-0!">{given.text}</code>
        </pre>
      );
    case 'rule':
      return <hr />;
    case 'plain':
      return <p className="whitespace-pre-line">{given.text}</p>;
  }
}

function inlines(given: Inline[]): ReactNode {
  return given.map((one, index) =>
    typeof one === 'string' ? one : <Fragment key={`${index}-${one.type}`}>{inline(one)}</Fragment>,
  );
}

function inline(given: Exclude<Inline, string>): ReactNode {
  switch (given.type) {
    case 'strong':
      return <strong>{inlines(given.inlines)}</strong>;
    case 'em':
      return <em>{inlines(given.inlines)}</em>;
    case 'del':
      return <del>{inlines(given.inlines)}</del>;
    case 'code':
      return <code>{given.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link href={given.href}>{inlines(given.inlines)}</Link>;
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

function Table({ table }: { table: Extract<Block, { type: 'table' }> }) {
  if (useContext(AuthorContext) !== 'shop') return <p>{table.written}</p>;
  const cell = 'border-b py-2.5 pr-4 align-top';
  return (
    // Reached by the keyboard, because it may be wider than a phone.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled without a mouse
    <section className="overflow-x-auto" aria-label="Table" tabIndex={0}>
      <table className="w-full min-w-[32rem] text-left text-sm">
        <thead>
          <tr>
            {table.header.map((written, index) => (
              <th key={`${index}-${written.length}`} scope="col" className={`${cell} font-[560] text-ink`}>
                {inlines(written)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, number) => (
            <tr key={`${number}-${row.length}`}>
              {row.map((written, index) => (
                <td key={`${index}-${written.length}`} className={cell}>
                  {inlines(written)}
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
