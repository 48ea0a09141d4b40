import { useCurrentUser } from '#client/session/use-current-user.ts';
import { late } from '#ui/loading/late.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { SavedList } from './saved-list.tsx';

// Sidebar for signed-in customers alone.
const Sidebar = late(
  async () => (await import('../../people/profile/known-sidebar.tsx')).KnownSidebar,
  () => <div aria-hidden="true" />,
);

/** Saved products, for everybody: beside the other screens of an account where somebody is signed in. */
export function Component() {
  const user = useCurrentUser();
  const columns = user ? 'md:grid-cols-[232px_minmax(0,1fr)]' : '';
  return (
    <main id="main" className={`page wrap grid flex-1 content-start gap-x-12 gap-y-8 ${columns}`}>
      <PageHead title="Saved Products" description="What you have saved." noIndex />
      {user && <Sidebar />}
      <div className="min-w-0 max-w-[760px]">
        {user === undefined ? (
          <>
            <h1 className="page-title mb-6">Saved Products</h1>
            <p className="without-script mb-6 text-ink-2">Saved products are shown by scripts, which are off here.</p>
            <RowSkeleton rows={3} />
          </>
        ) : (
          <SavedList key={user?.userId} signedIn={user !== null} />
        )}
      </div>
    </main>
  );
}
