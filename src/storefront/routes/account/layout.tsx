import { useEffect } from 'react';
import { Outlet, redirect, useNavigate } from 'react-router';
import { currentUser } from '../../session/session.ts';

/** Who is signed in already has nothing to do at login, registration and forgotten password. */
export function loader() {
  if (currentUser.get()) throw redirect('/');
  return null;
}

/** The same for a page that was just opened. Only on arrival: whoever signs in here is sent on by the screen itself. */
export function Component() {
  const navigate = useNavigate();
  useEffect(() => {
    if (currentUser.get()) navigate('/', { replace: true });
  }, [navigate]);
  return <Outlet />;
}
