import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { ThreadList } from './thread-list.tsx';

export function Component() {
  return (
    <>
      <PageHead title={t('Messages')} description={t('Between buyers and shops.')} noIndex />
      <ThreadList />
    </>
  );
}
