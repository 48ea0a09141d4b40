import { PageHead } from '../../components/page-head.tsx';

export function Component() {
  return (
    <>
      <PageHead title="Products management" description="Products management of your account." noIndex />
      <h1 className="text-2xl">Products management</h1>
    </>
  );
}
