import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { BecomeASeller } from './become-a-seller.tsx';

export const handle = { wide: true };

/** An application to sell: what it says, what is missing, and how it stands. */
export function Component() {
  return (
    <>
      <PageHead title={t('Become a seller')} description={t('Apply for a shop of your own.')} noIndex />
      <h1 className="page-title">{t('Become a seller')}</h1>
      <p className="mb-7 mt-1 text-ink-2">
        {t('Sell machines, data, models and software here. A decision usually takes one working day.')}
      </p>
      <BecomeASeller />
    </>
  );
}
