import { Outlet } from 'react-router';
import { ProfileSidebar } from '../../components/profile/profile-sidebar.tsx';

/** What stands around every screen of the profile. */
export function Component() {
  return (
    <main id="main" className="page wrap grid flex-1 content-start gap-x-12 gap-y-8 md:grid-cols-[232px_minmax(0,1fr)]">
      <ProfileSidebar />
      <div className="min-w-0 max-w-[760px]">
        <Outlet />
      </div>
    </main>
  );
}
