import { useLocation } from 'react-router';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { t } from '#language/message.ts';
import { late } from '#ui/loading/late.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { OrderDetail } from './order-detail.tsx';
import { OrderList } from './order-list.tsx';

const BoughtVersion = late(async () => (await import('./bought-version.tsx')).BoughtVersion);

/** The customer's orders; `?id=` shows one of them, with `&line=` a product of it as it was when it was bought. */
export function Component() {
  const user = useCurrentUser();
  const query = new URLSearchParams(useLocation().search);
  const [orderId, line] = [query.get('id'), query.get('line')];
  return (
    <>
      <PageHead
        title={orderId ? t('Order {orderId}', { orderId }) : t('My Orders')}
        description={t('What you have ordered.')}
        noIndex
      />
      {user &&
        (orderId && line && /^\d{1,4}$/.test(line) ? (
          <BoughtVersion key={`${orderId} ${line}`} orderId={orderId} line={Number(line)} />
        ) : orderId ? (
          <OrderDetail key={orderId} orderId={orderId} />
        ) : (
          <OrderList key={user.userId} email={user.email} />
        ))}
    </>
  );
}
