import { t } from '#language/message.ts';
import { LocalTime } from '#ui/local-time.tsx';

/** Until when access works that was bought for a time, and what happens then. */
export function AccessEnd({ until }: { until: string }) {
  const isOver = new Date(until) <= new Date();
  return isOver ? (
    <>
      {t('Your access ended')} <LocalTime instant={until} />
      {t('. You were not charged again: buy it again to go on.')}
    </>
  ) : (
    <>
      {t('Your access works until')} <LocalTime instant={until} />
      {t('. Then it ends, and you are not charged again: buy it again to go on.')}
    </>
  );
}
