// Who may see which screens. The server knows nobody: it answers the same page to all, and the browser decides.
import { useEffect } from 'react';
import { Navigate, Outlet, redirect, useLocation, useNavigate } from 'react-router';
import { loginPath } from '../session/ask-to-sign-in.ts';
import { currentUser, signedOutByChoice } from '../session/session.ts';
import { useCurrentUser } from '../session/use-current-user.ts';
import { PageHead } from './page-head.tsx';

/** Loader of the guarded screens: a change of screen leads to the login at once, without a flash of the other. */
export function signInFirst({ request }: { request: Request }) {
  const { pathname, search } = new URL(request.url);
  if (currentUser.get() === null) throw redirect(loginPath(pathname + search));
  return null;
}

/** For screens of signed-in customers: others are sent to the login, which comes back to the address asked for. */
export function Guarded() {
  const user = useCurrentUser();
  const { pathname, search } = useLocation();
  if (user) return <Outlet />;
  if (user === undefined) return <Shell login={loginPath(pathname + search)} />;
  return <Navigate to={signedOutByChoice() ? '/account/login' : loginPath(pathname + search)} replace />;
}

/** What the server sends for a guarded screen, until the browser knows who is asking. */
function Shell({ login }: { login: string }) {
  return (
    <main id="main" className="wrap flex-1 py-10 md:py-16">
      <PageHead title="Your account" description="For signed-in customers." noIndex />
      <h1 className="sr-only">Your account</h1>
      <div className="needs-script grid gap-4" aria-hidden="true">
        <div className="skeleton h-10 w-56" />
        <div className="skeleton h-40" />
      </div>
      <p className="without-script text-lg text-ink-2">
        This page is for signed-in customers, and signing in needs scripts.{' '}
        <a className="underline underline-offset-4" href={login}>
          Go to the login
        </a>
      </p>
    </main>
  );
}

/** Loader of the screens for signing in: who is signed in already has nothing to do there. */
export function homeWhenSignedIn() {
  if (currentUser.get()) throw redirect('/');
  return null;
}

/**
 * For login, registration and the forgotten password. Asked on arrival only: whoever signs in here is sent on by the
 * screen itself.
 */
export function OpenOnlyToAnonymous() {
  const navigate = useNavigate();
  useEffect(() => {
    if (currentUser.get()) navigate('/', { replace: true });
  }, [navigate]);
  return <Outlet />;
}
