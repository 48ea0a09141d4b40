import { Outlet, useMatches } from 'react-router';
import { FreshProof } from '../security/fresh-proof.tsx';
import { KnownAnswers } from './known-answers.tsx';
import { ProfileSidebar } from './profile-sidebar.tsx';

/** Optional `handle` of a profile screen: tables of sellers and staff take the width that there is. */
type Handle = { wide?: boolean } | undefined;

/** Frame of every screen of the profile. */
export function Component() {
  const isWide = useMatches().some(({ handle }) => (handle as Handle)?.wide);
  return (
    <main id="main" className="page wrap grid flex-1 content-start gap-x-12 gap-y-8 md:grid-cols-[232px_minmax(0,1fr)]">
      <KnownAnswers>
        <ProfileSidebar />
        <div className={`min-w-0 ${isWide ? '' : 'max-w-[760px]'}`}>
          <Outlet />
        </div>
      </KnownAnswers>
      <FreshProof />
    </main>
  );
}
