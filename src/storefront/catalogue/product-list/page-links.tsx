import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProductList } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';
import { listAddress } from './list-address.ts';
import type { ListParts } from './list-data.ts';

/** First, previous, next and last page of a list, as plain links. */
export function PageLinks(parts: ListParts) {
  const { list } = parts;
  const address = (cursor: string | null) => listAddress(parts, { cursor });
  if (!list.next_cursor && !list.prev_cursor) return null;
  return (
    <nav aria-label={t('Pages')} className="mt-8 flex flex-wrap items-center justify-center gap-2 md:mt-10">
      <PageLink to={list.prev_cursor && address(null)} label={t('First page')}>
        <ChevronsLeft size={18} aria-hidden />
      </PageLink>
      <PageLink
        to={list.prev_cursor && address(list.page === 2 && !list.from_end ? null : list.prev_cursor)}
        label={t('Previous page')}
      >
        <ChevronLeft size={18} aria-hidden />
      </PageLink>
      <p className="num px-2 text-sm text-ink-2">{pageNumber(list)}</p>
      <PageLink to={list.next_cursor && address(list.next_cursor)} label={t('Next page')}>
        <ChevronRight size={18} aria-hidden />
      </PageLink>
      <PageLink to={list.next_cursor && address('last')} label={t('Last page')}>
        <ChevronsRight size={18} aria-hidden />
      </PageLink>
    </nav>
  );
}

/** Where nobody knows how many pages there are, they are counted from the end that one came from. */
function pageNumber({ page, pages, total_is_exact: isExact, from_end: fromEnd }: ProductList): string {
  if (fromEnd)
    return fromEnd === 1
      ? t('Last page')
      : t('Page {fromEnd} from the end', { fromEnd: fromEnd.toLocaleString('en-US') });
  const number = t('Page {page}', { page: page.toLocaleString('en-US') });
  return isExact === false ? number : t('{number} of {pages}', { number, pages: pages.toLocaleString('en-US') });
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
