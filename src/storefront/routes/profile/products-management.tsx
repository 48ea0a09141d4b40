import { Store } from 'lucide-react';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHead } from '../../components/page/page-head.tsx';

export function Component() {
  return (
    <>
      <PageHead title="Products Management" description="The products you offer." noIndex />
      <h1 className="page-title mb-6">Products Management</h1>
      <EmptyState
        icon={Store}
        title="You offer no products yet."
        action={{ href: '/contact', label: 'Ask about selling here' }}
      >
        Products that you sell in this shop are listed here.
      </EmptyState>
    </>
  );
}
