import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { t } from '#language/message.ts';
import { prose } from './prose.ts';
import { type MarkdownNode, readMarkdown } from './read-markdown.ts';

/**
 * A small Markdown subset as elements: paragraphs, lists, emphasis, code, links, headings as bold text. Nothing is
 * ever set as HTML: tags in the text are shown as the characters they are, and links go to http, https and mailto only.
 */
export function MarkdownText({ text, by = 'seller' }: MarkdownProps) {
  const { nodes, rest } = readMarkdown(text, by);
  return (
    <AuthorContext value={by}>
      <div {...prose}>
        {drawn(nodes)}
        {rest && <p className="whitespace-pre-line">{rest}</p>}
      </div>
    </AuthorContext>
  );
}

export type MarkdownProps = { text: string; by?: Author };

/** Texts of the shop itself have headings and tables of their own, and links to its other pages. */
type Author = 'seller' | 'shop';

const AuthorContext = createContext<Author>('seller');

const drawn = (nodes: MarkdownNode[]): ReactNode =>
  nodes.map((node, index) => <Fragment key={`${index}-${node.token.type}`}>{element(node)}</Fragment>);

function element({ token, inside }: MarkdownNode): ReactNode {
  const children = drawn(inside);
  switch (token.type) {
    case 'heading_open':
      return <Heading level={Number(token.tag.slice(1))}>{children}</Heading>;
    case 'paragraph_open':
      // In a list whose items stand close together.
      return token.hidden ? children : <p>{children}</p>;
    case 'bullet_list_open':
      return <ul>{children}</ul>;
    case 'ordered_list_open':
      return <ol start={Number(token.attrGet('start') ?? '1')}>{children}</ol>;
    case 'list_item_open':
      return <li>{children}</li>;
    case 'blockquote_open':
      return <blockquote className="border-l-2 pl-4">{children}</blockquote>;
    case 'code_block':
    case 'fence':
      return (
        <pre>
          {/* Its own background would double that of the block. */}
          <code className="bg-transparent! p-0!">{token.content.replace(/\n$/, '')}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'table_open':
      return <Table>{children}</Table>;
    case 'thead_open':
      return <thead>{children}</thead>;
    case 'tbody_open':
      return <tbody>{children}</tbody>;
    case 'tr_open':
      return <tr>{children}</tr>;
    case 'th_open':
      return (
        <th scope="col" className={`${cell} font-[560] text-ink`}>
          {children}
        </th>
      );
    case 'td_open':
      return <td className={cell}>{children}</td>;
    case 'strong_open':
      return <strong>{children}</strong>;
    case 'em_open':
      return <em>{children}</em>;
    case 's_open':
      return <del>{children}</del>;
    case 'link_open':
      return <Link href={String(token.attrGet('href') ?? '')}>{children}</Link>;
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'hardbreak':
      return <br />;
    case 'softbreak':
      return '\n';
    case 'inline':
      return children;
    default:
      return token.content;
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

const cell = 'border-b py-2.5 pr-4 align-top';

function Table({ children }: { children: ReactNode }) {
  return (
    // Reached by the keyboard, because it may be wider than a phone.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled without a mouse
    <section className="overflow-x-auto" aria-label={t('Table')} tabIndex={0}>
      <table className="w-full min-w-[32rem] text-left text-sm">{children}</table>
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
