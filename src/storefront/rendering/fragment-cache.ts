// HTML of fragments that pages share, kept in the server from one page to the next.
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readingLanguage } from '#language/reading-language.ts';
import type { PageFragments } from '../page/cached-fragment.tsx';

/** In characters: a card takes some 2,000 with its key. */
const MOST_CHARACTERS = 8_000_000;

/** Ids of useId tell where on its page something stands. */
const PLACE_ID = '="_R_';

type FragmentsOfPage = PageFragments & {
  /** The page without the marks of its fragments, which are kept from here on. */
  finish: (html: string) => string;
};

/** Opens a page at each call. */
export function createFragmentCache(maxSize = MOST_CHARACTERS): () => FragmentsOfPage {
  const kept = new LRUCache<string, string>({ maxSize, sizeCalculation: (html, key) => html.length + key.length });
  // Unguessable, so that no seller's text is taken for a mark.
  const secret = randomBytes(9).toString('hex');
  const opening = `<wbr data-fragment="${secret}`;
  const closing = '"/>';

  return function openPage() {
    const rendered: string[] = [];
    return {
      find(content) {
        const key = `${readingLanguage()} ${content}`;
        const html = kept.get(key);
        return html === undefined ? { mark: `${secret}${rendered.push(key) - 1}` } : { html };
      },
      finish(html) {
        if (rendered.length === 0) return html;
        const [first = '', ...marked] = html.split(opening);
        const parts = marked.map((part) => {
          const [index = ''] = part.split(closing, 1);
          return { index, text: part.slice(index.length + closing.length) };
        });
        // A fragment stands between two marks of its own. A part of a text would keep the whole of it in memory: it is copied.
        for (const [at, { index, text }] of parts.entries())
          if (parts[at + 1]?.index === index && !text.includes(PLACE_ID))
            kept.set(rendered[Number(index)] ?? '', Buffer.from(text).toString());
        return first + parts.map(({ text }) => text).join('');
      },
    };
  };
}
