import { useCurrentUser } from '#client/session/use-current-user.ts';
import { LibraryScreen } from '../../components/library/library-screen.tsx';
import { PageHead } from '../../components/page/page-head.tsx';

export const handle = { wide: true };

/** What the customer has bought: files, keys, access, hours; `?open=` names one thing of it. */
export function Component() {
  const user = useCurrentUser();
  return (
    <>
      <PageHead title="Library" description="What you have bought." noIndex />
      {user && <LibraryScreen key={user.userId} />}
    </>
  );
}
