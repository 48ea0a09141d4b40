import type { ReactNode } from 'react';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { late } from '#ui/loading/late.tsx';
import { PageHead } from '../../page/page-head.tsx';

// Sidebar for signed-in customers alone.
const Sidebar = late(
  async () => (await import('../../people/profile/known-sidebar.tsx')).KnownSidebar,
  () => <div aria-hidden="true" />,
);

const screens = [
  { href: '/saved', label: 'Products', title: 'Saved Products' },
  { href: '/saved/searches', label: 'Searches', title: 'Saved Searches' },
];

type SavedFrameProps = { title: string; description: string; children: ReactNode };

/** Products and searches that are saved, for everybody: beside the other screens of an account where somebody is signed in. */
export function SavedFrame({ title, description, children }: SavedFrameProps) {
  const user = useCurrentUser();
  const columns = user ? 'md:grid-cols-[232px_minmax(0,1fr)]' : '';
  return (
    <main id="main" className={`page wrap grid flex-1 content-start gap-x-12 gap-y-8 ${columns}`}>
      <PageHead title={title} description={description} noIndex />
      {user && <Sidebar />}
      <div className="min-w-0 max-w-[760px]">
        <h1 className="page-title">{title}</h1>
        <nav aria-label="Saved" className="mb-5 mt-4 flex gap-2">
          {screens.map((screen) => (
            <a
              key={screen.href}
              href={screen.href}
              className="chip"
              aria-current={screen.title === title ? 'page' : undefined}
            >
              {screen.label}
            </a>
          ))}
        </nav>
        {children}
      </div>
    </main>
  );
}
