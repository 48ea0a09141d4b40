import { ClipboardCheck } from 'lucide-react';
import { PageHead } from '../../components/page-head.tsx';
import { EmptyState } from '../../components/profile/empty-state.tsx';

export function Component() {
  return (
    <>
      <PageHead title="Pending Approvals" description="Products that wait for a decision." noIndex />
      <h1 className="page-title mb-6">Pending Approvals</h1>
      <EmptyState icon={ClipboardCheck} title="Nothing waits for approval.">
        Products that wait for a decision before they are sold are listed here.
      </EmptyState>
    </>
  );
}
