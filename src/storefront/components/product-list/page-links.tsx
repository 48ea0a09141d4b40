import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProductList } from '#contract/product.ts';

/** First, previous, next and last page of a list, as plain links. */
export function PageLinks({ list, address }: { list: ProductList; address: (cursor: string | null) => string }) {
  if (list.pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap items-center justify-center gap-2 md:mt-10">
      <PageLink to={list.prev_cursor && address(null)} label="First page">
        <ChevronsLeft size={18} aria-hidden />
      </PageLink>
      <PageLink to={list.prev_cursor && address(list.page === 2 ? null : list.prev_cursor)} label="Previous page">
        <ChevronLeft size={18} aria-hidden />
      </PageLink>
      <p className="num px-2 text-sm text-ink-2">
        Page {list.page.toLocaleString('en-US')} of {list.pages.toLocaleString('en-US')}
      </p>
      <PageLink to={list.next_cursor && address(list.next_cursor)} label="Next page">
        <ChevronRight size={18} aria-hidden />
      </PageLink>
      <PageLink to={list.next_cursor && address('last')} label="Last page">
        <ChevronsRight size={18} aria-hidden />
      </PageLink>
    </nav>
  );
}

function PageLink({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  if (to === null) {
    return (
      <span className="icon-btn border opacity-40" aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <a href={to} className="icon-btn border" aria-label={label}>
      {children}
    </a>
  );
}
