import { useSearchParams } from 'react-router';
import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { Invitation, SupportConfirmation } from './mailed-links.tsx';
import { MyShop } from './my-shop.tsx';
import { SellerScreen } from './seller-screen.tsx';

/** The shop of the signed-in user; also where links of mails about shops lead. */
export function Component() {
  const [query] = useSearchParams();
  const invitation = query.get('invitation');
  const confirm = query.get('confirm');
  if (invitation !== null)
    return (
      <>
        <PageHead title={t('Invitation')} description={t('An invitation into a shop.')} noIndex />
        <h1 className="page-title mb-6">{t('Invitation')}</h1>
        <Invitation key={invitation} token={invitation} />
      </>
    );
  if (confirm !== null)
    return (
      <>
        <PageHead title={t('Support Address')} description={t('The address where buyers get help.')} noIndex />
        <h1 className="page-title mb-6">{t('Support Address')}</h1>
        <SupportConfirmation key={confirm} token={confirm} />
      </>
    );
  return (
    <SellerScreen title={t('My Shop')} description={t('What your shop says, and who belongs to it.')}>
      {(seller) => <MyShop seller={seller} />}
    </SellerScreen>
  );
}
