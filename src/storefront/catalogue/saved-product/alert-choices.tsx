import { useRef, useState } from 'react';
import { effectivePrice, type ProductSummary } from '#contract/catalogue/product/product.ts';
import type { AlertKind } from '#contract/catalogue/saved-product.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { changeAlerts } from './change-alerts.ts';
import type { OfAccount } from './use-saved-products.ts';

type AlertChoicesProps = { product: ProductSummary; account: OfAccount; onChange: (account: OfAccount) => void };

/** Email alerts about a saved product. Each choice counts at once. */
export function AlertChoices({ product, account, onChange }: AlertChoicesProps) {
  const [asked, setAsked] = useState<readonly AlertKind[]>(account.alerts);
  const [said, setSaid] = useState<{ text: string; wrong: boolean }>();
  // Alerts that the last choice wants, and those stored by the answers so far.
  const latest = useRef({ asked, stored: asked });

  async function choose(kind: AlertKind, on: boolean) {
    const { current } = latest;
    const wanted = on ? [...current.asked, kind] : current.asked.filter((other) => other !== kind);
    current.asked = wanted;
    setAsked(wanted);
    setSaid(undefined);
    const answer = await changeAlerts(product.product_id, wanted);
    const refused = typeof answer === 'string';
    if (!refused) {
      current.stored = answer.alerts;
      onChange(answer);
    }
    // Only the last of several quick choices counts.
    if (current.asked !== wanted) return;
    current.asked = current.stored;
    setAsked(current.stored);
    setSaid(refused ? { text: answer, wrong: true } : { text: t('Noted'), wrong: false });
  }

  return (
    <fieldset
      aria-label={t('Tell me by mail when {product_name}', { product_name: product.product_name })}
      className="col-span-full flex flex-wrap items-center gap-x-5 text-sm sm:col-start-2"
    >
      <span aria-hidden="true" className="text-ink-3">
        {t('Tell me by mail when it')}
      </span>
      {choicesOf(product, account).map(({ kind, label }) => (
        <label key={kind} className="flex min-h-10 items-center gap-2">
          <input
            type="checkbox"
            checked={asked.includes(kind)}
            onChange={(event) => void choose(kind, event.target.checked)}
          />
          {label}
        </label>
      ))}
      <span role="status" className={said?.wrong ? 'text-danger' : 'text-ink-3'}>
        {said?.text}
      </span>
    </fieldset>
  );
}

/** Alerts that this product can have. */
function choicesOf(product: ProductSummary, account: OfAccount): Array<{ kind: AlertKind; label: string }> {
  const price = account.cheaper_than ?? effectivePrice(product);
  const unit = product.price_unit && `/${product.price_unit}`;
  return [
    ...(price > 0
      ? [
          {
            kind: 'cheaper' as const,
            label: t('costs less than {price}{unit}', { price: formatUnitPrice(price), unit }),
          },
        ]
      : []),
    ...(product.stock !== null ? [{ kind: 'back_in_stock' as const, label: t('is back in stock') }] : []),
    ...(account.version !== null
      ? [{ kind: 'new_version' as const, label: t('has a newer version than {version}', { version: account.version }) }]
      : []),
  ];
}
