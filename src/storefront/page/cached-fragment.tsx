import { createContext, type ReactNode, useContext } from 'react';

/** Fragments of the page that is rendered; null in the browser. */
export const FragmentContext = createContext<PageFragments | null>(null);

export type PageFragments = {
  /** HTML that an earlier page had for the same content, or the mark that this page's is to stand between. */
  find: (key: string) => { html: string } | { mark: string };
};

type CachedFragmentProps = {
  as: 'article' | 'fieldset';
  className: string;
  'data-type'?: string;
  /** All that the children's HTML depends on, as JSON can say it, besides the shop and the reader's language. */
  by: unknown;
  children: ReactNode;
};

/**
 * An element whose content is the same on many pages, such as a product's card: the server renders it once. The children read no
 * context but the shop's, and no clock. Content with an id of useId is rendered on every page, because such an id tells its place.
 */
export function CachedFragment({ as, by, children, ...attributes }: CachedFragmentProps) {
  // One name for the compiler, which compares the attributes of every element otherwise.
  const Tag = as as 'article';
  const fragments = useContext(FragmentContext);
  const found = fragments?.find(JSON.stringify(by)) ?? { mark: null };
  if ('html' in found)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output for the same content
    return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: found.html }} />;
  const mark = found.mark && <wbr data-fragment={found.mark} />;
  return (
    <Tag {...attributes}>
      {mark}
      {children}
      {mark}
    </Tag>
  );
}
