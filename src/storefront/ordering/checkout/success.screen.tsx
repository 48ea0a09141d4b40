import { Check, Clock } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { hasSession } from '#client/session/session.ts';
import { entitlementOfLine, libraryPath } from '#contract/goods/library/library.ts';
import type { Order } from '#contract/ordering/order.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { categoryPath } from '../../catalogue/paths.ts';
import { PageHead } from '../../page/page-head.tsx';
import { useShop } from '../../shop/shop-context.ts';
import { clearCart } from '../cart/cart.ts';
import { orderPath } from '../order/order-path.ts';
import { ReceiptPrinter } from './receipt-printer.tsx';

type Verification = { state: 'verifying' | 'complete' | 'unconfirmed'; orderId: string | null };

/** The page after paying. What it says of a payment that cannot be verified is a setting of the store. */
export function Component() {
  const { unverifiedPayment } = useShop().settings;
  const sessionId = new URLSearchParams(useLocation().search).get('session_id');
  const [{ state, orderId }, setVerification] = useState<Verification>({ state: 'verifying', orderId: null });
  const order = useOwnOrder(orderId);
  // The shop's own session (place-free-order.ts): no provider has asked for money.
  const free = sessionId?.startsWith('free_') ?? false;

  /** Asks whether the payment has arrived. */
  const verify = useCallback(async () => {
    try {
      const answer = await createBrowserApi().get('/success/', {
        params: { query: { session_id: sessionId ?? undefined } },
        asUser: true,
      });
      setVerification({ state: 'complete', orderId: answer.order_id ?? null });
      return true;
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the specification logs a failed verification
      console.log(`Payment verification failed: ${(error as Error).message}`);
      setVerification({ state: unverifiedPayment, orderId: null });
      return false;
    }
  }, [sessionId, unverifiedPayment]);

  useEffect(() => {
    clearCart();
    void verify();
  }, [verify]);

  async function verifyAgain() {
    return (await verify()) ? undefined : t('Still not confirmed.');
  }

  return (
    <main
      id="main"
      className={`wrap grid flex-1 content-center items-center gap-12 py-12 ${state === 'unconfirmed' ? '' : 'md:grid-cols-[minmax(0,1fr)_380px]'}`}
    >
      <PageHead
        title={unverifiedPayment === 'complete' || state === 'complete' ? t('Payment Complete') : t('Your payment')}
        description={t('What became of your payment.')}
        noIndex
      />
      <div role="status">
        {state === 'verifying' && (
          <>
            <div className="needs-script">
              <h1 className="page-title">{t('Verifying payment...')}</h1>
              <div className="skeleton mt-6 h-6 w-64" />
            </div>
            {/* Without scripts nothing verifies and nothing loads: the page says at once what it would say then. */}
            <noscript>
              {unverifiedPayment === 'complete' ? (
                <Thanks orderId={null} order={null} />
              ) : (
                <Unconfirmed onRetry={null} />
              )}
            </noscript>
          </>
        )}
        {state === 'complete' && <Thanks orderId={orderId} order={order} isFree={free} />}
        {state === 'unconfirmed' && <Unconfirmed onRetry={verifyAgain} />}
      </div>
      {state !== 'unconfirmed' && <ReceiptPrinter order={order} />}
    </main>
  );
}

/** The order that was paid for, for the receipt; null until it is known, and for somebody who is not signed in. */
function useOwnOrder(orderId: string | null): Order | null {
  const [order, setOrder] = useState<Order | null>(null);
  useEffect(() => {
    if (!orderId || !hasSession()) return;
    // The receipt is decoration: without the order it only thanks.
    createBrowserApi()
      .get('/order/{id}', { params: { path: { id: orderId } }, asUser: true })
      .then(setOrder, () => {});
  }, [orderId]);
  return order;
}

type ThanksProps = { orderId: string | null; order: Order | null; isFree?: boolean };

function Thanks({ orderId, order, isFree = false }: ThanksProps) {
  const inLibrary = order && libraryOf(order);
  return (
    <Outcome
      sign={<Check size={24} aria-hidden />}
      tone="bg-success-soft text-success"
      title={isFree ? t('It Is Yours') : t('Payment Complete')}
      text={
        isFree
          ? t('There was nothing to pay. You will shortly receive an email confirmation.')
          : t('Thank you for completing the payment! You will shortly receive an email confirmation.')
      }
      more={order && byHandText(order)}
    >
      {inLibrary && (
        <a className="btn btn-primary" href={inLibrary}>
          {t('Open your library')}
        </a>
      )}
      <a className={`btn ${inLibrary ? 'btn-line' : 'btn-primary'}`} href={categoryPath('all')}>
        {t('Continue Shopping')}
      </a>
      {orderId && (
        <a className="btn btn-line" href={orderPath(orderId)}>
          {t('View order')}
        </a>
      )}
    </Outcome>
  );
}

/** Where the library has what was bought: the thing itself where it is one. Null where all is delivered by hand. */
function libraryOf({ order_id: orderId, products }: Order): string | null {
  const lines = products.flatMap(({ goods = [] }, line) => (goods.length > 0 ? line : []));
  const [only] = lines;
  if (only === undefined) return null;
  const own = products[only]?.extends ?? entitlementOfLine(orderId, only);
  return libraryPath(lines.length === 1 ? own : undefined);
}

function byHandText({ products }: Order): string | null {
  const byHand = products.filter(({ goods = [] }) => goods.length === 0);
  if (byHand.length === 0) return null;
  const lines = byHand.map(({ product_name: name, seller }) =>
    seller ? t('{name}, by {name2}', { name, name2: seller.name }) : name,
  );
  return t('To be delivered by hand: {lines}.', { lines: lines.join('; ') });
}

function Unconfirmed({ onRetry }: { onRetry: (() => Promise<string | undefined>) | null }) {
  return (
    <Outcome
      sign={<Clock size={24} aria-hidden />}
      tone="border text-warning"
      title={t('Payment not confirmed yet')}
      text={t(
        'The payment provider has not told us yet that your payment has arrived. That can take a few minutes: your order shows it as soon as it does. You need not pay again.',
      )}
    >
      {onRetry && (
        <ActionButton className="btn btn-primary" action={onRetry}>
          {t('Check again')}
        </ActionButton>
      )}
      <a className="btn btn-line" href="/profile/order">
        {t('My Orders')}
      </a>
    </Outcome>
  );
}

type OutcomeProps = {
  sign: ReactNode;
  tone: string;
  title: string;
  text: string;
  more?: string | null;
  children: ReactNode;
};

function Outcome(props: OutcomeProps) {
  return (
    <div>
      <span className={`inline-grid size-12 place-items-center rounded-full ${props.tone}`}>{props.sign}</span>
      <h1 className="page-title mt-5">{props.title}</h1>
      <p className="mt-3 max-w-[48ch] text-lg text-ink-2">{props.text}</p>
      {props.more && <p className="mt-3 max-w-[48ch] text-ink-2">{props.more}</p>}
      <div className="mt-7 flex flex-wrap items-start gap-3">{props.children}</div>
    </div>
  );
}
