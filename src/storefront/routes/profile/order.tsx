import { Package } from 'lucide-react';
import { categoryPath } from '../../components/category-links.ts';
import { PageHead } from '../../components/page-head.tsx';
import { EmptyState } from '../../components/profile/empty-state.tsx';

export function Component() {
  return (
    <>
      <PageHead title="My Orders" description="What you have ordered." noIndex />
      <h1 className="mb-6 text-2xl">My Orders</h1>
      <EmptyState
        icon={Package}
        title="You have no orders yet."
        action={{ href: categoryPath('all'), label: 'Continue Shopping' }}
      >
        What you order stands here, with its state and its products.
      </EmptyState>
    </>
  );
}
