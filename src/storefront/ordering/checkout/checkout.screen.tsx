import { useCurrentUser } from '#client/session/use-current-user.ts';
import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { useShop } from '../../shop/shop-context.ts';
import { InertBillingForm } from './inert-billing-form.tsx';
import { OrderingBillingForm } from './ordering-billing-form.tsx';

export function Component() {
  const { settings } = useShop();
  const user = useCurrentUser();
  return (
    <main id="main" className="page wrap flex-1">
      <PageHead title={t('Checkout')} description={t('Your billing details and your order.')} noIndex />
      {settings.billingForm === 'order' ? <OrderingBillingForm email={user?.email ?? ''} /> : <InertBillingForm />}
    </main>
  );
}
