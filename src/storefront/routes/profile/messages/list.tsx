import { ThreadList } from '../../../components/message/thread-list.tsx';
import { PageHead } from '../../../components/page/page-head.tsx';

export function Component() {
  return (
    <>
      <PageHead title="Messages" description="Between buyers and shops." noIndex />
      <ThreadList />
    </>
  );
}
