import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';

/**
 * A small Markdown subset as elements: paragraphs, lists, emphasis, code, links, headings as bold text. Nothing is
 * ever set as HTML: tags in the text are shown as the characters they are, and links go to http, https and mailto only.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="prose max-w-[68ch]" dir="auto">
      {draw(text)}
    </div>
  );
}

/** Quotes and lists inside one another beyond this are shown as they were written: nobody reads them, and they nest without end. */
const DEEPEST = 12;

function draw(text: string): ReactNode {
  try {
    return blocks(lexer(text, { gfm: true }), 0);
  } catch {
    // The lexer recurses; a text made to exhaust it is shown as plain text.
    return <p className="whitespace-pre-line">{text}</p>;
  }
}

function blocks(tokens: Token[], depth: number): ReactNode {
  if (depth > DEEPEST) return tokens.map((token) => token.raw).join('');
  return tokens.map((token, index) => <Fragment key={`${index}-${token.type}`}>{block(token, depth)}</Fragment>);
}

function block(token: Token, depth: number): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return (
        <p>
          <strong>{inlines(token.tokens)}</strong>
        </p>
      );
    case 'paragraph':
      return <p>{inlines(token.tokens)}</p>;
    case 'list': {
      const list = token as Tokens.List;
      const items = list.items.map((item, index) => (
        <li key={`${index}-${item.raw.length}`}>{blocks(item.tokens, depth + 1)}</li>
      ));
      return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'blockquote':
      return <blockquote className="border-l-2 pl-4">{blocks(token.tokens ?? [], depth + 1)}</blockquote>;
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
  if (depth > DEEPEST) return tokens?.map((token) => token.raw).join('');
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
      return isSafe(token.href) ? (
        <a href={token.href} rel="nofollow ugc noopener" target="_blank">
          {inlines(token.tokens, depth)}
        </a>
      ) : (
        inlines(token.tokens, depth)
      );
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? inlines(token.tokens, depth) : token.text;
    default:
      return token.raw;
  }
}

function isSafe(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href.trim());
}
