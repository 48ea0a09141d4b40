import { useLocation, useParams } from 'react-router';
import { DisputeView } from '../../../components/dispute/dispute-view.tsx';
import { PageHead } from '../../../components/page/page-head.tsx';

/** One dispute, of a line or of a card payment, with its times. */
export function Component() {
  const { id: disputeId = '' } = useParams();
  const { state } = useLocation();
  const fault = typeof state?.fault === 'string' ? state.fault : null;
  return (
    <>
      <PageHead title="Dispute" description="What was disputed, and how it stands." noIndex />
      <DisputeView key={disputeId} disputeId={disputeId} fault={fault} />
    </>
  );
}
