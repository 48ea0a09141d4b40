import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect, useNavigate } from 'react-router';
import { currentUser } from '#client/session/session.ts';
import { useForgetTypedEmail } from './typed-email.ts';

/** Signed-in users are redirected from login, registration and forgotten password, unless they follow the link of a mail. */
export function loader({ request }: LoaderFunctionArgs) {
  if (currentUser.get() && !new URL(request.url).hash) throw redirect('/');
  return null;
}

/** The same for a page that was just opened. Only on arrival: after a sign-in the screen itself redirects. */
export function Component() {
  const navigate = useNavigate();
  // Before the screen takes the link out of the address.
  const [hasLink] = useState(() => typeof window !== 'undefined' && window.location.hash !== '');
  useEffect(() => {
    if (currentUser.get() && !hasLink) navigate('/', { replace: true });
  }, [navigate, hasLink]);
  useForgetTypedEmail();
  return <Outlet />;
}
