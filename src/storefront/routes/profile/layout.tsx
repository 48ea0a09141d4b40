import { Outlet } from 'react-router';

/** What stands around every screen of the profile. */
export function Component() {
  return (
    <main id="main" className="wrap flex-1 py-10 md:py-16">
      <Outlet />
    </main>
  );
}
