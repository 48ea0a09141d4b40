import { PageHead } from '../../components/page-head.tsx';

export function Component() {
  return (
    <>
      <PageHead title="My orders" description="My orders of your account." noIndex />
      <h1 className="text-2xl">My orders</h1>
    </>
  );
}
