import { ClipboardCheck } from 'lucide-react';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHead } from '../../components/page/page-head.tsx';

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
