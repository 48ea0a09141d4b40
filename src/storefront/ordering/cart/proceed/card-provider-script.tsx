import { useEffect } from 'react';
import { useShop } from '../../../shop/shop-context.ts';

const ADDRESS = 'https://js.stripe.com/v3/';

type CardProvider = (publicKey: string) => unknown;

/** Where the shop has a public key for it: the card provider's script, which looks for fraud before the payment. */
export function CardProviderScript() {
  const { publicKey } = useShop().payments;

  useEffect(() => {
    if (publicKey === null || document.querySelector(`script[src="${ADDRESS}"]`)) return;
    const script = document.createElement('script');
    script.src = ADDRESS;
    script.async = true;
    script.onload = () => (window as { Stripe?: CardProvider }).Stripe?.(publicKey);
    document.head.append(script);
  }, [publicKey]);

  return null;
}
