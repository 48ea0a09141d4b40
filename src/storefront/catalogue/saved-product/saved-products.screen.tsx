import { useLocation } from 'react-router';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { msg, t } from '#language/message.ts';
import { late } from '#ui/loading/late.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { SavedSearchList } from '../saved-search/saved-search-list.tsx';
import { SavedList } from './saved-list.tsx';

// Sidebar for signed-in customers alone.
const Sidebar = late(
  async () => (await import('../../people/profile/known-sidebar.tsx')).KnownSidebar,
  () => <div aria-hidden="true" />,
);

const products = { path: '/saved', label: msg('Products'), title: msg('Saved Products'), List: SavedList };
const searches = {
  path: '/saved/searches',
  label: msg('Searches'),
  title: msg('Saved Searches'),
  List: SavedSearchList,
};

/** Products or searches that are saved, for everybody: beside the other screens of an account where somebody is signed in. */
export function Component() {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const shown = pathname.startsWith(searches.path) ? searches : products;
  const columns = user ? 'md:grid-cols-[232px_minmax(0,1fr)]' : '';
  return (
    <main id="main" className={`page wrap grid flex-1 content-start gap-x-12 gap-y-8 ${columns}`}>
      <PageHead title={t(shown.title)} description={t('What you have saved.')} noIndex />
      {user && <Sidebar />}
      <div className="min-w-0 max-w-[760px]">
        <h1 className="page-title">{t(shown.title)}</h1>
        <nav aria-label={t('Saved')} className="mb-5 mt-4 flex gap-2">
          {[products, searches].map(({ path, label }) => (
            <a key={path} href={path} className="chip" aria-current={path === shown.path ? 'page' : undefined}>
              {t(label)}
            </a>
          ))}
        </nav>
        {user === undefined ? (
          <>
            <p className="without-script mb-6 text-ink-2">
              {t('{title} are shown by scripts, which are off here.', { title: t(shown.title) })}
            </p>
            <RowSkeleton rows={3} />
          </>
        ) : (
          <shown.List key={user?.userId} signedIn={user !== null} />
        )}
      </div>
    </main>
  );
}
