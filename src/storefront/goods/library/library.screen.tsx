import { useCurrentUser } from '#client/session/use-current-user.ts';
import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { LibraryList } from './library-list.tsx';

export const handle = { wide: true };

/** Library of the customer: files, keys, access, hours; `?open=` names one item of it. */
export function Component() {
  const user = useCurrentUser();
  return (
    <>
      <PageHead title={t('Library')} description={t('What you have bought.')} noIndex />
      {user && <LibraryList key={user.userId} />}
    </>
  );
}
