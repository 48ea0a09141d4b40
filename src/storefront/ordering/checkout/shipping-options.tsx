import { t } from '#language/message.ts';

/** As specified, these are for display: neither changes what is charged. */
export function ShippingOptions() {
  return (
    <div className="flex flex-wrap justify-end gap-x-6">
      {[t('Free Shipping'), t('Flat rate: $15.00')].map((label) => (
        <label key={label} className="flex min-h-9 cursor-pointer items-center gap-2.5">
          <input type="checkbox" />
          {label}
        </label>
      ))}
    </div>
  );
}
