import { useLocation, useParams } from 'react-router';
import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { DisputeView } from './dispute-view.tsx';

/** One dispute, of a line or of a card payment, with its times. */
export function Component() {
  const { id: disputeId = '' } = useParams();
  const { state } = useLocation();
  const fault = typeof state?.fault === 'string' ? state.fault : null;
  return (
    <>
      <PageHead title={t('Dispute')} description={t('What was disputed, and how it stands.')} noIndex />
      <DisputeView key={disputeId} disputeId={disputeId} fault={fault} />
    </>
  );
}
