import { useLocation } from 'react-router';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { OrderDetail } from '../../components/order/order-detail.tsx';
import { OrderList } from '../../components/order/order-list.tsx';
import { PageHead } from '../../components/page/page-head.tsx';

/** The customer's orders; `?id=` shows one of them. */
export function Component() {
  const user = useCurrentUser();
  const orderId = new URLSearchParams(useLocation().search).get('id');
  return (
    <>
      <PageHead title={orderId ? `Order ${orderId}` : 'My Orders'} description="What you have ordered." noIndex />
      {user &&
        (orderId ? (
          <OrderDetail key={orderId} orderId={orderId} />
        ) : (
          <OrderList key={user.userId} email={user.email} />
        ))}
    </>
  );
}
