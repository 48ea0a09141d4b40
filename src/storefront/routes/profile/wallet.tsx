import { PageHead } from '../../components/page-head.tsx';

export function Component() {
  return (
    <>
      <PageHead title="My wallet" description="My wallet of your account." noIndex />
      <h1 className="text-2xl">My wallet</h1>
    </>
  );
}
