import { PageHead } from '../../components/page-head.tsx';

export function Component() {
  return (
    <>
      <PageHead title="Personal information" description="Personal information of your account." noIndex />
      <h1 className="text-2xl">Personal information</h1>
    </>
  );
}
