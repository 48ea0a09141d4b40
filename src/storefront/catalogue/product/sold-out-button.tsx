import { soldOut } from '#contract/catalogue/product/stock-text.ts';
import { t } from '#language/message.ts';

type SoldOutButtonProps = { className: string; describedBy?: string };

/** Stands where 'Add to cart' would; a screen reader hears that too. */
export function SoldOutButton({ className, describedBy }: SoldOutButtonProps) {
  return (
    <button type="button" disabled className={className} aria-describedby={describedBy}>
      <span className="sr-only">{t('Add to cart:')} </span>
      {soldOut}
    </button>
  );
}

type SoldOutRentalProps = { label: string; className: string; describedBy: string };

/** Stands where the link to a rental provider would. It can be reached, so that its reason is heard: `describedBy` has it. */
export function SoldOutRental({ label, className, describedBy }: SoldOutRentalProps) {
  return (
    <button type="button" aria-disabled="true" className={className} aria-describedby={describedBy}>
      {t('Rent with {label}', { label })}
    </button>
  );
}
