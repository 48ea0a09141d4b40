import { t } from '#language/message.ts';
import { useShop } from '../../../shop/shop-context.ts';

/** Where no provider takes the cards: that nobody's money is at stake. */
export function SandboxNote() {
  if (!useShop().payments.sandbox) return null;
  return <p className="text-center text-xs text-ink-3">{t('Payments are a sandbox’s: nothing is charged.')}</p>;
}
