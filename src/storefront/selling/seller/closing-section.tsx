import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { useApi } from '#client/query/use-api.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { SellerClosing } from '#contract/selling/seller.schema.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton, Section } from '#ui/section.tsx';
import { takeClosingStep } from './seller-actions.ts';

type ClosingProps = { sellerId: string; name: string; onChanged: () => Promise<void> };

/** How the shop closes: what is open is shown first, and while it closes it can be opened again. */
export function ClosingSection({ sellerId, name, onChanged }: ClosingProps) {
  const closing = useApi('/seller/{sellerId}/closing', { params: { path: { sellerId } } });
  const [asking, setAsking] = useState<'close' | 'finish' | null>(null);

  async function take(step: 'close' | 'reopen' | 'finish', message: string) {
    const fault = await takeClosingStep(sellerId, step);
    if (fault) return fault;
    await Promise.all([closing.reload(), onChanged()]);
    showAlert({ type: 'success', message });
    return undefined;
  }

  return (
    <Section
      title={t('Close the shop')}
      lead={t('Buyers keep what they bought; the page of the shop stays and says that it has closed.')}
    >
      <ShowLoaded from={closing} skeleton={<RowSkeleton />} fault={t('What is open could not be loaded.')}>
        {(open) =>
          open.state === 'closed' ? (
            <p>{t('The shop has closed.')}</p>
          ) : open.state === 'closing' ? (
            <div className="grid justify-items-start gap-4">
              <p>{t('{name} is closing. {open}', { name, open: openText(open) })}</p>
              <div className="flex flex-wrap gap-3">
                <ActionButton action={() => take('reopen', t('{name} is open again', { name }))}>
                  {t('Open the shop again')}
                </ActionButton>
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-haspopup="dialog"
                  onClick={() => setAsking('finish')}
                >
                  {t('Close for good now')}
                </button>
              </div>
              {asking === 'finish' && (
                <ConfirmDialog
                  tone="harm"
                  title={t('Close {name} for good?', { name })}
                  confirmLabel={t('Close for good')}
                  onConfirm={() => take('finish', t('{name} has closed', { name }))}
                  onClose={() => setAsking(null)}
                >
                  <p>
                    {t(
                      'It cannot be opened again. Its page says that it has closed, and buyers keep what they bought.',
                    )}
                  </p>
                </ConfirmDialog>
              )}
            </div>
          ) : (
            <div>
              <button type="button" className="btn btn-line btn-sm !text-danger" onClick={() => setAsking('close')}>
                {t('Close the shop')}
              </button>
              {asking === 'close' && (
                <ConfirmDialog
                  tone="harm"
                  title={t('Close {name}?', { name })}
                  confirmLabel={t('Close the shop')}
                  onConfirm={() => take('close', t('{name} is closing', { name }))}
                  onClose={() => setAsking(null)}
                >
                  <ul className="grid list-disc gap-1.5 pl-5">
                    <li>
                      {t('{products_on_sale} the catalogue at once.', {
                        products_on_sale: count(open.products_on_sale, t('product leaves'), t('products leave')),
                      })}
                    </li>
                    {open.waiting_for_approval > 0 && (
                      <li>
                        {t('{waiting_for_approval} waiting for approval: taken back.', {
                          waiting_for_approval: count(open.waiting_for_approval, 'change', 'changes'),
                        })}
                      </li>
                    )}
                    <li>
                      {t('{open_orders} open: deliver or refund first.', {
                        open_orders: count(open.open_orders, t('order is'), t('orders are')),
                      })}
                    </li>
                    <li>{t('{balance} is to be paid out.', { balance: formatAmount(open.balance) })}</li>
                  </ul>
                  <p>
                    {t(
                      'Once nothing is open, and a day has passed, the shop has closed. Until then you can open it again.',
                    )}
                  </p>
                </ConfirmDialog>
              )}
            </div>
          )
        }
      </ShowLoaded>
    </Section>
  );
}

function openText({ open_orders: orders, balance }: SellerClosing): string {
  if (orders > 0)
    return t('{orders} open: deliver or refund first.', { orders: count(orders, t('order is'), t('orders are')) });
  if (balance !== 0) return t('{balance} is to be paid out first.', { balance: formatAmount(balance) });
  return t('Nothing is open any more: it closes by itself within a day.');
}

function count(number: number, one: string, more: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : more}`;
}
