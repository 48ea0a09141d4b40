// Screens for signed-in customers only. The server knows nobody: it answers the same page to all, and the browser decides.

import { Navigate, Outlet, redirect, useLocation } from 'react-router';
import { loginPath } from '#client/session/account-path.ts';
import { currentUser, redirectAfterSignOut } from '#client/session/session.ts';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { PageHead } from '../../page/page-head.tsx';

/** A change of screen leads to the login at once, without a flash of what is guarded. */
export function loader({ request }: { request: Request }) {
  const { pathname, search } = new URL(request.url);
  if (currentUser.get() === null) throw redirect(loginPath(pathname + search));
  return null;
}

/** Others are sent to the login, which comes back to the address asked for. */
export function Component() {
  const user = useCurrentUser();
  const { pathname, search } = useLocation();
  if (user) return <Outlet />;
  if (user === undefined) return <Shell login={loginPath(pathname + search)} />;
  return <Navigate to={redirectAfterSignOut() ?? loginPath(pathname + search)} replace />;
}

/** Placeholder for a guarded screen from the server, until the browser knows who is asking. */
function Shell({ login }: { login: string }) {
  return (
    <main id="main" className="wrap flex-1 py-10 md:py-16">
      <PageHead title={t('Your account')} description={t('For signed-in customers.')} noIndex />
      <h1 className="sr-only">{t('Your account')}</h1>
      <div className="needs-script grid gap-4" aria-hidden="true">
        <div className="skeleton h-10 w-56" />
        <div className="skeleton h-40" />
      </div>
      <p className="without-script text-lg text-ink-2">
        {rich('This page is for signed-in customers, and signing in needs scripts. <a>Go to the login</a>', {
          a: (words) => (
            <a className="underline underline-offset-4" href={login}>
              {words}
            </a>
          ),
        })}
      </p>
    </main>
  );
}
