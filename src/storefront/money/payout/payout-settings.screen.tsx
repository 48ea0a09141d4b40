import { t } from '#language/message.ts';
import { SellerScreen } from '../../selling/seller/seller-screen.tsx';
import { PayoutSettingsForm } from './payout-settings-form.tsx';

/** Where a shop's money goes to, and when. */
export function Component() {
  return (
    <SellerScreen
      title={t('Payout Settings')}
      description={t("Where your shop's money goes to, and when.")}
      roles={['owner', 'finance']}
    >
      {(seller) => <PayoutSettingsForm seller={seller} />}
    </SellerScreen>
  );
}
