import { useParams, useSearchParams } from 'react-router';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { readApprovalKind } from './approval-kinds.ts';
import { Approvals } from './approvals.tsx';

export const handle = { wide: true };

/** Approvals that wait for the staff; the address may name one of them. */
export function Component() {
  const user = useCurrentUser();
  const { approvalId = null } = useParams();
  const kind = readApprovalKind(useSearchParams()[0].get('kind'));
  return (
    <>
      <PageHead title={t('Pending Approvals')} description={t('Products that wait for a decision.')} noIndex />
      <h1 className="page-title mb-6">{t('Pending Approvals')}</h1>
      {user && <Approvals key={`${user.userId} ${kind}`} email={user.email} approvalId={approvalId} kind={kind} />}
    </>
  );
}
