import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect, useNavigate } from 'react-router';
import { currentUser } from '#client/session/session.ts';

/** Who is signed in already has nothing to do at login, registration and forgotten password, but with the link of a mail. */
export function loader({ request }: LoaderFunctionArgs) {
  if (currentUser.get() && !new URL(request.url).hash) throw redirect('/');
  return null;
}

/** The same for a page that was just opened. Only on arrival: whoever signs in here is sent on by the screen itself. */
export function Component() {
  const navigate = useNavigate();
  // Before the screen takes the link out of the address.
  const [hasLink] = useState(() => typeof window !== 'undefined' && window.location.hash !== '');
  useEffect(() => {
    if (currentUser.get() && !hasLink) navigate('/', { replace: true });
  }, [navigate, hasLink]);
  return <Outlet />;
}
