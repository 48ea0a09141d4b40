import { PageHead } from '../../components/page-head.tsx';

export function Component() {
  return (
    <>
      <PageHead title="Pending approvals" description="Pending approvals of your account." noIndex />
      <h1 className="text-2xl">Pending approvals</h1>
    </>
  );
}
