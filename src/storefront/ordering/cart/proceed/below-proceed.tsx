import { t } from '#language/message.ts';
import { categoryPath } from '../../../catalogue/paths.ts';
import { useShop } from '../../../shop/shop-context.ts';
import { SandboxNote } from './sandbox-note.tsx';

/** Below 'Proceed Checkout' and what it accepts: whether money moves, and the other ways from here. */
export function BelowProceed({ empty }: { empty: boolean }) {
  const { settings } = useShop();
  return (
    <>
      <SandboxNote />
      {settings.billingForm === 'order' && !empty && (
        <a href="/checkout" className="btn btn-line">
          {t('Pay by bank transfer or check')}
        </a>
      )}
      {!empty && (
        <a href={categoryPath('all')} className="btn btn-ghost">
          {t('Continue Shopping')}
        </a>
      )}
    </>
  );
}
